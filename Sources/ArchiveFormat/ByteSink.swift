/// Appends primitives of the format (Spec, section 2) to bytes.
package struct ByteSink: Sendable {
  package var bytes: [UInt8] = []

  package init() {}

  package var count: Int { bytes.count }

  @inline(__always)
  package mutating func byte(_ value: UInt8) { bytes.append(value) }

  package mutating func kind(_ kind: ArchiveKind) { bytes.append(kind.rawValue) }

  /// Little-endian.
  @inline(__always)
  package mutating func fixed<Value: FixedWidthInteger>(_ value: Value) {
    unsafe withUnsafeBytes(of: value.littleEndian) { unsafe bytes.append(contentsOf: $0) }
  }

  /// Numbers in a row, little-endian.
  package mutating func fixedRow<Value: BitwiseCopyable>(_ values: [Value]) {
    #if _endian(little)
      unsafe values.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
    #else
      for value in values {
        unsafe withUnsafeBytes(of: value) { unsafe bytes.append(contentsOf: $0.reversed()) }
      }
    #endif
  }

  @inline(__always)
  package mutating func varint(_ value: UInt64) {
    if value < 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: value << 1 | 1))
    } else {
      longVarint(value)
    }
  }

  private mutating func longVarint(_ value: UInt64) {
    let extra = Self.extraByteCount(value)
    if extra == 8 {
      bytes.append(0)
      fixed(value)
    } else {
      var shifted = (value << 1 | 1) << UInt64(extra)
      for _ in 0...extra {
        bytes.append(UInt8(truncatingIfNeeded: shifted))
        shifted >>= 8
      }
    }
  }

  /// How many bytes a varint has behind its first.
  private static func extraByteCount(_ value: UInt64) -> Int {
    min((63 - (value | 1).leadingZeroBitCount) / 7, 8)
  }

  /// How many bytes a count has as a varint.
  static func varintByteCount(_ count: Int) -> Int {
    extraByteCount(UInt64(truncatingIfNeeded: count)) + 1
  }

  @inline(__always)
  package mutating func varint(_ value: Int) { varint(UInt64(truncatingIfNeeded: value)) }

  package mutating func zigzag(_ value: Int64) {
    varint(UInt64(bitPattern: value << 1 ^ value >> 63))
  }

  package mutating func string(_ value: String) {
    var value = value
    value.withUTF8 { unsafe countedBytes($0) }
  }

  package mutating func countedBytes(_ value: some Collection<UInt8>) {
    varint(value.count)
    bytes.append(contentsOf: value)
  }

  package mutating func append(_ slice: ArraySlice<UInt8>) { bytes.append(contentsOf: slice) }

  /// Adds a row of zero bits and returns where it begins.
  package mutating func bitRow(bitCount: Int) -> Int {
    let start = bytes.count
    for _ in 0..<(bitCount + 7) / 8 { bytes.append(0) }
    return start
  }

  /// Sets bit `index` of the row that begins at byte `start`.
  @inline(__always)
  package mutating func setBit(_ index: Int, from start: Int) {
    bytes[start + index >> 3] |= 1 << UInt8(index & 7)
  }
}
