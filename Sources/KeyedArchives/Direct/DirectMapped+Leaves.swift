/// The calls for standard types, at less cost than the generic form.
extension DirectMapped {
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decode(leaf: type, key) }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try decodeIfPresent(leaf: type, key)
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try decode(leaf: type, key) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try decodeIfPresent(leaf: type, key)
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try decode(leaf: type, key) }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try decodeIfPresent(leaf: type, key)
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try decode(leaf: type, key) }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try decodeIfPresent(leaf: type, key)
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decode(leaf: type, key) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try decodeIfPresent(leaf: type, key)
  }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try decode(leaf: type, key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try decodeIfPresent(leaf: type, key)
  }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try decode(leaf: type, key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try decodeIfPresent(leaf: type, key)
  }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try decode(leaf: type, key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try decodeIfPresent(leaf: type, key)
  }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try decode(leaf: type, key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try decodeIfPresent(leaf: type, key)
  }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try decode(leaf: type, key) }
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    try decodeIfPresent(leaf: type, key)
  }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try decode(leaf: type, key) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try decodeIfPresent(leaf: type, key)
  }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try decode(leaf: type, key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try decodeIfPresent(leaf: type, key)
  }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try decode(leaf: type, key) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try decodeIfPresent(leaf: type, key)
  }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try decode(leaf: type, key) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try decodeIfPresent(leaf: type, key)
  }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try decode(leaf: type, key) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try decodeIfPresent(leaf: type, key)
  }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try decode(leaf: type, key)
  }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try decodeIfPresent(leaf: type, key)
  }
}
