extension ArchiveReader {
  /// A number of fixed width, little-endian.
  @inlinable
  @inline(__always)
  mutating func takeRaw<Value: BitwiseCopyable>(_: Value.Type) throws -> Value {
    guard remaining >= MemoryLayout<Value>.size else { throw Self.unforeseen() }
    let value = unsafe position.loadUnaligned(as: Value.self)
    unsafe position += MemoryLayout<Value>.size
    return value
  }

  /// Rules V1 and V2. The trailing zeros of the first byte count the bytes that follow it.
  @inlinable
  @inline(__always)
  mutating func takeVarint() throws -> UInt64 {
    if remaining >= 8 {
      let word = unsafe UInt64(littleEndian: position.loadUnaligned(as: UInt64.self))
      if word & 1 == 1 {
        unsafe position += 1
        return (word & 0xFF) >> 1
      }
      let extra = UInt64(truncatingIfNeeded: word.trailingZeroBitCount)
      if extra < 8 {
        let value = (word &<< (56 &- 8 &* extra)) &>> (57 &- 7 &* extra)
        guard value &>> (7 &* extra) != 0 else { throw Self.unforeseen() }
        unsafe position += Int(truncatingIfNeeded: extra) &+ 1
        return value
      }
    }
    let careful = unsafe try Self.carefulVarint(position, end)
    unsafe position = unsafe careful.position
    return unsafe careful.value
  }

  /// A varint close to the end, or of nine bytes.
  @usableFromInline
  @inline(never)
  static func carefulVarint(
    _ position: UnsafeRawPointer, _ end: UnsafeRawPointer
  ) throws -> (value: UInt64, position: UnsafeRawPointer) {
    var cursor = unsafe RawCursor(position, end)
    guard let value = cursor.varint() else { throw unforeseen() }
    return unsafe (value, cursor.place)
  }

  /// A varint that is a count of at most as many bytes as remain.
  @inlinable
  @inline(__always)
  mutating func takeByteCount() throws -> Int {
    let value = try takeVarint()
    guard value <= UInt64(truncatingIfNeeded: remaining) else { throw Self.unforeseen() }
    return Int(truncatingIfNeeded: value)
  }

  /// Bytes with their count, where they stand.
  @inlinable
  @inline(__always)
  mutating func takeBytes() throws -> UnsafeRawBufferPointer {
    let count = try takeByteCount()
    unsafe state.pointee.byteCount &-= count
    guard unsafe state.pointee.byteCount >= 0 else { throw Self.unforeseen() }
    let bytes = unsafe UnsafeRawBufferPointer(start: position, count: count)
    unsafe position += count
    return unsafe bytes
  }

  /// A string (rule V3). Short ones of ASCII are made of two words (``SmallString``).
  @inlinable
  @inline(__always)
  mutating func takeString() throws -> String {
    let count = try takeByteCount()
    let allowed = unsafe state.pointee.byteCount &- count
    unsafe state.pointee.byteCount = allowed
    if count <= 15, remaining >= 16, unsafe state.pointee.knowsSmallStrings {
      let low = unsafe UInt64(littleEndian: position.loadUnaligned(as: UInt64.self))
      let high = unsafe UInt64(
        littleEndian: position.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      if allowed >= 0, let text = SmallString.ascii(low, high, byteCount: count) {
        unsafe position += count
        return text
      }
    }
    guard allowed >= 0 else { throw Self.unforeseen() }
    let text = unsafe try Self.text(count, position, end)
    unsafe position += count
    return text
  }

  @usableFromInline
  @inline(never)
  static func text(
    _ count: Int, _ position: UnsafeRawPointer, _ end: UnsafeRawPointer
  ) throws -> String {
    var cursor = unsafe RawCursor(position, end)
    guard let text = cursor.text(count) else { throw unforeseen() }
    return text
  }
}
