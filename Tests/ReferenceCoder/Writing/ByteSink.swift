/// Appends primitives of the format (Spec, section 2) to bytes.
struct ByteSink: Sendable {
  var bytes: [UInt8] = []

  var count: Int { bytes.count }

  mutating func byte(_ value: UInt8) { bytes.append(value) }

  mutating func kind(_ kind: ArchiveKind) { bytes.append(kind.rawValue) }

  /// Little-endian.
  mutating func fixed<Value: FixedWidthInteger>(_ value: Value) {
    for index in 0..<Value.bitWidth / 8 {
      bytes.append(UInt8(truncatingIfNeeded: value >> Value(8 * index)))
    }
  }

  mutating func varint(_ value: UInt64) {
    let extra = min((63 - (value | 1).leadingZeroBitCount) / 7, 8)
    if extra == 8 {
      bytes.append(0)
      return fixed(value)
    }
    var shifted = (value << 1 | 1) << UInt64(extra)
    for _ in 0...extra {
      bytes.append(UInt8(truncatingIfNeeded: shifted))
      shifted >>= 8
    }
  }

  mutating func varint(_ value: Int) { varint(UInt64(truncatingIfNeeded: value)) }

  mutating func zigzag(_ value: Int64) {
    varint(UInt64(bitPattern: value << 1 ^ value >> 63))
  }

  mutating func string(_ value: String) { countedBytes(value.utf8) }

  mutating func countedBytes(_ value: some Collection<UInt8>) {
    varint(value.count)
    append(value)
  }

  mutating func append(_ value: some Collection<UInt8>) { bytes.append(contentsOf: value) }

  /// Adds a row of zero bits and returns where it begins.
  mutating func bitRow(bitCount: Int) -> Int {
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: (bitCount + 7) / 8))
    return start
  }

  /// Sets bit `index` of the row that begins at byte `start`.
  mutating func setBit(_ index: Int, from start: Int) {
    bytes[start + index >> 3] |= 1 << UInt8(index & 7)
  }
}
