/// The transform that a registry has under a name when a value is stored or restored.
public struct NamedTransform<Value>: StorageTransform {
  /// The name.
  public let name: TransformName<Value>
  /// The registry in which the name is looked up.
  public let registry: TransformRegistry

  /// The transform with a name.
  public init(_ name: TransformName<Value>, in registry: TransformRegistry = .shared) {
    self.name = name
    self.registry = registry
  }

  /// The name: what stands under it may be registered after this was asked.
  public var form: TransformForm { TransformForm(name.text) }

  /// The relation that the registered transform keeps; nothing if none is registered.
  public var keeps: KeptRelation { (try? registry.transform(named: name))?.keeps ?? .nothing }

  /// The stored form of a value, by the registered transform.
  ///
  /// - Throws: As ``TransformRegistry/transform(named:in:)`` and that transform.
  public func store(_ value: Value, in context: TransformContext) throws -> StoredValue {
    try registry.transform(named: name, in: context).store(value, in: context)
  }

  /// The value of a stored form, by the registered transform.
  ///
  /// - Throws: As ``TransformRegistry/transform(named:in:)`` and that transform.
  public func restore(_ stored: StoredValue, in context: TransformContext) throws -> Value {
    try registry.transform(named: name, in: context).restore(stored, in: context)
  }
}
