/// Makes the checksums of an archive right, so that mutated bytes get past them.
///
/// Layout and offsets are those of Spec/archive-format.md, sections 3 and 4. What is too broken to
/// have a place for a checksum is left as it is.
struct ChecksumRepair {
  private var bytes: [UInt8]

  static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    var repair = ChecksumRepair(bytes: bytes)
    switch bytes.first {
    case .some(0xA5): repair.repairParts()
    case .some(0xB0...0xBF): repair.repairTail()
    default: break
    }
    return repair.bytes
  }

  /// Single-part: the last four bytes.
  private mutating func repairTail() {
    guard bytes.count >= 7 else { return }
    put(Self.crc(bytes.dropLast(4)), at: bytes.count - 4)
  }

  /// Multi-part: the header, each part header and its stored bytes, and the chain in end marks.
  private mutating func repairParts() {
    guard bytes.count >= 24 else { return }
    put(Self.crc(bytes[..<20]), at: 20)
    var chain = Array(bytes[20..<24])
    var start = 24
    while start + 24 <= bytes.count {
      let detailEnd = start + 24 + Int(bytes[start + 2]) + Int(bytes[start + 3]) << 8
      let storedByteCount = bytes[start + 4..<start + 12].reversed().reduce(UInt64(0)) {
        $0 << 8 | UInt64($1)
      }
      guard detailEnd <= bytes.count, storedByteCount <= bytes.count - detailEnd else { return }
      let end = detailEnd + Int(storedByteCount)
      if bytes[start] == UInt8(ascii: "E"), end - detailEnd == 40 {
        put(Self.crc(chain[...]), at: detailEnd + 32)
      }
      put(Self.crc(bytes[detailEnd..<end]), at: start + 16)
      put(Self.crc(bytes[start..<start + 20] + bytes[start + 24..<detailEnd]), at: start + 20)
      chain += bytes[start + 20..<start + 24]
      start = end
    }
  }

  private mutating func put(_ checksum: UInt32, at offset: Int) {
    for index in 0..<4 {
      bytes[offset + index] = UInt8(truncatingIfNeeded: checksum >> (8 * index))
    }
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
  }

  /// CRC-32 as in zlib, PNG and gzip.
  static func crc(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
  }
}
