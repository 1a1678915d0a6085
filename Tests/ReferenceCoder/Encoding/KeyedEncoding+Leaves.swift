/// The calls for standard types that the protocol would take for `encode` alone, or, for 128 bits, would refuse.
extension KeyedEncoding {
  mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
    try encode(optionalLeaf: value, key)
  }
  mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws {
    try encode(optionalLeaf: value, key)
  }
  mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
    try encode(optionalLeaf: value, key)
  }
  mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
    try encode(optionalLeaf: value, key)
  }
  mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
    try encode(optionalLeaf: value, key)
  }
  mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
    try encode(optionalLeaf: value, key)
  }
  mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
    try encode(optionalLeaf: value, key)
  }
  mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
    try encode(optionalLeaf: value, key)
  }
  mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
    try encode(optionalLeaf: value, key)
  }
  mutating func encode(_ value: Int128, forKey key: Key) throws {
    try encode(leaf: value, key, isOptionalCall: false)
  }
  mutating func encodeIfPresent(_ value: Int128?, forKey key: Key) throws {
    try encode(optionalLeaf: value, key)
  }
  mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
    try encode(optionalLeaf: value, key)
  }
  mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
    try encode(optionalLeaf: value, key)
  }
  mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
    try encode(optionalLeaf: value, key)
  }
  mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
    try encode(optionalLeaf: value, key)
  }
  mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
    try encode(optionalLeaf: value, key)
  }
  mutating func encode(_ value: UInt128, forKey key: Key) throws {
    try encode(leaf: value, key, isOptionalCall: false)
  }
  mutating func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws {
    try encode(optionalLeaf: value, key)
  }
}
