package import ArchiveCompression
import ArchiveFormat

/// Makes the checksums of an archive right, so that what was changed gets past them.
///
/// What is too broken to have a place for a checksum is left as it is (Spec/archive-format.md, sections 3 and 4).
package struct ChecksumRepair {
  private var bytes: [UInt8]

  /// The bytes with the checksums that they need; of a record, with those that its dictionary asks for.
  package static func repaired(
    _ bytes: [UInt8], against dictionary: ShapeDictionary? = nil
  ) -> [UInt8] {
    var repair = ChecksumRepair(bytes: bytes)
    switch bytes.first {
    case .some(0xA5): repair.repairParts()
    case .some(0xB0...0xBF): repair.repairTail(dictionary)
    default: break
    }
    return repair.bytes
  }

  private mutating func repairTail(_ dictionary: ShapeDictionary?) {
    guard bytes.count >= 7 else { return }
    var seed: UInt32 = 0
    if bytes[0] & 1 == 1, let dictionary {
      let count = (0...dictionary.rowCount).last { $0 & 0xFF == Int(bytes[1]) }
      seed = count.flatMap { dictionary.checksum(afterRows: $0) } ?? 0
    }
    put(
      Checksum.crc32(seed ^ ArchiveFraming.draftSeed, bytes[..<(bytes.count - 4)]),
      at: bytes.count - 4)
  }

  /// The header, each part header and its stored bytes, and the chain in end marks.
  private mutating func repairParts() {
    guard bytes.count >= 24 else { return }
    put(Checksum.crc32(0, bytes[..<20]), at: 20)
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
        put(Checksum.crc32(0, chain[...]), at: detailEnd + 32)
      }
      put(Checksum.crc32(0, bytes[detailEnd..<end]), at: start + 16)
      let header = Checksum.crc32(0, bytes[start..<start + 20])
      put(Checksum.crc32(header, bytes[start + 24..<detailEnd]), at: start + 20)
      chain += bytes[start + 20..<start + 24]
      start = end
    }
  }

  private mutating func put(_ checksum: UInt32, at offset: Int) {
    for index in 0..<4 {
      bytes[offset + index] = UInt8(truncatingIfNeeded: checksum >> (8 * UInt32(index)))
    }
  }
}
