import ArchiveFormat
import ArchiveInspection
import HostileInput
import KeyedArchives
import TestSupport
import Testing

/// The lengths of extensions stand in front of what they count, however deep extensions are in each other.
@Suite struct ExtensionLengthTests {
  /// The byte counts of the leaves in them, about: bodies of one length or the next longer one, and many of any.
  private static let textByteCounts = [0, 50, 60, 100, 120, 8_000, 8_150, 16_250, 16_350]

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `extensions are written as they were read`(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var script = ArchiveScript()
    let content = Self.value(3, &generator)
    // Rows stand in the order in which values first name them.
    script.extension("example.e")
    script.content.bytes = content
    let bytes = script.singlePart()
    let unarchiver = KeyedUnarchiver(limits: .trusted)
    let value = try unarchiver.decode(ArchivedValue.self, from: bytes)
    #expect(try value.archived(as: ArchiveLayout(framing: .singlePart)) == bytes)
    // Blocks begin behind what was put in.
    let parts = try value.archived(as: ArchiveLayout(framing: .multiPart))
    let again = try unarchiver.decode(ArchivedValue.self, from: parts)
    #expect(try again.archived(as: ArchiveLayout(framing: .singlePart)) == bytes)
    #expect(ArchiveVerification(of: parts, limits: .trusted).findings.isEmpty)
  }

  /// Extensions in each other, one or several side by side, each copied into the next one.
  private static func value(_ depth: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    var inner = ByteSink()
    if depth > 0, Bool.random(using: &generator) {
      let count = Int.random(in: 2...3, using: &generator)
      inner.kind(.array)
      inner.kind(.extension)
      inner.varint(count << 1)
      for _ in 0..<count { inner.bytes += extensions(depth - 1, &generator).dropFirst() }
      return inner.bytes
    }
    return extensions(depth - 1, &generator)
  }

  private static func extensions(_ depth: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    var inner = ByteSink()
    if depth > 0 {
      inner.bytes = value(depth, &generator)
    } else {
      inner.kind(.data)
      let byteCount = textByteCounts.randomElement(using: &generator) ?? 0
      inner.countedBytes(
        [UInt8](repeating: 7, count: byteCount + .random(in: 0...20, using: &generator)))
    }
    for _ in 0..<Int.random(in: 1...20, using: &generator) {
      var body = ByteSink()
      body.varint(0)
      body.append(inner.bytes[...])
      inner = ByteSink()
      inner.kind(.extension)
      inner.countedBytes(body.bytes)
    }
    return inner.bytes
  }
}
