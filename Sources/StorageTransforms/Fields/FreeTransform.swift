internal import ArchiveFormat

/// The transform of an attribute that names none.
///
/// Numbers, text, bytes, dates and UUIDs are stored as they are; what has raw values that are stored as they are, by
/// these; every other Codable value as an archive.
enum FreeTransform {
  static func form<Value: Codable>(of type: Value.Type) -> AttributeForm<Value> {
    if let type = type as? any StoredForm.Type, let form = native(type, Value.self) { return form }
    if let type = type as? any RawRepresentable.Type, let form = raw(type, Value.self) {
      return form
    }
    return AttributeForm(
      ArchiveTransform<Value>(), isStamped: true, alwaysRestores: PlainTypes.contain(Value.self))
  }

  /// The form of a type with raw values, which need not be Codable.
  static func form<Value: RawRepresentable>(ofRaw type: Value.Type) -> AttributeForm<Value>
  where Value.RawValue: StoredForm {
    if let type = type as? any StoredForm.Type, let form = native(type, Value.self) { return form }
    return AttributeForm(RawValueTransform<Value>(), isStamped: false)
  }

  private static func native<Stored: StoredForm, Value>(
    _ type: Stored.Type, _: Value.Type
  ) -> AttributeForm<Value>? {
    AttributeForm(
      IdentityTransform<Stored>(), isStamped: false,
      alwaysRestores: PlainTypes.contain(Stored.self)) as? AttributeForm<Value>
  }

  private static func raw<Raw: RawRepresentable, Value>(
    _ type: Raw.Type, _: Value.Type
  ) -> AttributeForm<Value>? {
    guard let stored = Raw.RawValue.self as? any StoredForm.Type else { return nil }
    return raw(type, stored) as? AttributeForm<Value>
  }

  private static func raw<Raw: RawRepresentable, Stored: StoredForm>(
    _ type: Raw.Type, _ stored: Stored.Type
  ) -> AttributeForm<Raw>? {
    AttributeForm(ErasedRawValueTransform<Raw, Stored>(), isStamped: false)
  }
}

/// ``RawValueTransform`` where only the running program knows that raw values have a stored form.
private struct ErasedRawValueTransform<Value: RawRepresentable, Stored: StoredForm>:
  ContextFreeTransform, ContextIgnoring
{
  var form: TransformForm { TransformForm("raw") }
  var keeps: KeptRelation { Stored.keeps }

  func store(_ value: Value) throws -> Stored {
    guard let stored = value.rawValue as? Stored else {
      throw TransformError(.typeMismatch, "the raw value is not \(TypePhrase.one(Stored.self))")
    }
    return stored
  }

  func restore(_ stored: Stored) throws -> Value {
    guard let raw = stored as? Value.RawValue, let value = Value(rawValue: raw) else {
      throw TransformError(.unreadable, "\(Value.self) has no value for \(stored)")
    }
    return value
  }
}
