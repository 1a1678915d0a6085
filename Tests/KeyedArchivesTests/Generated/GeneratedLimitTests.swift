import Foundation
import KeyedArchives
import TestTraits
import Testing
import Workloads

/// What values cost when generated code reads them is what they cost without.
@Suite struct GeneratedLimitTests {
  typealias Node = HandWritten.Node
  typealias Limit = any WritableKeyPath<ArchiveLimits, Int> & Sendable

  private static let limits: [(name: String, limit: Limit)] = [
    ("depth", \.maximumDepth), ("values", \.maximumValueCount),
    ("zero width", \.maximumZeroWidthCount), ("visits", \.maximumVisitCount),
    ("bytes", \.maximumMaterializedByteCount),
  ]

  private enum Way { case generated, general, cells }

  /// The least of a limit that a way of reading accepts.
  private func need<Value: Codable>(
    _ type: Value.Type, _ bytes: [UInt8], _ limit: Limit, _ way: Way
  ) -> Int {
    var unarchiver = KeyedUnarchiver(usesGeneratedCode: way != .general)
    unarchiver.usesCells = way == .cells
    func isEnough(_ allowed: Int) -> Bool {
      unarchiver.limits[keyPath: limit] = allowed
      return (try? unarchiver.decode(type, from: bytes)) != nil
    }
    var most = 1
    while most < 1 << 30, !isEnough(most) { most *= 2 }
    var least = -1
    while most - least > 1 {
      let middle = (least + most) / 2
      if isEnough(middle) { most = middle } else { least = middle }
    }
    return most
  }

