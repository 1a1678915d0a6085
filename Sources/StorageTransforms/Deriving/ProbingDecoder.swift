/// Decodes a record that is made up, and notes what is read.
struct ProbingDecoder: Decoder {
  let probe: FieldProbe
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(ProbingContainer<Key>(probe: probe))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw probe.refuse(nil, "it is read as an array", .fields)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw probe.refuse(nil, "it is read as a single value", .fields)
  }
}

private struct ProbingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let probe: FieldProbe
  var codingPath: [any CodingKey] { [] }

  var allKeys: [Key] {
    _ = probe.refuse(nil, "it is read by whatever keys there are", .fields)
    return []
  }

  func contains(_ key: Key) -> Bool {
    probe.ask(key.stringValue)
    return probe.isPresent
  }

  func decodeNil(forKey key: Key) -> Bool {
    probe.ask(key.stringValue)
    return !probe.isPresent
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
    try probe.note(key.stringValue, type, mayBeMissing: false)
    if probe.isPresent, let optional = type as? any OptionalValue.Type {
      return try present(optional, key) as? Value ?? probe.value(type, key.stringValue)
    }
    return try probe.value(type, key.stringValue)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try probe.note(key.stringValue, type, mayBeMissing: true)
    return probe.isPresent ? try probe.value(type, key.stringValue) : nil
  }

  /// The value of an optional property that is there.
  private func present(_ type: any OptionalValue.Type, _ key: Key) throws -> Any? {
    guard let wrapped = type.wrappedType as? any Decodable.Type else { return nil }
    return try probe.value(wrapped, key.stringValue)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    throw probe.refuse(key.stringValue, "is read through a container of its own", .fields)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw probe.refuse(key.stringValue, "is read through a container of its own", .fields)
  }

  func superDecoder() throws -> any Decoder {
    throw probe.refuse(nil, "it has a superclass", .fields)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    throw probe.refuse(key.stringValue, "is read through a decoder of its own", .fields)
  }
}
