internal import FuzzOracles

/// Bytes behind a stamp: Spec/stored-forms.md, section 2.
struct StampedBytes {
  /// The forms that ``TransformsOracle`` reads.
  private static let forms = ["utf8", "json → zlib", "digits@1", "archive"]

  private var form: String
  private var content: [UInt8]

  init?(_ bytes: [UInt8]) {
    guard bytes.first == 0xC1, bytes.count >= 8 else { return nil }
    let found = Self.forms.first {
      Varint.little(Checksum.crc32(0, $0.utf8)).prefix(3).elementsEqual(bytes[1..<4])
    }
    form = found ?? Self.forms[0]
    content = Array(bytes[8...])
  }

  mutating func mutate(_ room: Int, _ random: inout FuzzRandom) {
    if random.isOne(in: 8) { form = Self.forms[random.below(Self.forms.count)] }
    if form.hasSuffix("zlib"), var raw = Zlib.inflated(content) {
      ByteMutation.mutate(&raw, room, &random)
      content = Zlib.deflated(raw, level: random.below(10))
    } else {
      ByteMutation.mutate(&content, room, &random)
    }
  }

  var bytes: [UInt8] {
    let seed = Checksum.crc32(0, form.utf8)
    return [0xC1] + Varint.little(seed).prefix(3)
      + Varint.little(Checksum.crc32(seed, content)) + content
  }
}
