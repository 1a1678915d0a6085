/// A transform of values that may be missing: nil is stored as null, and other values as the transform stores them.
public struct OptionalTransform<Base: StoringTransform>: StoringTransform {
  /// The transform of values that are there.
  public let base: Base

  /// A transform of optional values.
  public init(_ base: Base) { self.base = base }

  /// The form of the transform of values that are there.
  public var form: TransformForm { base.form }

  /// The relation that the transform of the wrapped values keeps. Nil comes first.
  public var keeps: KeptRelation { base.keeps }

  /// The stored form of a value; nil for nil.
  public func store(_ value: Base.Value?, in context: TransformContext) throws -> Base.Stored? {
    try value.map { try base.store($0, in: context) }
  }
}

extension OptionalTransform: StorageTransform where Base: StorageTransform {
  /// The value of a stored form; nil for nil.
  public func restore(_ stored: Base.Stored?, in context: TransformContext) throws -> Base.Value? {
    try stored.map { try base.restore($0, in: context) }
  }
}

extension OptionalTransform: ContextFreeStoringTransform where Base: ContextFreeStoringTransform {
  /// The stored form of a value; nil for nil.
  public func store(_ value: Base.Value?) throws -> Base.Stored? { try value.map(base.store) }
}

extension OptionalTransform: ContextFreeTransform where Base: ContextFreeTransform {
  /// The value of a stored form; nil for nil.
  public func restore(_ stored: Base.Stored?) throws -> Base.Value? { try stored.map(base.restore) }
}

extension StoringTransform {
  /// This transform for values that may be missing.
  public var optional: OptionalTransform<Self> { OptionalTransform(self) }
}
