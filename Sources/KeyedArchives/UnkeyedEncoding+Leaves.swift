/// The calls for standard types, at less cost than the generic form.
extension UnkeyedEncoding {
  mutating func encode(_ value: Bool) throws { try encode(leaf: value) }
  mutating func encode(_ value: String) throws { try encode(leaf: value) }
  mutating func encode(_ value: Double) throws { try encode(leaf: value) }
  mutating func encode(_ value: Float) throws { try encode(leaf: value) }
  mutating func encode(_ value: Int) throws { try encode(leaf: value) }
  mutating func encode(_ value: Int8) throws { try encode(leaf: value) }
  mutating func encode(_ value: Int16) throws { try encode(leaf: value) }
  mutating func encode(_ value: Int32) throws { try encode(leaf: value) }
  mutating func encode(_ value: Int64) throws { try encode(leaf: value) }
  mutating func encode(_ value: Int128) throws { try encode(leaf: value) }
  mutating func encode(_ value: UInt) throws { try encode(leaf: value) }
  mutating func encode(_ value: UInt8) throws { try encode(leaf: value) }
  mutating func encode(_ value: UInt16) throws { try encode(leaf: value) }
  mutating func encode(_ value: UInt32) throws { try encode(leaf: value) }
  mutating func encode(_ value: UInt64) throws { try encode(leaf: value) }
  mutating func encode(_ value: UInt128) throws { try encode(leaf: value) }
}
