/// An enum or another type with raw values, stored as these.
public struct RawValueTransform<Value: RawRepresentable>: ContextFreeTransform
where Value.RawValue: StoredForm {
  /// The transform.
  public init() {}

  /// “raw”.
  public var form: TransformForm { TransformForm("raw") }

  /// The relation that the raw values keep. Their order may differ from the type's own `<`.
  public var keeps: KeptRelation { Value.RawValue.keeps }

  /// The raw value.
  public func store(_ value: Value) -> Value.RawValue { value.rawValue }

  /// - Throws: ``TransformError/Code/unreadable`` for a raw value that the type does not know.
  public func restore(_ stored: Value.RawValue) throws -> Value {
    guard let value = Value(rawValue: stored) else {
      throw TransformError(.unreadable, "\(Value.self) has no value for \(stored)")
    }
    return value
  }
}