  /// Each limit is needed as high as without generated code, at need and at one below with the same
  /// outcome, and every value counts as it does for cells where it does without generated code.
  private func check<Value: Codable>(
    _ value: Value, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let bytes: [UInt8] = try KeyedArchiver().encode(value)
    for (limitName, limit) in Self.limits {
      let general = need(Value.self, bytes, limit, .general)
      let generated = need(Value.self, bytes, limit, .generated)
      #expect(generated == general, "\(name), \(limitName)", sourceLocation: sourceLocation)
      for allowed in [general - 1, general, general + 1] {
        var limits = ArchiveLimits.untrusted
        limits[keyPath: limit] = allowed
        let ways = ThreeWays(Value.self, bytes, limits: limits)
        #expect(
          ways.differenceFromContainers == nil, "\(name), \(limitName) \(allowed)",
          sourceLocation: sourceLocation)
      }
    }
  }

  private struct Around: Codable, Equatable, Sendable {
    var first: [HandWritten.Node]
    var second: [String: HandWritten.Vector]
    var third: [HandWritten.Node]
    var numbers: [Int: [String]]
    var last: [[HandWritten.Vector]]
  }

  private let vector = HandWritten.Vector(x: 1, y: 2, z: 3)
  private let tree = Node(
    name: "tree", children: [Node(name: "leaf"), .init(name: "l", children: [.init(name: "m")])])
  private var around: Around {
    Around(
      first: [tree], second: ["a": vector, "b": vector], third: [tree, tree],
      numbers: [1: ["a", "b"], 2: []], last: [[vector], [], [vector, vector]])
  }

  @Test(.differential) func `records of leaves and rows of them`() throws {
    try check(vector, "vector")
    try check([vector, vector], "vectors")
    try check(["a": vector, "b": vector], "vectors by name")
    try check([1: vector, 2: vector], "vectors by number")
    try check([[vector], [vector, vector]], "rows of vectors")
    try check(HandWritten.Triangle(corners: [vector], normal: vector, other: nil), "triangle")
    try check(TriangleMesh.generated(count: 3), "mesh")
    try check(WebLog.generated(count: 3), "log")
    try check(Tiny.sample, "tiny")
  }

  @Test(.differential) func `collections in records`() throws {
    func box<Value: Codable & Equatable & Sendable>(_ value: Value, _ name: String) throws {
      try check(HandWritten.Box(value: value, maybe: nil, values: []), name)
      try check([HandWritten.Box(value: value, maybe: value, values: [value, value])], name)
    }
    try box("a string of more than fifteen bytes", "strings")
    try box(["a", "b"], "arrays of strings")
    try box([[1, 2], []], "arrays of numbers")
    try box(["a": 1], "numbers by name")
    try box(["a": "x", "b": "y"], "strings by name")
    try box([1: ["x"], 2: []], "arrays by number")
    try box([:] as [String: Int], "empty maps")
    try box(Set([1, 2, 3]), "sets")
    try box([true, false], "bools")
    try box(tree, "trees")
  }

  @Test(.differential) func `what comes after generated code in a call`() throws {
    try check(around, "around")
    try check([around, around], "arounds")
    try check(HandWritten.Box(value: around, maybe: around, values: [around]), "boxes of arounds")
    let plain = HandWritten.Plain(vector: vector, nodes: [tree, tree], maybe: vector)
    try check([plain, plain], "plain")
    try check(
      HandWritten.Box(value: plain, maybe: plain, values: [plain, plain]), "boxes of plain")
    let date = Date(timeIntervalSinceReferenceDate: 1)
    try check(HandWritten.Box(value: date, maybe: date, values: [date]), "dates")
  }

  @Test(.differential) func `leaves of Foundation`() throws {
    let leaves = FoundationLeaves(
      date: Date(timeIntervalSinceReferenceDate: 1), id: UUID(), data: Data([1, 2, 3]),
      dates: [Date(timeIntervalSinceReferenceDate: 2)], ids: [UUID(), UUID()],
      pieces: ["a": Data(count: 20)])
    try check(HandWritten.Box(value: leaves, maybe: leaves, values: [leaves]), "boxes of leaves")
    try check(HandWritten.Box(value: leaves.date, maybe: nil, values: leaves.dates), "dates")
    try check(HandWritten.Box(value: leaves.id, maybe: nil, values: leaves.ids), "identifiers")
    try check(
      HandWritten.Box(value: leaves.data, maybe: leaves.data, values: [leaves.data]), "data")
    try check(HandWritten.Box(value: leaves.pieces, maybe: nil, values: []), "data by name")
  }

  private struct FoundationLeaves: Codable, Equatable, Sendable {
    var date: Date
    var id: UUID
    var data: Data
    var dates: [Date]
    var ids: [UUID]
    var pieces: [String: Data]
  }

  @Test(.differential) func `enumerations with payloads`() throws {
    let reports = GeneratedCasesTests.reports
    try check(reports, "reports")
    for report in reports { try check(report, "\(report)") }
    try check(GeneratedCasesTests.term, "term")
    try check([GeneratedCasesTests.term], "terms")
    try check(HandWritten.Box(value: reports[7], maybe: reports[6], values: reports), "boxes")
    try check(GeneratedCasesTests.envelope, "envelope")
    try check([HandWrittenCases.Report.nothing, .nothing], "nothing")
  }

  @Test(.differential) func `raw values take no more than without generated code`() throws {
    let values: [HandWritten.Colour] = [.red, .green]
    let box = HandWritten.Box(value: values[0], maybe: values[1], values: values)
    let bytes: [UInt8] = try KeyedArchiver().encode([box])
    for (name, limit) in Self.limits {
      let general = need([HandWritten.Box<HandWritten.Colour>].self, bytes, limit, .general)
      let generated = need([HandWritten.Box<HandWritten.Colour>].self, bytes, limit, .generated)
      #expect(name == "visits" ? generated <= general : generated == general, "\(name)")
    }
  }

  @Test func `deep trees are accepted to the same depth`() throws {
    func chain(_ depth: Int) -> Node {
      (0..<depth).reduce(Node(name: "end")) { Node(name: "\($1)", children: [$0]) }
    }
    for depth in [20, 31, 32, 33, 34, 60, 120, 200] {
      let bytes: [UInt8] = try KeyedArchiver().encode(chain(depth))
      let general = need(Node.self, bytes, \.maximumDepth, .general)
      #expect(general == depth * 2 + 2)
      #expect(need(Node.self, bytes, \.maximumDepth, .generated) == depth * 2 + 2)
      #expect(need(Node.self, bytes, \.maximumDepth, .cells) == depth * 2 + 2)
    }
    // With values in it that have no generated code.
    typealias Boxes = HandWritten.Box<HandWritten.Plain>
    for depth in [10, 40, 200] {
      let plain = HandWritten.Plain(vector: vector, nodes: [chain(depth)], maybe: nil)
      let box = HandWritten.Box(value: plain, maybe: plain, values: [plain])
      let bytes: [UInt8] = try KeyedArchiver().encode([box])
      let general = need([Boxes].self, bytes, \.maximumDepth, .general)
      if Differential.isWantedHere() {
        #expect(need([Boxes].self, bytes, \.maximumDepth, .generated) == general)
      }
    }
  }

  /// What `body` gives on a thread with a stack of its own.
  private func onThread<Result: Sendable>(
    stackByteCount: Int, _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      let thread = Thread { continuation.resume(with: Swift.Result { try body() }) }
      thread.stackSize = stackByteCount
      thread.start()
    }
  }

  @Test func `a chain of two thousand ends in the same error`() async throws {
    let bytes: [UInt8] = try await onThread(stackByteCount: 64 << 20) {
      let chain = (0..<2_000).reduce(Node(name: "end")) { Node(name: "\($1)", children: [$0]) }
      var archiver = KeyedArchiver()
      archiver.maximumDepth = 10_000
      return try archiver.encode(chain)
    }
    func read(_ stackByteCount: Int, maximumDepth: Int) async throws -> (
      code: ArchiveError.Code?, difference: String?
    ) {
      try await onThread(stackByteCount: stackByteCount) {
        var limits = ArchiveLimits.untrusted
        limits.maximumDepth = maximumDepth
        let ways = ThreeWays(Node.self, bytes, limits: limits)
        guard case .failure(let error as ArchiveError) = ways.generated else {
          return (nil, ways.isAccepted ? nil : "another error")
        }
        let difference = error.code == .stackExhausted ? nil : ways.differenceFromContainers
        return (error.code, difference)
      }
    }
    let shallow = try await read(64 << 20, maximumDepth: 512)
    #expect(shallow.code == .limitExceeded && shallow.difference == nil)
    let deep = try await read(64 << 20, maximumDepth: 10_000)
    #expect(deep.code == nil && deep.difference == nil)
    let small = try await read(256 << 10, maximumDepth: 10_000)
    #expect(small.code == .stackExhausted)
  }

  @Test(.differential) func `records without bytes`() throws {
    struct Nothing: Codable, Equatable, Sendable, ArchivableRecord {
      init() {}
      static func describeFields(_ fields: inout ArchiveFields) {}
      func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {}
      init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {}
    }
    try check(Nothing(), "nothing")
    try check([Nothing(), Nothing(), Nothing()], "nothings")
    try check(
      HandWritten.Box(value: Nothing(), maybe: Nothing(), values: [Nothing(), Nothing()]), "box")
  }
}
