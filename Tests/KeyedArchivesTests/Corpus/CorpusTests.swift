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

  /// A document of the corpus, or documents from seeds where it is absent; these always.
  private func check<Document: CorpusDocument>(_ type: Document.Type) throws {
    if let document = try Corpus.load(type) {
      try check(document, type.fileName)
    } else {
      print("\(type.fileName) was not tested: \(Corpus.absence(of: type))")
    }
    try checkSeeded(type)
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

  @Test func `a page of tweets comes back equal from every layout`() throws {
    try check(TwitterSearch.self)
  }

  @Test func `a catalog of concerts comes back equal from every layout`() throws {
    try check(TicketCatalog.self)
  }

  @Test func `a map of borders comes back equal from every layout`() throws {
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

  @Test func `documents are smaller as archives than as JSON`() throws {
    func sizes<Document: CorpusDocument>(_ type: Document.Type) throws -> (Int, Int)? {
      guard let document = try Corpus.load(type) else { return nil }
      return (try Layout.all[0].bytes(document).count, try JSONEncoder().encode(document).count)
    }
    for found in [
      try sizes(TwitterSearch.self), try sizes(TicketCatalog.self), try sizes(CanadaMap.self),
    ] {
      guard let (archive, json) = found else {
        print("Sizes were not compared: a document of the corpus is absent.")
        continue
      }
      #expect(archive * 100 < json * 55)
    }
  }
}
