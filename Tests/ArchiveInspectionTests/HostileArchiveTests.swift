import ArchiveCompression
import ArchiveFormat
import ArchiveInspection
import TestSupport
import Testing

/// Archives that somebody made up, with right checksums.
@Suite struct HostileArchiveTests {
  private static let seed: UInt64 = 7

  /// `bytes` with a few bytes changed, inserted or removed, and the checksum that goes with them.
  private static func mutated(
    _ bytes: [UInt8], _ random: inout SeededGenerator
  ) -> [UInt8] {
    var content = Array(bytes.dropFirst().dropLast(4))
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      guard let index = content.indices.randomElement(using: &random) else { continue }
      switch Int.random(in: 0..<5, using: &random) {
      case 0: content[index] = UInt8.random(in: .min ... .max, using: &random)
      case 1: content[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2: content.insert(UInt8.random(in: .min ... .max, using: &random), at: index)
      case 3: content.remove(at: index)
      default: content[index] = content.randomElement(using: &random) ?? 0
      }
    }
    return SampleArchives.singlePart(lead: bytes[0], content)
  }

  @Test func `whatever the bytes, nothing traps and what is well-formed can be shown`() throws {
    var random = SeededGenerator(seed: Self.seed)
    var sources = [try SampleArchives.everything(), SampleArchives.twoRoots()]
    for seed in 0..<8 as Range<UInt64> {
      let text = RandomJSON.text(seed: seed)
      sources.append(
        try SampleArchives.json(text, ArchiveLayout(framing: .singlePart)))
    }
    sources = sources.filter { $0.count < 4_000 }
    var wellFormedCount = 0
    for _ in 0..<4_000 {
      let source = try #require(sources.randomElement(using: &random))
      let bytes = Self.mutated(source, &random)
      let verification = ArchiveVerification(of: bytes, requiresCanonicalForm: true)
      guard let inspector = verification.inspector else {
        #expect(!verification.isWellFormed)
        continue
      }
      wellFormedCount += 1
      _ = try? inspector.dump()
      _ = inspector.summary
      _ = inspector.typeUsages()
      try? inspector.printTree { _ in }
      _ = try? inspector.json(.lossy)
      for root in inspector.roots {
        let copy = try root.value.archived()
        #expect(
          ArchiveVerification(of: copy).isWellFormed,
          "seed \(Self.seed), copy of \(ByteList(bytes)): \(ByteList(copy))")
      }
    }
    // Mutations must reach further than the first check for this to mean anything.
    #expect(wellFormedCount > 100)
  }
}

/// Bytes in hex for a message.
private struct ByteList: CustomStringConvertible {
  let bytes: [UInt8]
  init(_ bytes: [UInt8]) { self.bytes = bytes }
  var description: String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
