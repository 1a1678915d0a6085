extension ArchiveWriter {
  // Each leaves the slack as it found it.

  @inlinable
  @inline(__always)
  mutating func putRaw<Value: BitwiseCopyable>(_ value: Value) {
    unsafe position.storeBytes(of: value, as: Value.self)
    unsafe position += MemoryLayout<Value>.size
    reserve(0)
  }

  @inlinable
  @inline(__always)
  mutating func putVarint(_ value: UInt64) {
    unsafe position = unsafe Self.store(varint: value, at: position)
    reserve(0)
  }

  /// Stores a varint of up to 9 bytes, where 9 are free; the place behind it.
  @inlinable
  @inline(__always)
  static func store(
    varint value: UInt64, at position: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    if value < 0x80 {
      unsafe position.storeBytes(of: UInt8(truncatingIfNeeded: value << 1 | 1), as: UInt8.self)
      return unsafe position + 1
    }
    return unsafe store(longVarint: value, at: position)
  }

  @inlinable
  @inline(__always)
  static func store(
    longVarint value: UInt64, at position: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    if value >> 56 != 0 {
      unsafe position.storeBytes(of: 0, as: UInt8.self)
      unsafe (position + 1).storeBytes(of: value.littleEndian, as: UInt64.self)
      return unsafe position + 9
    }
    let extra = (63 &- value.leadingZeroBitCount) / 7
    let shifted = (value << 1 | 1) << UInt64(truncatingIfNeeded: extra)
    unsafe position.storeBytes(of: shifted.littleEndian, as: UInt64.self)
    return unsafe position + (extra &+ 1)
  }

  /// Copies bytes.
  @inlinable
  @inline(__always)
  mutating func putBytes(_ start: UnsafeRawPointer, _ count: Int) {
    reserve(count)
    if count <= 64 && count >= 8 {
      // Overlapping blocks of 8 bytes.
      var done = 0
      while done &+ 8 < count {
        unsafe (position + done).storeBytes(
          of: (start + done).loadUnaligned(as: UInt64.self), as: UInt64.self)
        done &+= 8
      }
      unsafe (position + (count &- 8)).storeBytes(
        of: (start + (count &- 8)).loadUnaligned(as: UInt64.self), as: UInt64.self)
    } else {
      unsafe position.copyMemory(from: start, byteCount: count)
    }
    unsafe position += count
    reserve(0)
  }
}
