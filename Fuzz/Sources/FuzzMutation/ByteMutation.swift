internal import FuzzOracles

/// Changes of bytes that are made of varints, tags and counts.
enum ByteMutation {
  static func mutate(_ bytes: inout [UInt8], _ room: Int, _ random: inout FuzzRandom) {
    guard !bytes.isEmpty else {
      bytes = LibFuzzer.mutated(bytes, maximumCount: max(room, 1))
      return
    }
    switch random.below(10) {
    case 0...4: bytes = LibFuzzer.mutated(bytes, maximumCount: bytes.count + room)
    case 5: replaceVarint(&bytes, &random)
    case 6: nudge(&bytes, &random)
    case 7: duplicate(&bytes, room, &random)
    case 8: remove(&bytes, &random)
    default: swap(&bytes, &random)
    }
  }

  /// Another number where one may stand.
  private static func replaceVarint(_ bytes: inout [UInt8], _ random: inout FuzzRandom) {
    let start = random.below(bytes.count)
    guard let value = Varint.value(bytes, at: start) else { return }
    let other: UInt64 =
      switch random.below(8) {
      case 0: value &+ 1
      case 1: value &- 1
      case 2: value << 1
      case 3: value >> 1
      case 4: value ^ 1
      case 5: UInt64(random.below(64))
      case 6: UInt64(1) << UInt64(random.below(64))
      default: UInt64.max >> UInt64(random.below(40))
      }
    let end = start + Varint.byteCount(bytes[start])
    bytes.replaceSubrange(start..<end, with: Varint.bytes(other))
  }

  /// A tag or a short number of one more or less, or with another bit.
  private static func nudge(_ bytes: inout [UInt8], _ random: inout FuzzRandom) {
    let start = random.below(bytes.count)
    switch random.below(4) {
    case 0: bytes[start] &+= 2
    case 1: bytes[start] &-= 2
    case 2: bytes[start] ^= 1 << UInt8(random.below(8))
    default: bytes[start] = UInt8(random.below(0x20))
    }
  }

  private static func range(_ count: Int, _ random: inout FuzzRandom) -> Range<Int> {
    let start = random.below(count)
    return start..<min(count, start + 1 + random.below(random.isOne(in: 4) ? count : 16))
  }

  private static func duplicate(_ bytes: inout [UInt8], _ room: Int, _ random: inout FuzzRandom) {
    let piece = Array(bytes[range(bytes.count, &random)].prefix(max(room, 0)))
    bytes.insert(contentsOf: piece, at: random.below(bytes.count + 1))
  }

  private static func remove(_ bytes: inout [UInt8], _ random: inout FuzzRandom) {
    bytes.removeSubrange(range(bytes.count, &random))
  }

  private static func swap(_ bytes: inout [UInt8], _ random: inout FuzzRandom) {
    let (source, target) = (range(bytes.count, &random), random.below(bytes.count))
    let piece = Array(bytes[source])
    let end = min(target + piece.count, bytes.count)
    bytes.replaceSubrange(target..<end, with: piece)
  }
}
