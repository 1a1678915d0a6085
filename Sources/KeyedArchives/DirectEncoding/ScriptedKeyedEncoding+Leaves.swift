/// The calls for leaves, which need no look at their type.
extension ScriptedKeyedEncoding {
  @inline(__always)
  mutating func encode(_ value: Bool, forKey key: Key) throws {
    try add(.bool(value), key)
  }
  @inline(__always)
  mutating func encode(_ value: String, forKey key: Key) throws {
    try add(.string(value), key)
  }
  @inline(__always)
  mutating func encode(_ value: Double, forKey key: Key) throws {
    try add(.double(value), key)
  }
  @inline(__always)
  mutating func encode(_ value: Float, forKey key: Key) throws {
    try add(.float(value), key)
  }
  @inline(__always)
  mutating func encode(_ value: Int, forKey key: Key) throws {
    try add(.int(value), key)
  }
  @inline(__always)
  mutating func encode(_ value: Int8, forKey key: Key) throws {
    try add(.int8(value), key)
  }
  @inline(__always)
  mutating func encode(_ value: Int16, forKey key: Key) throws {
    try add(.int16(value), key)
  }
  @inline(__always)
  mutating func encode(_ value: Int32, forKey key: Key) throws {
    try add(.int32(value), key)
  }
  @inline(__always)
  mutating func encode(_ value: Int64, forKey key: Key) throws {
    try add(.int64(value), key)
  }
  @inline(__always)
  mutating func encode(_ value: Int128, forKey key: Key) throws {
    try add(.int128(value), key)
  }
  @inline(__always)
  mutating func encode(_ value: UInt, forKey key: Key) throws {
    try add(.uint(value), key)
  }
  @inline(__always)
  mutating func encode(_ value: UInt8, forKey key: Key) throws {
    try add(.uint8(value), key)
  }
  @inline(__always)
  mutating func encode(_ value: UInt16, forKey key: Key) throws {
    try add(.uint16(value), key)
  }
  @inline(__always)
  mutating func encode(_ value: UInt32, forKey key: Key) throws {
    try add(.uint32(value), key)
  }
  @inline(__always)
  mutating func encode(_ value: UInt64, forKey key: Key) throws {
    try add(.uint64(value), key)
  }
  @inline(__always)
  mutating func encode(_ value: UInt128, forKey key: Key) throws {
    try add(.uint128(value), key)
  }

  // The protocol has a method of its own for each, which takes absent ones for no call.

  @inline(__always)
  mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
    try addOptional(.bool(value), key)
  }
  @inline(__always)
  mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws {
    try addOptional(.string(value), key)
  }
  @inline(__always)
  mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
    try addOptional(.double(value), key)
  }
  @inline(__always)
  mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
    try addOptional(.float(value), key)
  }
  @inline(__always)
  mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
    try addOptional(.int(value), key)
  }
  @inline(__always)
  mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
    try addOptional(.int8(value), key)
  }
  @inline(__always)
  mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
    try addOptional(.int16(value), key)
  }
  @inline(__always)
  mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
    try addOptional(.int32(value), key)
  }
  @inline(__always)
  mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
    try addOptional(.int64(value), key)
  }
  @inline(__always)
  mutating func encodeIfPresent(_ value: Int128?, forKey key: Key) throws {
    try addOptional(.int128(value), key)
  }
  @inline(__always)
  mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
    try addOptional(.uint(value), key)
  }
  @inline(__always)
  mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
    try addOptional(.uint8(value), key)
  }
  @inline(__always)
  mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
    try addOptional(.uint16(value), key)
  }
  @inline(__always)
  mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
    try addOptional(.uint32(value), key)
  }
  @inline(__always)
  mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
    try addOptional(.uint64(value), key)
  }
  @inline(__always)
  mutating func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws {
    try addOptional(.uint128(value), key)
  }
}
