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

  /// Bytes of an int, uint or string in a row.
  @inline(__always)
  private static func elementByteCount(
    _ row: UnsafeRawBufferPointer, _ offset: Int, _ kind: ArchiveKind
  ) -> Int {
    let first = unsafe row[offset]
    let extra = first.trailingZeroBitCount
    guard kind == .string else { return extra + 1 }
    if extra == 0 { return 1 + Int(first >> 1) }
    var length: UInt64 = 0
    for index in 0...extra {
      unsafe length |= UInt64(row[offset + index]) << UInt64(8 * min(index, 7))
    }
    return extra + 1 + Int(truncatingIfNeeded: length >> UInt64(extra + 1))
  }
}
