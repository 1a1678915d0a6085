extension BlockCutter {
  /// Cuts between the elements of a row of leaves.
  ///
  /// - Parameters:
  ///   - row: Its bytes, which are known to be well-formed.
  ///   - start: The position of its first byte.
  ///   - add: Gets the cuts and, for those between elements, how many elements are left.
  package mutating func cutRow(
    _ row: UnsafeRawBufferPointer, at start: Int, count: Int, _ kind: ArchiveKind,
    _ add: (_ position: Int, _ left: Int?) -> Void
  ) {
    if let stride = kind.fixedByteCount {
      while true {
        let index = max(1, (next - start + stride - 1) / stride)
        guard index < count else { return }
        cut(at: start + index * stride) { add($0, $1 ? count - index : nil) }
      }
    }
    var offset = 0
    for index in 0..<count {
      if index > 0, start + offset >= next {
        cut(at: start + offset) { add($0, $1 ? count - index : nil) }
      }
      offset += unsafe Self.elementByteCount(row, offset, kind)
    }
  }

  /// Bytes of one element of a row whose elements vary in size (Spec, section 6).
  @inline(__always)
  private static func elementByteCount(
    _ row: UnsafeRawBufferPointer, _ offset: Int, _ kind: ArchiveKind
  ) -> Int {
    switch kind {
    case .int, .uint: unsafe varint(row, offset).byteCount
    case .string, .data, .numberText: unsafe countedByteCount(row, offset)
    case .url: unsafe urlByteCount(row, offset)
    // No other kind is left that rows of leaves have.
    default: unsafe decimalByteCount(row, offset)
    }
  }

  @inline(never)
  private static func urlByteCount(_ row: UnsafeRawBufferPointer, _ offset: Int) -> Int {
    let parts = unsafe varint(row, offset)
    var end = offset + parts.byteCount
    for _ in 0..<parts.value { end += unsafe countedByteCount(row, end) }
    return end - offset
  }

  @inline(never)
  private static func decimalByteCount(_ row: UnsafeRawBufferPointer, _ offset: Int) -> Int {
    let exponent = unsafe varint(row, offset)
    let mantissa = unsafe varint(row, offset + exponent.byteCount)
    return exponent.byteCount + mantissa.byteCount + Int(mantissa.value >> 1)
  }

  /// A byte count, and the bytes that it counts.
  @inline(__always)
  private static func countedByteCount(_ row: UnsafeRawBufferPointer, _ offset: Int) -> Int {
    let count = unsafe varint(row, offset)
    return count.byteCount + Int(truncatingIfNeeded: count.value)
  }

  /// The value is that of numbers of up to eight bytes; callers ask longer ones for their byte count alone.
  @inline(__always)
  private static func varint(
    _ row: UnsafeRawBufferPointer, _ offset: Int
  ) -> (value: UInt64, byteCount: Int) {
    let first = unsafe row[offset]
    let extra = first.trailingZeroBitCount
    if extra == 0 { return (UInt64(first >> 1), 1) }
    var bits: UInt64 = 0
    for index in 0...extra {
      unsafe bits |= UInt64(row[offset + index]) << UInt64(8 * min(index, 7))
    }
    return (bits >> UInt64(extra + 1), extra + 1)
  }
}
