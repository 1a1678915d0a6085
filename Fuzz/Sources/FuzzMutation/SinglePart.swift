internal import FuzzOracles

/// An archive of a single part, taken apart: Spec/archive-format.md, section 3.
struct SinglePart {
  private static let isPacked: UInt8 = 2
  /// The number of the codec, below the byte count of what is packed.
  private static let (codecBitCount, zlib): (UInt64, UInt64) = (3, 1)

  private var lead: UInt8
  private var middle: [UInt8]

  init?(_ bytes: [UInt8]) {
    guard let first = bytes.first, first & 0xF0 == 0xB0, bytes.count >= 6 else { return nil }
    lead = first
    middle = Array(bytes[1..<bytes.count - 4])
  }

  mutating func mutate(_ room: Int, _ random: inout FuzzRandom) {
    if random.isOne(in: 16) { lead = 0xB0 | UInt8(random.below(16)) }
    if lead & 0x0B == Self.isPacked, let raw = unpacked() {
      var changed = raw
      ByteMutation.mutate(&changed, room, &random)
      pack(changed, random.isOne(in: 8), level: random.below(10))
      if random.isOne(in: 8) { ByteMutation.mutate(&middle, room, &random) }
    } else {
      ByteMutation.mutate(&middle, room, &random)
      if lead & 0x0F == 0, random.isOne(in: 40) {
        pack(middle, false, level: random.below(10))
        lead |= Self.isPacked
      }
    }
  }

  private func unpacked() -> [UInt8]? {
    guard let first = middle.first else { return nil }
    return Zlib.inflated(Array(middle.dropFirst(Varint.byteCount(first))))
  }

  private mutating func pack(_ raw: [UInt8], _ isPlain: Bool, level: Int) {
    if isPlain {
      lead &= ~Self.isPacked
      middle = raw
    } else {
      middle =
        Varint.bytes(UInt64(raw.count) << Self.codecBitCount | Self.zlib)
        + Zlib.deflated(raw, level: level)
    }
  }

  /// The bytes with their checksum, which goes on from that of a dictionary where there is one.
  func bytes(seed: UInt32 = 0) -> [UInt8] {
    let body = [lead] + middle
    return body
      + Varint.little(Checksum.crc32(Checksum.archiveSeed ^ (lead & 1 == 1 ? seed : 0), body))
  }

  /// As ``bytes(seed:)``, for a dictionary of so many rows.
  mutating func setRowCount(_ count: Int) {
    if lead & 1 == 1, !middle.isEmpty { middle[0] = UInt8(truncatingIfNeeded: count) }
  }
}
