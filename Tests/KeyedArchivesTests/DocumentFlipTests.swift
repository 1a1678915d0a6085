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

  @Test(.long, arguments: Layout.all) func `a flipped bit in a made-up document is found`(
    _ layout: Layout
  ) throws {
    let count = try check(Self.madeUp, "a made-up document", layout)
    print("\(layout): \(count) seeded flips, each one thrown and reported")
  }

  @Test(.long, .enabled(if: Corpus.isThere, "the corpus is absent"), arguments: Layout.all)
  func `a flipped bit in a document of the corpus is found`(_ layout: Layout) throws {
    var count = 0
    try checkDocument(TwitterSearch.self, layout, &count)
    try checkDocument(TicketCatalog.self, layout, &count)
    try checkDocument(CanadaMap.self, layout, &count)
    print("\(layout): \(count) seeded flips, each one thrown and reported")
  }

  /// A document that does not need the corpus.
  private static let madeUp = (0..<2_000).map { index in
    ["id": "\(index)", "name": String(repeating: "n", count: index % 40), "kind": "made up"]
  }

  private func checkDocument<Document: CorpusDocument>(
    _ type: Document.Type, _ layout: Layout, _ count: inout Int
  ) throws {
    count += try check(#require(try Corpus.load(type)), type.fileName, layout)
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
