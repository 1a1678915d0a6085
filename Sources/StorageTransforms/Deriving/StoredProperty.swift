internal import ArchiveFormat

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A property with ``Stored``, which is an attribute by its own transform.
protocol StoredProperty {
  /// The attribute of such properties.
  static func attribute(named name: String) -> any StoredAttribute
  /// How a field names the transform.
  static var transformName: String { get }
  /// Whether an attribute of a type can be that of such properties.
  static func holds(_ type: any Any.Type) -> Bool
  /// A property with a value that is made up.
  static func made(by maker: ValueMaker) throws -> Self
  /// A property with a value; nil if it is of another type.
  init?(erased value: Any?)
  /// The value.
  var erased: Any? { get }
}

extension Stored: StoredProperty {
  static func attribute(named name: String) -> any StoredAttribute {
    Attribute<Transform.Value>(TransformContext.Subject(name), form, isOptional: false)
  }

  static var transformName: String { "\(Transform.self)()" }

  private static var form: AttributeForm<Transform.Value> {
    let transform = Transform()
    if let bytes = transform as? any StorageTransform<Transform.Value, Data> {
      return stamped(bytes)
    }
    if let stored = Transform.Stored.self as? any StoredForm.Type {
      return AttributeForm(native(transform, stored), isStamped: true)
    }
    return AttributeForm(transform.then(ArchiveTransform()), isStamped: true)
  }

  private static func stamped<Base: StorageTransform>(
    _ base: Base
  ) -> AttributeForm<Transform.Value> where Base.Value == Transform.Value, Base.Stored == Data {
    AttributeForm(base, isStamped: true)
  }

  private static func native<Native: StoredForm>(
    _ transform: Transform, _ stored: Native.Type
  ) -> AnyStorageTransform<Transform.Value> {
    AnyStorageTransform(
      form: transform.form, keeps: min(transform.keeps, Native.keeps),
      storedType: Native.storedType, storedKinds: Native.storedKinds,
      tellsForm: (transform as? any FormTelling)?.tellsForm ?? false
    ) {
      guard let native = try transform.store($0, in: $1) as? Native else { throw mismatch }
      return try native.storedValue()
    } restoring: {
      guard let native = try Native(storedValue: $0) as? Transform.Stored else { throw mismatch }
      return try transform.restore(native, in: $1)
    }
  }

  private static var mismatch: TransformError {
    TransformError(
      .typeMismatch, "the stored value is not \(TypePhrase.one(Transform.Stored.self))")
  }

  static func holds(_ type: any Any.Type) -> Bool {
    type == Transform.Value.self
      || (Transform.Value.self as? any OptionalValue.Type)?.wrappedType == type
  }

  static func made(by maker: ValueMaker) throws -> Stored {
    if let none = Stored(erased: nil) { return none }
    if let type = Transform.Value.self as? any Decodable.Type,
      let value = try maker.make(type) as? Transform.Value
    {
      return Stored(wrappedValue: value)
    }
    do {
      let stored = try maker.make(Transform.Stored.self)
      return Stored(wrappedValue: try Transform().restore(stored, in: TransformContext()))
    } catch {
      throw ValueMaker.Unmakeable(type: Transform.Value.self)
    }
  }

  init?(erased value: Any?) {
    if let value = value as? Transform.Value {
      wrappedValue = value
    } else if value == nil, let type = Transform.Value.self as? any OptionalValue.Type,
      let none = type.none as? Transform.Value
    {
      wrappedValue = none
    } else {
      return nil
    }
  }

  var erased: Any? {
    if let optional = wrappedValue as? any OptionalValue { return optional.wrapped }
    return wrappedValue
  }
}
