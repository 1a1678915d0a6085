/// The calls for leaves, which need no look at their type.
extension ScriptedUnkeyedEncoding {
  mutating func encode(_ value: Bool) throws { try add(.bool(value)) }
  mutating func encode(_ value: String) throws { try add(.string(value)) }
  mutating func encode(_ value: Double) throws { try add(.double(value)) }
  mutating func encode(_ value: Float) throws { try add(.float(value)) }
  mutating func encode(_ value: Int) throws { try add(.int(value)) }
  mutating func encode(_ value: Int8) throws { try add(.int8(value)) }
  mutating func encode(_ value: Int16) throws { try add(.int16(value)) }
  mutating func encode(_ value: Int32) throws { try add(.int32(value)) }
  mutating func encode(_ value: Int64) throws { try add(.int64(value)) }
  mutating func encode(_ value: Int128) throws { try add(.int128(value)) }
  mutating func encode(_ value: UInt) throws { try add(.uint(value)) }
  mutating func encode(_ value: UInt8) throws { try add(.uint8(value)) }
  mutating func encode(_ value: UInt16) throws { try add(.uint16(value)) }
  mutating func encode(_ value: UInt32) throws { try add(.uint32(value)) }
  mutating func encode(_ value: UInt64) throws { try add(.uint64(value)) }
  mutating func encode(_ value: UInt128) throws { try add(.uint128(value)) }
}
