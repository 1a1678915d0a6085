import ArchiveFormat
import ArchiveInspection
import HostileInput
import KeyedArchives
import TestSupport
import Testing

/// The lengths of extensions stand in front of what they count, however deep extensions are in each other.
@Suite struct ExtensionLengthTests {
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `extensions are written as they were read`(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var script = ArchiveScript()
    let count = Int.random(in: 1...4, using: &generator)
    let isArray = count > 1
    if isArray { script.array(count, of: [ArchiveKind.extension.rawValue]) }
    for _ in 0..<count {
      let tagged = Self.extensions(Int.random(in: 1...60, using: &generator), &generator)
      script.content.bytes += tagged.dropFirst(isArray ? 1 : 0)
    }
    let bytes = script.singlePart()
    let unarchiver = KeyedUnarchiver(limits: .trusted)
    #expect(try unarchiver.decode(ArchivedValue.self, from: bytes).archived() == bytes)
  }

  /// Extensions in each other around a text, each copied into the next one.
  private static func extensions(_ depth: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    var inner = ByteSink()
    inner.kind(.string)
    inner.string(String(repeating: "t", count: Int.random(in: 32...9_000, using: &generator)))
    for _ in 0..<depth {
      var body = ByteSink()
      body.string(String(repeating: "n", count: Int.random(in: 0...100, using: &generator)))
      body.append(inner.bytes[...])
      inner = ByteSink()
      inner.kind(.extension)
      inner.countedBytes(body.bytes)
    }
    return inner.bytes
  }
}
