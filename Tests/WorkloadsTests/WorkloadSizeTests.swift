import Foundation
import Testing
import Workloads

/// The workloads are those that others measure: as many bytes as JSON tell.
@Suite struct WorkloadSizeTests {
  private func jsonByteCount(_ value: some Encodable) throws -> Int {
    try JSONEncoder().encode(value).count
  }

  private func check<Document: CorpusDocument>(
    _ type: Document.Type, jsonByteCount expected: Int
  ) throws {
    #expect(try jsonByteCount(#require(try Corpus.load(type))) == expected)
  }

  @Test func `the web log is the known one`() throws {
    #expect(try jsonByteCount(WebLog.standard()) == 1_876_008)
  }

  @Test func `the mesh is the known one`() throws {
    #expect(try jsonByteCount(TriangleMesh.standard()) == 26_192_729)
  }

  @Test func `the saved players are the known ones`() throws {
    #expect(try jsonByteCount(PlayerSaves.standard()) == 1_607_733)
  }

  @Test func `the game's updates are the known ones`() throws {
    #expect(try jsonByteCount(GameUpdates.standard()) == 9_361_563)
  }

  @Test func `the tiny record is the known one`() throws {
    #expect(try jsonByteCount(Tiny.sample) == 137)
  }

  @Test(.enabled(if: Corpus.isThere, "the corpus is absent"))
  func `the page of tweets has all fields of its types`() throws {
    try check(TwitterSearch.self, jsonByteCount: 430_782)
  }

  @Test(.enabled(if: Corpus.isThere, "the corpus is absent"))
  func `the catalog of concerts has all fields of its types`() throws {
    try check(TicketCatalog.self, jsonByteCount: 480_297)
  }

  @Test(.enabled(if: Corpus.isThere, "the corpus is absent"))
  func `the map of borders has all fields of its types`() throws {
    try check(CanadaMap.self, jsonByteCount: 2_090_234)
  }
}
