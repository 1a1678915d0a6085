internal import ArchiveFormat

/// The calls for leaves, with the payload written in place.
extension DirectKeyedEncoding {
  mutating func encode(_ value: Bool, forKey key: Key) throws {
    let slot = unsafe try field(key, KindCode.bool)
    if unsafe !slot.pointee.isStateBool {
      unsafe state.pointee.put(value ? 1 as UInt8 : 0)
    } else if value {
      unsafe state.pointee.setBit(Int(slot.pointee.bit), from: state.pointee.top.pointee.body)
    }
  }
  mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
    let slot = unsafe try optionalField(key, KindCode.bool)
    if let value {
      unsafe try present(slot, KindCode.bool)
      unsafe state.pointee.put(value ? 1 as UInt8 : 0)
    }
  }
  mutating func encode(_ value: String, forKey key: Key) throws {
    _ = unsafe try field(key, KindCode.string)
    unsafe value.put(state)
  }
  mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws {
    let slot = unsafe try optionalField(key, KindCode.string)
    if let value {
      unsafe try present(slot, KindCode.string)
      unsafe value.put(state)
    }
  }
  mutating func encode(_ value: Double, forKey key: Key) throws {
    _ = unsafe try field(key, KindCode.float64)
    unsafe state.pointee.put(value)
  }
  mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
    let slot = unsafe try optionalField(key, KindCode.float64)
    if let value {
      unsafe try present(slot, KindCode.float64)
      unsafe state.pointee.put(value)
    }
  }
  mutating func encode(_ value: Float, forKey key: Key) throws {
    _ = unsafe try field(key, KindCode.float32)
    unsafe state.pointee.put(value)
  }
  mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
    let slot = unsafe try optionalField(key, KindCode.float32)
    if let value {
      unsafe try present(slot, KindCode.float32)
      unsafe state.pointee.put(value)
    }
  }
  mutating func encode(_ value: Int, forKey key: Key) throws {
    _ = unsafe try field(key, KindCode.int)
    unsafe state.pointee.putZigzag(Int64(value))
  }
  mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
    let slot = unsafe try optionalField(key, KindCode.int)
    if let value {
      unsafe try present(slot, KindCode.int)
      unsafe state.pointee.putZigzag(Int64(value))
    }
  }
  mutating func encode(_ value: Int8, forKey key: Key) throws {
    _ = unsafe try field(key, KindCode.int8)
    unsafe state.pointee.put(value)
  }
  mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
    let slot = unsafe try optionalField(key, KindCode.int8)
    if let value {
      unsafe try present(slot, KindCode.int8)
      unsafe state.pointee.put(value)
    }
  }
  mutating func encode(_ value: Int16, forKey key: Key) throws {
    _ = unsafe try field(key, KindCode.int)
    unsafe state.pointee.putZigzag(Int64(value))
  }
  mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
    let slot = unsafe try optionalField(key, KindCode.int)
    if let value {
      unsafe try present(slot, KindCode.int)
      unsafe state.pointee.putZigzag(Int64(value))
    }
  }
  mutating func encode(_ value: Int32, forKey key: Key) throws {
    _ = unsafe try field(key, KindCode.int)
    unsafe state.pointee.putZigzag(Int64(value))
  }
  mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
    let slot = unsafe try optionalField(key, KindCode.int)
    if let value {
      unsafe try present(slot, KindCode.int)
      unsafe state.pointee.putZigzag(Int64(value))
    }
  }
  mutating func encode(_ value: Int64, forKey key: Key) throws {
    _ = unsafe try field(key, KindCode.int)
    unsafe state.pointee.putZigzag(Int64(value))
  }
  mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
    let slot = unsafe try optionalField(key, KindCode.int)
    if let value {
      unsafe try present(slot, KindCode.int)
      unsafe state.pointee.putZigzag(Int64(value))
    }
  }
  mutating func encode(_ value: Int128, forKey key: Key) throws {
    _ = unsafe try field(key, KindCode.int128)
    unsafe state.pointee.put(value)
  }
  mutating func encodeIfPresent(_ value: Int128?, forKey key: Key) throws {
    let slot = unsafe try optionalField(key, KindCode.int128)
    if let value {
      unsafe try present(slot, KindCode.int128)
      unsafe state.pointee.put(value)
    }
  }
  mutating func encode(_ value: UInt, forKey key: Key) throws {
    _ = unsafe try field(key, KindCode.uint)
    unsafe state.pointee.putVarint(UInt64(value))
  }
  mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
    let slot = unsafe try optionalField(key, KindCode.uint)
    if let value {
      unsafe try present(slot, KindCode.uint)
      unsafe state.pointee.putVarint(UInt64(value))
    }
  }
  mutating func encode(_ value: UInt8, forKey key: Key) throws {
    _ = unsafe try field(key, KindCode.uint8)
    unsafe state.pointee.put(value)
  }
  mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
    let slot = unsafe try optionalField(key, KindCode.uint8)
    if let value {
      unsafe try present(slot, KindCode.uint8)
      unsafe state.pointee.put(value)
    }
  }
  mutating func encode(_ value: UInt16, forKey key: Key) throws {
    _ = unsafe try field(key, KindCode.uint)
    unsafe state.pointee.putVarint(UInt64(value))
  }
  mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
    let slot = unsafe try optionalField(key, KindCode.uint)
    if let value {
      unsafe try present(slot, KindCode.uint)
      unsafe state.pointee.putVarint(UInt64(value))
    }
  }
  mutating func encode(_ value: UInt32, forKey key: Key) throws {
    _ = unsafe try field(key, KindCode.uint)
    unsafe state.pointee.putVarint(UInt64(value))
  }
  mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
    let slot = unsafe try optionalField(key, KindCode.uint)
    if let value {
      unsafe try present(slot, KindCode.uint)
      unsafe state.pointee.putVarint(UInt64(value))
    }
  }
  mutating func encode(_ value: UInt64, forKey key: Key) throws {
    _ = unsafe try field(key, KindCode.uint)
    unsafe state.pointee.putVarint(UInt64(value))
  }
  mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
    let slot = unsafe try optionalField(key, KindCode.uint)
    if let value {
      unsafe try present(slot, KindCode.uint)
      unsafe state.pointee.putVarint(UInt64(value))
    }
  }
  mutating func encode(_ value: UInt128, forKey key: Key) throws {
    _ = unsafe try field(key, KindCode.uint128)
    unsafe state.pointee.put(value)
  }
  mutating func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws {
    let slot = unsafe try optionalField(key, KindCode.uint128)
    if let value {
      unsafe try present(slot, KindCode.uint128)
      unsafe state.pointee.put(value)
    }
  }
}
