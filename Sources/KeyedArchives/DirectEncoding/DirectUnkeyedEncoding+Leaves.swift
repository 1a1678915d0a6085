/// The calls for leaves.
extension DirectUnkeyedEncoding {
  mutating func encode(_ value: Bool) throws {
    unsafe try handle.next().put(value, encoder)
  }
  mutating func encode(_ value: String) throws {
    unsafe try handle.next().put(value, encoder)
  }
  mutating func encode(_ value: Double) throws {
    unsafe try handle.next().put(value, encoder)
  }
  mutating func encode(_ value: Float) throws {
    unsafe try handle.next().put(value, encoder)
  }
  mutating func encode(_ value: Int) throws {
    unsafe try handle.next().put(signed: Int64(value), encoder)
  }
  mutating func encode(_ value: Int8) throws {
    unsafe try handle.next().put(value, encoder)
  }
  mutating func encode(_ value: Int16) throws {
    unsafe try handle.next().put(signed: Int64(value), encoder)
  }
  mutating func encode(_ value: Int32) throws {
    unsafe try handle.next().put(signed: Int64(value), encoder)
  }
  mutating func encode(_ value: Int64) throws {
    unsafe try handle.next().put(signed: value, encoder)
  }
  mutating func encode(_ value: Int128) throws {
    unsafe try handle.next().put(value, encoder)
  }
  mutating func encode(_ value: UInt) throws {
    unsafe try handle.next().put(unsigned: UInt64(value), encoder)
  }
  mutating func encode(_ value: UInt8) throws {
    unsafe try handle.next().put(value, encoder)
  }
  mutating func encode(_ value: UInt16) throws {
    unsafe try handle.next().put(unsigned: UInt64(value), encoder)
  }
  mutating func encode(_ value: UInt32) throws {
    unsafe try handle.next().put(unsigned: UInt64(value), encoder)
  }
  mutating func encode(_ value: UInt64) throws {
    unsafe try handle.next().put(unsigned: value, encoder)
  }
  mutating func encode(_ value: UInt128) throws {
    unsafe try handle.next().put(value, encoder)
  }
}
