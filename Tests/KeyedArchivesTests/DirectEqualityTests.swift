import ArchiveCompression
import ArchiveFormat
import KeyedArchives
import TestTraits
import Testing
import VectorSupport
import TestSupport
import Workloads

/// Reading straight from bytes and reading from cells tell the same of any bytes.
@Suite(.differential) struct DirectEqualityTests {
  /// What decoding gives: bytes made of the value anew, or an error.
  private func outcome<Value: Codable>(
    _ type: Value.Type, _ bytes: [UInt8], usesCells: Bool
  ) -> Result<Value, any Error> {
    var unarchiver = KeyedUnarchiver(allowedTypes: [Disc.self, Brick.self])
    unarchiver.usesCells = usesCells
    return Result { try unarchiver.decode(type, from: bytes) }
  }

  private func isSame<Value: Codable>(_ left: Value, _ right: Value) throws -> Bool {
    // The order of a dictionary's entries depends on its capacity.
    if let left = left as? [String: Int] { return left == right as? [String: Int] }
    let bytes: [UInt8] = try KeyedArchiver().encode(left)
    return try bytes == KeyedArchiver().encode(right)
  }

  /// Compares the two ways for bytes; true if they are accepted.
  @discardableResult
  private func compare<Value: Codable>(
    _ type: Value.Type, _ bytes: [UInt8], _ name: String
  ) throws -> Bool {
    let cells = outcome(type, bytes, usesCells: true)
    switch (outcome(type, bytes, usesCells: false), cells) {
    case (.success(let left), .success(let right)):
      #expect(try isSame(left, right), "\(name)")
      return true
    case (.failure(let left), .failure(let right)):
      #expect(left is ArchiveError && right is ArchiveError, "\(name): \(left), \(right)")
      return false
    case (let direct, let cells):
      Issue.record("\(name): \(direct) straight from bytes, \(cells) from cells: \(bytes)")
      return false
    }
  }

  @Test(.long) func `changed content is accepted or refused either way, with the same values`()
    throws
  {
    var generator = SeededGenerator(seed: 23)
    var accepted = 0
    for sample in try DamageTests.samples() {
      let bytes: [UInt8] = try KeyedArchiver(framing: .singlePart).encode(sample.value)
      func check<Value: Codable>(_ value: Value) throws {
        #expect(try compare(Value.self, bytes, sample.name))
        for _ in 0..<1_500 {
          var changed = Array(bytes.dropLast(4))
          for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let index = Int.random(in: 1..<changed.count, using: &generator)
            changed[index] = UInt8.random(in: 0...255, using: &generator)
          }
          var sink = ByteSink()
          sink.bytes = changed
          sink.fixed(SinglePart.checksum(of: changed[...]))
          if try compare(Value.self, sink.bytes, sample.name) { accepted += 1 }
        }
      }
      try check(sample.value)
    }
    print("seed 23: \(accepted) changes accepted, both ways alike")
    #expect(accepted > 100)
  }

  @Test(.long) func `vectors are read alike`() throws {
    for vector in try ValidVector.all() {
      check(vector.bytes, vector.name)
    }
    for vector in InvalidVector.all() { check(vector.bytes, vector.name) }
  }

  /// Reads whatever there is.
  private func check(_ bytes: [UInt8], _ name: String) {
    var unarchiver = KeyedUnarchiver()
    let direct = Result { try unarchiver.decode(Outline.self, from: bytes) }
    unarchiver.usesCells = true
    let cells = Result { try unarchiver.decode(Outline.self, from: bytes) }
    switch (direct, cells) {
    case (.success(let left), .success(let right)):
      // Not-a-number equals nothing.
      #expect(left == right || name.contains("float"), "\(name)")
    case (.failure(let left as ArchiveError), .failure(let right as ArchiveError)):
      #expect(
        left.code == right.code && left.byteOffset == right.byteOffset, "\(name): \(left), \(right)"
      )
    default: Issue.record("\(name): \(direct), \(cells)")
    }
  }

  @Test(.long, .enabled(if: Corpus.isThere, "the corpus is absent"))
  func `documents of the corpus are read alike`() throws {
    func check<Document: CorpusDocument>(_ type: Document.Type) throws {
      let document = try #require(try Corpus.load(type))
      for layout in Layout.all {
        #expect(try roundTrip(document, layout) == document)
        #expect(try roundTrip(document, layout, usesCells: true) == document)
      }
    }
    try check(TwitterSearch.self)
    try check(TicketCatalog.self)
    try check(CanadaMap.self)
  }
}
