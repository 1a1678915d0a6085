import Foundation
import Testing
import Workloads

/// The codec written by hand brings values back, and refuses what is damaged: otherwise it were no
/// limit to measure against.
@Suite struct FixedLayoutTests {
  private static let sum: FixedLayoutChecksum = { bytes in
    bytes.reduce(1) { $0 &* 31 &+ UInt32($1) }
  }

  private func check<Document: FixedLayoutDocument & Equatable>(_ document: Document) throws {
    for checksum in [nil, Self.sum] {
      let data = document.encoded(checksum: checksum)
      #expect(Bool(try Document.decoded(from: data, checksum: checksum) == document))
    }
  }

  private func check<Document: CorpusDocument & FixedLayoutDocument>(
    _ type: Document.Type
  ) throws {
    try check(#require(try Corpus.load(type)))
  }

  @Test func `made values come back equal`() throws {
    try check(WebLog.generated(count: 100))
    try check(TriangleMesh.generated(count: 100))
    try check(PlayerSaves.generated(count: 100))
    try check(GameUpdates.generated(count: 100))
    try check(Tiny.sample)
  }

  @Test(.enabled(if: Corpus.isThere, "the corpus is absent"))
  func `documents come back equal`() throws {
    try check(TwitterSearch.self)
    try check(TicketCatalog.self)
    try check(CanadaMap.self)
  }

  @Test func `numbers have their full width, little-endian, after the count of their array`() {
    let mesh = TriangleMesh.generated(count: 2)
    let data = mesh.encoded(checksum: nil)
    #expect(data.count == 4 + 2 * 4 * 3 * 4)
    #expect(data.prefix(4).elementsEqual([2, 0, 0, 0]))
    #expect(mesh.encoded(checksum: Self.sum).count == data.count + 4)
  }

  @Test func `bytes that are cut off are refused at every length`() {
    let data = PlayerSaves.generated(count: 2).encoded(checksum: nil)
    for count in data.indices {
      #expect(throws: FixedLayoutError.cutOff, "\(count) of \(data.count) bytes") {
        try PlayerSaves.decoded(from: data.prefix(count), checksum: nil)
      }
    }
  }

  @Test func `a changed byte is refused where there is a checksum`() {
    var data = Tiny.sample.encoded(checksum: Self.sum)
    for index in data.indices {
      data[index] ^= 1
      #expect(throws: FixedLayoutError.damaged, "byte \(index)") {
        try Tiny.decoded(from: data, checksum: Self.sum)
      }
      data[index] ^= 1
    }
  }
}
