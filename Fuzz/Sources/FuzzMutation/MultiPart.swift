internal import FuzzOracles

/// An archive of several parts, taken apart: Spec/archive-format.md, section 4.
struct MultiPart {
  private var header: [UInt8]
  private var parts: [ArchivePart] = []
  /// What stands behind the last part that is whole.
  private var rest: [UInt8] = []

  init?(_ bytes: [UInt8]) {
    guard bytes.first == 0xA5, bytes.count >= 24 else { return nil }
    header = Array(bytes[..<24])
    var start = 24
    while start < bytes.count {
      guard let part = ArchivePart(bytes, at: start) else {
        rest = Array(bytes[start...])
        break
      }
      parts.append(part)
      start += part.byteCount
    }
  }

  mutating func mutate(_ room: Int, _ random: inout FuzzRandom) {
    guard !parts.isEmpty else { return ByteMutation.mutate(&rest, room, &random) }
    let place = random.below(parts.count)
    switch random.below(24) {
    case 0: parts.swapAt(place, random.below(parts.count))
    case 1: parts.remove(at: place)
    case 2: if room > parts[place].byteCount { parts.insert(parts[place], at: place) }
    case 3: ByteMutation.mutate(&header, 0, &random)
    case 4: rest = random.isOne(in: 2) ? [] : LibFuzzer.mutated(rest, maximumCount: 64)
    case 5: parts.removeSubrange(place...)
    case 6:
      if let split = parts[place].split(&random) {
        parts.replaceSubrange(place...place, with: split)
      }
    default: parts[place].mutate(room, &random)
    }
    header = Array((header + Array(repeating: 0, count: 24)).prefix(24))
  }

  /// All bytes, with the lengths, sums, offsets and checksums that follow from what there is.
  ///
  /// - Parameter countsBlocks: Whether details of blocks say what the parts before add up to.
  func bytes(countsBlocks: Bool) -> [UInt8] {
    var bytes = Array(header.prefix(20))
    bytes += Varint.little(Checksum.crc32(0, bytes))
    var totals = PartTotals(chain: Array(bytes.suffix(4)))
    for part in parts {
      var part = part
      if countsBlocks { totals.count(&part, at: bytes.count) }
      let made = part.bytes
      totals.chain += made[20..<24]
      bytes += made
    }
    return bytes + rest
  }
}
