import Foundation
import Testing

@testable import KeyedArchives

/// The cost of values to readers, as numbers (Spec, section 12), whichever way the values are read.
///
/// Values are what the archive holds: each container, each field of a record and each element, but for the elements of a row of numbers.
/// Visits are values that are decoded. Bytes of memory are those of texts and of the elements of collections: count × stride.
@Suite struct StatedCostTests {
  typealias Node = HandWritten.Node
  typealias Vector = HandWritten.Vector

  struct Cost {
    var depth: Int
    var values: Int
    var visits: Int
    var byteCount: Int
    /// The visits of a reader through cells, which visits each value, but for those that two types share; nil for a
    /// number that is not checked.
    var cellVisits: Int?
  }

  /// Each limit is enough at the cost, and not at one below.
  private func check<Value: Codable & Equatable>(
    _ value: Value, _ cost: Cost, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let bytes: [UInt8] = try KeyedArchiver().encode(value)
    var cells = KeyedUnarchiver()
    cells.usesCells = true
    let ways = [
      ("direct", KeyedUnarchiver(usesGeneratedCode: false)), ("generated", KeyedUnarchiver()),
      ("cells", cells),
    ]
    let limits: [(String, any WritableKeyPath<ArchiveLimits, Int> & Sendable, Int)] = [
      ("depth", \.maximumDepth, cost.depth), ("values", \.maximumValueCount, cost.values),
      ("visits", \.maximumVisitCount, cost.visits),
      ("bytes", \.maximumMaterializedByteCount, cost.byteCount),
    ]
    for (way, unarchiver) in ways {
      // Cells are a list of values, which costs memory, and each of them is visited.
      let isThroughCells = way == "cells"
      for (name, limit, stated) in isThroughCells ? Array(limits[..<3]) : limits {
        guard let need = isThroughCells && name == "visits" ? cost.cellVisits : stated else {
          continue
        }
        var unarchiver = unarchiver
        unarchiver.limits[keyPath: limit] = need
        #expect(
          (try? unarchiver.decode(Value.self, from: bytes)) == value, "\(way), \(name) \(need)",
          sourceLocation: sourceLocation)
        guard need > 0 else { continue }
        unarchiver.limits[keyPath: limit] = need - 1
        let error = #expect(
          throws: ArchiveError.self, "\(way), \(name) \(need - 1)", sourceLocation: sourceLocation
        ) { try unarchiver.decode(Value.self, from: bytes) }
        #expect(error?.code == .limitExceeded, sourceLocation: sourceLocation)
      }
    }
  }

  private struct Plain: Codable, Equatable {
    var id = 1
    var name = "a name"
    var tags = ["x", "yz"]
    var isOn = true
    var maybe: Int?
  }

  @Test func `records`() throws {
    let vector = Vector(x: 1, y: 2, z: 3)
    try check(vector, Cost(depth: 1, values: 4, visits: 1, byteCount: 0, cellVisits: 4))
    // Two records of three fields in an array.
    try check(
      [vector, vector], Cost(depth: 2, values: 9, visits: 7, byteCount: 2 * 12, cellVisits: 9))
    try check(["a": vector], Cost(depth: 3, values: 8, visits: 4, byteCount: 32 + 1))
    try check(Plain(), Cost(depth: 2, values: 8, visits: 3, byteCount: 6 + 2 * 16 + 3))
    try check(
      [Plain(), Plain(maybe: 3)],
      Cost(
        depth: 3, values: 17, visits: 9, byteCount: 2 * MemoryLayout<Plain>.stride + 2 * 41))
  }

  private final class Item: Codable, Equatable {
    var number = 1
    var other: Item?
    init(_ other: Item? = nil) { self.other = other }
    static func == (left: Item, right: Item) -> Bool {
      left.number == right.number && left.other == right.other
    }
  }

  @Test func `objects, and references to them`() throws {
    let item = Item(Item())
    try check([item, item], Cost(depth: 5, values: 9, visits: 9, byteCount: 16, cellVisits: 6))
  }

  @Test func `records that hold their like`() throws {
    try check(
      Node(name: "a name of more than fifteen bytes"),
      Cost(depth: 2, values: 5, visits: 1, byteCount: 33))
    let tree = Node(name: "tree", children: [Node(name: "leaf"), Node(name: "twig", weight: 1)])
    try check(
      tree,
      Cost(
        depth: 4, values: 15, visits: 12, byteCount: 3 * 4 + 2 * MemoryLayout<Node>.stride))
    try check(
      HandWritten.Box(value: "text", maybe: "longer text than fifteen", values: ["a", "bc"]),
      Cost(depth: 2, values: 6, visits: 3, byteCount: 4 + 24 + 2 * 16 + 3))
  }

  @Test func `enumerations with payloads`() throws {
    typealias Report = HandWrittenCases.Report
    let text = GeneratedCasesTests.reports[0]
    try check(text, Cost(depth: 2, values: 3, visits: 3, byteCount: 1))
    try check(
      [text, .nothing],
      Cost(
        depth: 3, values: 6, visits: 9, byteCount: 1 + 2 * MemoryLayout<Report>.stride))
  }
}
