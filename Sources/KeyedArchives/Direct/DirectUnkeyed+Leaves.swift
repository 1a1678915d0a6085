/// The calls for standard types, at less cost than the generic form.
extension DirectUnkeyed {
  mutating func decode(_ type: Bool.Type) throws -> Bool { try decode(leaf: type) }
  mutating func decode(_ type: String.Type) throws -> String { try decode(leaf: type) }
  mutating func decode(_ type: Double.Type) throws -> Double { try decode(leaf: type) }
  mutating func decode(_ type: Float.Type) throws -> Float { try decode(leaf: type) }
  mutating func decode(_ type: Int.Type) throws -> Int { try decode(leaf: type) }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try decode(leaf: type) }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try decode(leaf: type) }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try decode(leaf: type) }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try decode(leaf: type) }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try decode(leaf: type) }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try decode(leaf: type) }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try decode(leaf: type) }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try decode(leaf: type) }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try decode(leaf: type) }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try decode(leaf: type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try decode(leaf: type) }
}
