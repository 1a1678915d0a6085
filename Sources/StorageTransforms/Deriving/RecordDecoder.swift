/// Decodes a value of a record, whose attributes are its properties.
struct RecordDecoder: Decoder {
  let record: StoredAttributes
  let derived: DerivedFields
  let call: EntityCall
  let userInfo: [CodingUserInfoKey: Any]
  var codingPath: [any CodingKey] { [] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(RecordContainer<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw misplaced("an array") }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw misplaced("a single value")
  }

  func misplaced(_ what: String) -> TransformError {
    TransformError(.typeMismatch, "a record is not read as \(what)", context: call.record)
  }

  /// The attribute of a property, and what is stored for it; nil for a property that is no attribute.
  func stored(
    _ key: String
  ) -> (attribute: any StoredAttribute, value: StoredValue?, schema: AttributeSchema?)? {
    guard let index = derived.positions[key] else { return nil }
    let (value, schema) = record.value(at: index)
    return (derived.attributes[index], value, schema)
  }
}

private struct RecordContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: RecordDecoder
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { decoder.derived.positions.keys.compactMap(Key.init).filter(contains) }

  func contains(_ key: Key) -> Bool { !decodeNil(forKey: key) }

  func decodeNil(forKey key: Key) -> Bool {
    guard let (attribute, value, _) = decoder.stored(key.stringValue) else { return true }
    // What has to be there is read, and found missing then.
    if attribute.hasDefault || attribute.schema.isRequired { return false }
    guard let value else { return !attribute.isAdded }
    return value == .null
  }

  // The standard library's own refuse these two types.
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try property(type, key)
  }

  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try property(type, key)
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try property(type, key)
  }

  private func property<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
    guard let (attribute, stored, schema) = decoder.stored(key.stringValue) else {
      throw TransformError(
        .missingValue, "'\(key.stringValue)' is no attribute", context: decoder.call.record)
    }
    let value = try attribute.restoreErased(stored, as: schema, decoder.call)
    if let property = type as? any StoredProperty.Type {
      if let made = property.init(erased: value) as? Value { return made }
    } else if let value {
      if let value = value as? Value { return value }
    } else if let optional = type as? any OptionalValue.Type, let none = optional.none as? Value {
      return none
    }
    if value == nil { throw attribute.missingValue(decoder.call) }
    throw TransformError(
      .typeMismatch,
      "the values are of type \(attribute.valueType), and are read as \(type)",
      context: decoder.call.context(of: attribute.schema))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> { throw decoder.misplaced("records in a record") }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw decoder.misplaced("arrays in a record")
  }

  func superDecoder() throws -> any Decoder { throw decoder.misplaced("that of a superclass") }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    throw decoder.misplaced("records in a record")
  }
}
