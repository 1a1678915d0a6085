/// The calls for standard types: those that the protocol would send to the generic form at more cost,
/// or, for 128 bits, would refuse; and those that mark a field as one that may be absent.
extension KeyedEncoding {
  mutating func encode(_ value: Bool, forKey key: Key) throws {
    try encode(leaf: value, key, isOptionalCall: false)
  }
  mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
    try encode(optionalLeaf: value, key)
  }
  mutating func encode(_ value: String, forKey key: Key) throws {
    try encode(leaf: value, key, isOptionalCall: false)
  }
  mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws {
    try encode(optionalLeaf: value, key)
  }
  mutating func encode(_ value: Double, forKey key: Key) throws {
    try encode(leaf: value, key, isOptionalCall: false)
  }
  mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
    try encode(optionalLeaf: value, key)
  }
  mutating func encode(_ value: Float, forKey key: Key) throws {
    try encode(leaf: value, key, isOptionalCall: false)
  }
  mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
    try encode(optionalLeaf: value, key)
  }
  mutating func encode(_ value: Int, forKey key: Key) throws {
    try encode(leaf: value, key, isOptionalCall: false)
  }
  mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
    try encode(optionalLeaf: value, key)
  }
  mutating func encode(_ value: Int8, forKey key: Key) throws {
    try encode(leaf: value, key, isOptionalCall: false)
  }
  mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
    try encode(optionalLeaf: value, key)
  }
  mutating func encode(_ value: Int16, forKey key: Key) throws {
    try encode(leaf: value, key, isOptionalCall: false)
  }
  mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
    try encode(optionalLeaf: value, key)
  }
  mutating func encode(_ value: Int32, forKey key: Key) throws {
    try encode(leaf: value, key, isOptionalCall: false)
  }
  mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
    try encode(optionalLeaf: value, key)
  }
  mutating func encode(_ value: Int64, forKey key: Key) throws {
    try encode(leaf: value, key, isOptionalCall: false)
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
  mutating func encode(_ value: UInt, forKey key: Key) throws {
    try encode(leaf: value, key, isOptionalCall: false)
  }
  mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
    try encode(optionalLeaf: value, key)
  }
  mutating func encode(_ value: UInt8, forKey key: Key) throws {
    try encode(leaf: value, key, isOptionalCall: false)
  }
  mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
    try encode(optionalLeaf: value, key)
  }
  mutating func encode(_ value: UInt16, forKey key: Key) throws {
    try encode(leaf: value, key, isOptionalCall: false)
  }
  mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
    try encode(optionalLeaf: value, key)
  }
  mutating func encode(_ value: UInt32, forKey key: Key) throws {
    try encode(leaf: value, key, isOptionalCall: false)
  }
  mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
    try encode(optionalLeaf: value, key)
  }
  mutating func encode(_ value: UInt64, forKey key: Key) throws {
    try encode(leaf: value, key, isOptionalCall: false)
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
