import Foundation
import KeyedArchives
import Testing
import Workloads

@Suite struct CorpusTests {
  /// What is true of every value of the workloads, whatever it comes from.
  private func check<Value: Codable & Equatable>(_ value: Value, _ origin: String) throws {
    for layout in Layout.all {
      let bytes = try layout.bytes(value)
      let back = try KeyedUnarchiver().decode(Value.self, from: bytes)
      // `==` alone would print documents of megabytes.
      #expect(Bool(back == value), "\(origin), \(layout): another value came back")
      let again = try layout.bytes(back)
      #expect(
        Bool(try KeyedUnarchiver().decode(Value.self, from: again) == value),
        "\(origin), \(layout): another value came back the second time")
    }
  }

  private func checkSeeded<Value: Codable & Equatable>(_ type: Value.Type) throws {
    for _ in 0..<10 {
      let seed = UInt64.random(in: 0...UInt64.max)
      let value = try SeededValue.make(type, seed: seed)
      do {
        try check(value, "\(type) of seed \(seed)")
      } catch {
        Issue.record("\(type) of seed \(seed): \(error)")
      }
    }
  }

  @Test func `pages of tweets from seeds come back equal from every layout`() throws {
    try checkSeeded(TwitterSearch.self)
  }

  @Test func `catalogs of concerts from seeds come back equal from every layout`() throws {
    try checkSeeded(TicketCatalog.self)
  }

  @Test func `maps of borders from seeds come back equal from every layout`() throws {
    try checkSeeded(CanadaMap.self)
  }

  @Test(.enabled(if: Corpus.isThere, "the corpus is absent"))
  func `the documents of the corpus come back equal from every layout`() throws {
    func check<Document: CorpusDocument>(_ type: Document.Type) throws {
      try self.check(#require(try Corpus.load(type)), type.fileName)
    }
    try check(TwitterSearch.self)
    try check(TicketCatalog.self)
    try check(CanadaMap.self)
  }

  @Test func `a record of eight fields comes back equal from every layout`() throws {
    try check(SampleRecord.sample, "the sample")
    try checkSeeded(SampleRecord.self)
  }

  @Test func `the first records of the made data sets come back equal from every layout`() throws {
    try check(WebLog.generated(count: 50), "the web log")
    try check(TriangleMesh.generated(count: 50), "the mesh")
    try check(PlayerSaves.generated(count: 20), "the saved players")
    try check(GameUpdates.generated(count: 5), "the game's updates")
    try check(Tiny.sample, "the tiny record")
  }

  @Test(arguments: Layout.all)
  func `a graph of parts comes back with its classes and its sharing`(layout: Layout) throws {
    let graph = PartGraph.sample()
    let back = try KeyedUnarchiver(allowedTypes: [Gear.self, Assembly.self])
      .decode(PartGraph.self, from: layout.bytes(graph))
    let (lines, backLines) = (graph.lines, back.lines)
    #expect(graph.objectCount == 2_048)
    #expect(
      Bool(backLines == lines),
      "\(zip(lines, backLines).first { $0 != $1 }.map { "\($0)" } ?? "other length")")
  }

  @Test(.enabled(if: Corpus.isThere, "the corpus is absent"))
  func `documents are smaller as archives than as JSON`() throws {
    func check<Document: CorpusDocument>(_ type: Document.Type) throws {
      let document = try #require(try Corpus.load(type))
      let json = try JSONEncoder().encode(document).count
      #expect(try Layout.all[0].bytes(document).count * 100 < json * 55)
    }
    try check(TwitterSearch.self)
    try check(TicketCatalog.self)
    try check(CanadaMap.self)
  }
}
