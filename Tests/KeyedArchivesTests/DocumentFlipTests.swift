import ArchiveCompression
import ArchiveFormat
import KeyedArchives
import TestTraits
import Testing
import TestSupport
import Workloads

/// Seeded flips of single bits in archives of whole documents (Spec, S1, M1, M4, M5).
@Suite struct DocumentFlipTests {
  /// Flips of each document in each layout: three documents and four layouts make 20,004.
  private static let flipCount = 1_667

  @Test(.long, arguments: Layout.all) func `a flipped bit in a document's archive is found`(
    _ layout: Layout
  ) throws {
    var count = try check(Self.madeUp, "a made-up document", layout)
    let missing = [
      try checkDocument(TwitterSearch.self, layout, &count),
      try checkDocument(TicketCatalog.self, layout, &count),
      try checkDocument(CanadaMap.self, layout, &count),
    ].compactMap { $0 }
    for absence in missing { print(absence) }
    print("\(layout): \(count) seeded flips, each one thrown and reported")
  }

  /// A document that is always there: what the corpus adds to is tested on it too.
  private static let madeUp = (0..<2_000).map { index in
    ["id": "\(index)", "name": String(repeating: "n", count: index % 40), "kind": "made up"]
  }

  private func checkDocument<Document: CorpusDocument>(
    _ type: Document.Type, _ layout: Layout, _ count: inout Int
  ) throws -> String? {
    guard let document = try Corpus.load(type) else { return Corpus.absence(of: type) }
    count += try check(document, type.fileName, layout)
    return nil
  }

  private func check<Document: Codable & Equatable>(
    _ document: Document, _ name: String, _ layout: Layout
  ) throws -> Int {
    var bytes = try layout.bytes(document)
    #expect(try KeyedUnarchiver().decode(Document.self, from: bytes) == document, "\(name)")
    var generator = SeededGenerator(seed: 20_000)
    for _ in 0..<Self.flipCount {
      let index = Int.random(in: bytes.indices, using: &generator)
      let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &generator)
      bytes[index] ^= bit
      if (try? KeyedUnarchiver().decode(Document.self, from: bytes)) != nil {
        Issue.record("\(name), \(layout): bit \(bit) of byte \(index) does not make decoding throw")
      }
      if !isReported(bytes) {
        Issue.record("\(name), \(layout): bit \(bit) of byte \(index) is not reported")
      }
      bytes[index] ^= bit
    }
    return Self.flipCount
  }

  /// Whether the framing alone, read as `verify` reads it, tells of damage.
  private func isReported(_ bytes: [UInt8]) -> Bool {
    var opener = ArchiveOpener(bytes, limits: .untrusted, gathersFindings: true)
    return (try? opener.open()) == nil || !opener.findings.isEmpty
  }
}
