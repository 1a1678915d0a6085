/// Reads primitives of the format (Spec, section 2) from bytes, with absolute positions.
///
/// Every read checks what remains first; none traps, whatever the bytes.
package struct ByteCursor: Sendable {
  package let bytes: [UInt8]
  /// Absolute index of the next byte.
  package var position: Int
  /// Absolute index past the last byte that may be read.
  package let end: Int

  package init(_ bytes: [UInt8], from position: Int = 0, to end: Int? = nil) {
    self.bytes = bytes
    self.position = position
    self.end = min(end ?? bytes.count, bytes.count)
  }

  package var remaining: Int { end - position }

  @inline(__always)
  package mutating func byte() throws(ArchiveError) -> UInt8 {
    guard position < end else { throw truncated(1) }
    defer { position += 1 }
    return bytes[position]
  }

  /// Little-endian.
  package mutating func fixed<Value: FixedWidthInteger>(
    _: Value.Type
  ) throws(ArchiveError) -> Value {
    let byteCount = MemoryLayout<Value>.size
    guard remaining >= byteCount else { throw truncated(byteCount) }
    var value: Value = 0
    for index in 0..<byteCount {
      value |=
        Value(truncatingIfNeeded: bytes[position + index]) &<< Value(truncatingIfNeeded: 8 * index)
    }
    position += byteCount
    return value
  }

  /// Rules V1 and V2.
  @inline(__always)
  package mutating func varint() throws(ArchiveError) -> UInt64 {
    if position < end {
      let first = bytes[position]
      if first & 1 == 1 {
        position += 1
        return UInt64(first >> 1)
      }
    }
    return try longVarint()
  }

  private mutating func longVarint() throws(ArchiveError) -> UInt64 {
    guard position < end else { throw truncated(1) }
    let extra = bytes[position].trailingZeroBitCount
    guard remaining > extra else { throw truncated(extra + 1) }
    var value: UInt64 = 0
    if extra == 8 {
      for index in 0..<8 { value |= UInt64(bytes[position + 1 + index]) << (8 * UInt64(index)) }
    } else {
      for index in 0...extra { value |= UInt64(bytes[position + index]) << (8 * UInt64(index)) }
      value >>= UInt64(extra + 1)
    }
    guard value >> UInt64(7 * extra) != 0 else {
      throw ArchiveError(
        .malformed, "a varint is not in its shortest form", byteOffset: position)
    }
    position += extra + 1
    return value
  }

  /// A varint that must be a count or number that fits the machine.
  @inline(__always)
  package mutating func count() throws(ArchiveError) -> Int {
    let start = position
    let value = try varint()
    guard value <= UInt64(Int64.max >> 2) else {
      throw ArchiveError(.malformed, "a count of \(value) is too large", byteOffset: start)
    }
    return Int(truncatingIfNeeded: value)
  }

  package mutating func zigzag() throws(ArchiveError) -> Int64 {
    let value = try varint()
    return Int64(bitPattern: (value >> 1) ^ (0 &- (value & 1)))
  }

  /// The range of the next `byteCount` bytes, which are passed over.
  package mutating func range(ofByteCount byteCount: Int) throws(ArchiveError) -> Range<Int> {
    guard byteCount <= remaining else { throw truncated(byteCount) }
    let start = position
    position += byteCount
    return start..<position
  }

  /// A counted string's bytes, checked to be well-formed (rule V3).
  package mutating func stringRange() throws(ArchiveError) -> Range<Int> {
    let range = try range(ofByteCount: count())
    try validateUTF8(range)
    return range
  }

  package mutating func string() throws(ArchiveError) -> String {
    String(decoding: bytes[try stringRange()], as: UTF8.self)
  }

  package func validateUTF8(_ range: Range<Int>) throws(ArchiveError) {
    if let bad = UTF8Validation.firstFault(in: bytes, range) {
      throw ArchiveError(.malformed, "a string is not well-formed UTF-8", byteOffset: bad)
    }
  }

  /// Passes over a bit row and checks its padding (rule V4).
  package mutating func bitRow(bitCount: Int) throws(ArchiveError) -> Int {
    let start = position
    let range = try range(ofByteCount: bitCount / 8 + (bitCount % 8 == 0 ? 0 : 1))
    if bitCount % 8 != 0, bytes[range.upperBound - 1] >> (bitCount % 8) != 0 {
      throw ArchiveError(
        .malformed, "bits past the end of a bit row are set", byteOffset: range.upperBound - 1)
    }
    return start
  }

  /// Bit `index` of the row that begins at byte `start`.
  @inline(__always)
  package func bit(_ index: Int, from start: Int) -> Bool {
    bytes[start + index >> 3] >> (index & 7) & 1 == 1
  }

  package func truncated(_ needed: Int) -> ArchiveError {
    ArchiveError(
      .truncated, "\(needed) more bytes are needed, \(remaining) are there", byteOffset: position)
  }
}
