/// A decoder that makes up what is asked for.
struct SeededDecoder: Decoder {
  let source: SeededSource
  let depth: Int
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(SeededFields(decoder: self))
  }
  func unkeyedContainer() -> any UnkeyedDecodingContainer { SeededElements(decoder: self) }
  func singleValueContainer() -> any SingleValueDecodingContainer { SeededSingle(decoder: self) }

  /// What every container draws.
  func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let drawn: Any? =
      switch type {
      case is Bool.Type: source.bool()
      case is String.Type: source.text()
      case is Double.Type: source.double()
      case is Float.Type: source.float()
      case let number as any FixedWidthInteger.Type: source.integer(number)
      default: nil
      }
    if let drawn = drawn as? Value { return drawn }
    return try source.value(type, depth: depth)
  }
}

private struct SeededFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: SeededDecoder
  let allKeys: [Key]
  var codingPath: [any CodingKey] { [] }

  init(decoder: SeededDecoder) {
    self.decoder = decoder
    // Those of a dictionary; what else asks for its keys does not ask for these.
    let texts = Set(
      (0..<decoder.source.count(depth: decoder.depth)).map { _ in decoder.source.text() })
    allKeys = texts.sorted().compactMap { Key(stringValue: $0) }
  }

  func contains(_ key: Key) -> Bool { true }
  func decodeNil(forKey key: Key) -> Bool { decoder.source.bool() }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder.value(type)
  }
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedDecodingContainer<Nested> { decoder.container(keyedBy: type) }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
    decoder.unkeyedContainer()
  }
  func superDecoder() -> any Decoder { decoder }
  func superDecoder(forKey key: Key) -> any Decoder { decoder }
}

private struct SeededElements: UnkeyedDecodingContainer {
  let decoder: SeededDecoder
  let count: Int?
  private(set) var currentIndex = 0
  var codingPath: [any CodingKey] { [] }
  var isAtEnd: Bool { currentIndex == count }

  init(decoder: SeededDecoder) {
    self.decoder = decoder
    count = decoder.source.count(depth: decoder.depth)
  }

  mutating func decodeNil() -> Bool { false }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    currentIndex += 1
    return try decoder.value(type)
  }
  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedDecodingContainer<Nested> {
    currentIndex += 1
    return decoder.container(keyedBy: type)
  }
  mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
    currentIndex += 1
    return decoder.unkeyedContainer()
  }
  mutating func superDecoder() -> any Decoder {
    currentIndex += 1
    return decoder
  }
}

private struct SeededSingle: SingleValueDecodingContainer {
  let decoder: SeededDecoder
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { decoder.source.bool() }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.value(type) }
}
