internal import FuzzOracles

/// One part: 24 bytes of head, detail, and what is stored.
struct ArchivePart {
  private static let headByteCount = 24
  private static let isPackedFlag: UInt8 = 1
  static let isLastFlag: UInt8 = 8

  var type: UInt8
  var flags: UInt8
  var detail: [UInt8]
  var stored: [UInt8]
  /// What comes out of packed bytes, as it is told.
  private var rawByteCount: UInt32

  init?(_ bytes: [UInt8], at start: Int) {
    guard start + Self.headByteCount <= bytes.count else { return nil }
    let detailEnd = start + Self.headByteCount + Int(bytes[start + 2]) + Int(bytes[start + 3]) << 8
    let count = bytes[start + 4..<start + 12].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard detailEnd <= bytes.count, count <= bytes.count - detailEnd else { return nil }
    (type, flags) = (bytes[start], bytes[start + 1])
    detail = Array(bytes[start + Self.headByteCount..<detailEnd])
    stored = Array(bytes[detailEnd..<detailEnd + Int(count)])
    rawByteCount = bytes[start + 12..<start + 16].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  var byteCount: Int { Self.headByteCount + detail.count + stored.count }

  /// What is stored, inflated; nil for what is no zlib stream.
  var raw: [UInt8]? { flags & Self.isPackedFlag == 0 ? stored : Zlib.inflated(stored) }

  mutating func mutate(_ room: Int, _ random: inout FuzzRandom) {
    switch random.below(16) {
    case 0: flags ^= 1 << UInt8(random.below(5))
    case 1: type = Array("DBiEMGXz".utf8)[random.below(8)]
    case 2...4 where !detail.isEmpty: ByteMutation.mutate(&detail, min(room, 64), &random)
    case 5: setRaw(raw ?? stored, isPacked: true, level: random.below(10))
    case 6:
      rawByteCount = UInt32(truncatingIfNeeded: random.next() >> UInt64(32 + random.below(32)))
    case 7: ByteMutation.mutate(&stored, room, &random)
    default:
      guard var changed = raw else { return ByteMutation.mutate(&stored, room, &random) }
      ByteMutation.mutate(&changed, room, &random)
      setRaw(changed, isPacked: flags & Self.isPackedFlag != 0, level: random.below(10))
    }
  }

  private mutating func setRaw(_ raw: [UInt8], isPacked: Bool, level: Int) {
    stored = isPacked ? Zlib.deflated(raw, level: level) : raw
    flags = isPacked ? flags | Self.isPackedFlag : flags & ~Self.isPackedFlag
    rawByteCount = UInt32(truncatingIfNeeded: raw.count)
  }

  /// The two parts that this one is when it is cut at a place; nil for a part that is packed or short.
  func split(_ random: inout FuzzRandom) -> [ArchivePart]? {
    guard type == UInt8(ascii: "B"), flags & Self.isPackedFlag == 0, stored.count > 1 else {
      return nil
    }
    let place = 1 + random.below(stored.count - 1)
    var (first, second) = (self, self)
    first.stored = Array(stored[..<place])
    first.flags &= ~Self.isLastFlag
    second.stored = Array(stored[place...])
    // Without a state; where it begins is counted by who puts the parts together.
    second.detail = (0..<5).flatMap { _ in Varint.bytes(0) } + [1]
    return [first, second]
  }

  var bytes: [UInt8] {
    let isPacked = flags & Self.isPackedFlag != 0
    var head = [type, flags] + Varint.little(UInt16(truncatingIfNeeded: detail.count))
    head += Varint.little(UInt64(stored.count))
    head += Varint.little(isPacked ? rawByteCount : UInt32(truncatingIfNeeded: stored.count))
    head += Varint.little(Checksum.crc32(0, stored))
    head += Varint.little(Checksum.crc32(Checksum.crc32(0, head), detail))
    return head + detail + stored
  }
}
