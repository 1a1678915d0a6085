internal import ArchiveFormat

extension DirectSingleValueEncoding {
  mutating func encode(_ value: Bool) throws {
    unsafe try adopt(KindCode.bool)
    unsafe state.pointee.put(value ? 1 as UInt8 : 0)
  }
  mutating func encode(_ value: String) throws {
    unsafe try adopt(KindCode.string)
    unsafe value.put(state)
  }
  mutating func encode(_ value: Double) throws {
    unsafe try adopt(KindCode.float64)
    unsafe state.pointee.put(value)
  }
  mutating func encode(_ value: Float) throws {
    unsafe try adopt(KindCode.float32)
    unsafe state.pointee.put(value)
  }
  mutating func encode(_ value: Int) throws {
    unsafe try adopt(KindCode.int)
    unsafe state.pointee.putZigzag(Int64(value))
  }
  mutating func encode(_ value: Int8) throws {
    unsafe try adopt(KindCode.int8)
    unsafe state.pointee.put(value)
  }
  mutating func encode(_ value: Int16) throws {
    unsafe try adopt(KindCode.int)
    unsafe state.pointee.putZigzag(Int64(value))
  }
  mutating func encode(_ value: Int32) throws {
    unsafe try adopt(KindCode.int)
    unsafe state.pointee.putZigzag(Int64(value))
  }
  mutating func encode(_ value: Int64) throws {
    unsafe try adopt(KindCode.int)
    unsafe state.pointee.putZigzag(Int64(value))
  }
  mutating func encode(_ value: Int128) throws {
    unsafe try adopt(KindCode.int128)
    unsafe state.pointee.put(value)
  }
  mutating func encode(_ value: UInt) throws {
    unsafe try adopt(KindCode.uint)
    unsafe state.pointee.putVarint(UInt64(value))
  }
  mutating func encode(_ value: UInt8) throws {
    unsafe try adopt(KindCode.uint8)
    unsafe state.pointee.put(value)
  }
  mutating func encode(_ value: UInt16) throws {
    unsafe try adopt(KindCode.uint)
    unsafe state.pointee.putVarint(UInt64(value))
  }
  mutating func encode(_ value: UInt32) throws {
    unsafe try adopt(KindCode.uint)
    unsafe state.pointee.putVarint(UInt64(value))
  }
  mutating func encode(_ value: UInt64) throws {
    unsafe try adopt(KindCode.uint)
    unsafe state.pointee.putVarint(UInt64(value))
  }
  mutating func encode(_ value: UInt128) throws {
    unsafe try adopt(KindCode.uint128)
    unsafe state.pointee.put(value)
  }
}
