internal import KeyedArchives

/// Decodes a value that is made up: numbers and text are small, what may be missing is, collections are empty.
struct MakingDecoder: Decoder {
  let maker: ValueMaker
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try check()
    // No bitmap that is made up is one.
    if TrustingInitializer.asking(with: type) == .characterSet {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: [], debugDescription: "a bitmap cannot be made up"))
    }
    return KeyedDecodingContainer(MakingKeyedContainer<Key>(maker: maker))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try check()
    return MakingUnkeyedContainer(maker: maker)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    try check()
    return MakingSingleValueContainer(maker: maker)
  }

  /// Decoders may be asked for inside of each other, without any value between.
  private func check() throws {
    if maker.isExhausted { throw ValueMaker.Unmakeable(type: MakingDecoder.self) }
  }
}

private struct MakingKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let maker: ValueMaker
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { false }
  func decodeNil(forKey key: Key) -> Bool { true }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try maker.make(type)
  }

  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try maker.make(type) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try maker.make(type) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedDecodingContainer<NestedKey> {
    KeyedDecodingContainer(MakingKeyedContainer<NestedKey>(maker: maker))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
    MakingUnkeyedContainer(maker: maker)
  }

  func superDecoder() -> any Decoder { MakingDecoder(maker: maker.inner) }
  func superDecoder(forKey key: Key) -> any Decoder { MakingDecoder(maker: maker.inner) }
}

/// Empty for who asks; who just takes elements gets some.
private struct MakingUnkeyedContainer: UnkeyedDecodingContainer {
  let maker: ValueMaker
  var codingPath: [any CodingKey] { [] }
  var count: Int? { 0 }
  var isAtEnd: Bool { true }
  private(set) var currentIndex = 0

  init(maker: ValueMaker) { self.maker = maker }

  func decodeNil() -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try element(type)
  }

  private mutating func element<Value: Decodable>(_ type: Value.Type) throws -> Value {
    currentIndex += 1
    return try maker.make(type)
  }

  mutating func decode(_ type: Int128.Type) throws -> Int128 { try element(type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try element(type) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedDecodingContainer<NestedKey> {
    KeyedDecodingContainer(MakingKeyedContainer<NestedKey>(maker: maker))
  }

  func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { self }
  func superDecoder() -> any Decoder { MakingDecoder(maker: maker.inner) }
}

private struct MakingSingleValueContainer: SingleValueDecodingContainer {
  let maker: ValueMaker
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { false }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try maker.make(type) }
  func decode(_ type: Int128.Type) throws -> Int128 { try maker.make(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try maker.make(type) }
}
