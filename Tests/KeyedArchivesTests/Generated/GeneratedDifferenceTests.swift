import KeyedArchives
import TestTraits
import Testing
import Workloads

/// Generated code accepts what the general ways accept, with the same values, and fails as they do.
@Suite(.differential) struct GeneratedDifferenceTests {
  /// Reads changed archives of a value in three ways; how many were accepted.
  @discardableResult
  private func check<Value: Codable>(
    _ value: Value, count: Int = 500, seed: UInt64,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Int {
    let bytes: [UInt8] = try KeyedArchiver(framing: .singlePart).encode(value)
    ThreeWays(Value.self, bytes).expectSame("unchanged", sourceLocation: sourceLocation)
    var mutation = ArchiveMutation(seed: seed)
    var accepted = 0
    var shown = 0
    for number in 0..<count {
      let changed = mutation.changed(bytes)
      let ways = ThreeWays(Value.self, changed, verifiesChecksums: false)
      if ways.difference != nil, shown < 3 {
        shown += 1
        ways.expectSame("seed \(seed), change \(number)", sourceLocation: sourceLocation)
      }
      if ways.isAccepted { accepted += 1 }
    }
    return accepted
  }

  @Test func `records of leaves`() throws {
    let vector = HandWritten.Vector(x: 1, y: -2, z: .nan)
    var accepted = try check(vector, seed: 1)
    accepted += try check([vector, vector, vector], seed: 2)
    accepted += try check(
      (0..<9).map { HandWritten.Padded(tag: $0, value: Double($0)) }, seed: 3)
    accepted += try check(["a": vector, "é": vector], seed: 4)
    accepted += try check([5: vector, -7: vector], seed: 5)
    accepted += try check(
      HandWritten.Triangle(corners: [vector, vector], normal: vector, other: vector), seed: 6)
    #expect(accepted > 300)
  }

  @Test func `trees`() throws {
    let leaf = HandWritten.Node(name: "leaf", isLeaf: true, weight: -0.0)
    let tree = HandWritten.Node(
      name: "a name of more than fifteen bytes",
      children: [leaf, .init(name: "ä", children: [leaf, leaf])])
    var accepted = try check(tree, count: 1_500, seed: 7)
    accepted += try check([tree, leaf], seed: 8)
    accepted += try check(["x": [tree]], seed: 9)
    #expect(accepted > 200)
  }

  @Test(.long) func `fields of every sort`() throws {
    var accepted = try check(HandWritten.Everything(), count: 1_500, seed: 10)
    accepted += try check(HandWritten.Everything.full, count: 3_000, seed: 11)
    accepted += try check([HandWritten.Everything.full, .init()], count: 1_000, seed: 12)
    #expect(accepted > 500)
  }

  @Test(.long) func `generic records`() throws {
    func box<Value: Codable & Equatable & Sendable>(_ value: Value, _ seed: UInt64) throws -> Int {
      try check(
        [
          HandWritten.Box(value: value, maybe: value, values: [value, value, value]),
          .init(value: value, values: []),
        ], seed: seed)
    }
    var accepted = try box(true, 13)
    accepted += try box("text", 14)
    accepted += try box(-1, 15)
    accepted += try box(Int16(-300), 16)
    accepted += try box(1.5 as Double?, 17)
    accepted += try box(HandWritten.Flag(rawValue: true), 18)
    accepted += try box(HandWritten.Colour.red, 19)
    accepted += try box(Set([1, 2, 3]), 20)
    accepted += try box([true, false, true], 21)
    accepted += try box(["k": ["l": 1]], 22)
    accepted += try box([[], [[1, 2]], [[]]] as [[[UInt16]]], 23)
    let node = HandWritten.Node(name: "n", children: [.init(name: "m")])
    let plain = HandWritten.Plain(vector: .init(x: 1, y: 2, z: 3), nodes: [node], maybe: nil)
    accepted += try box(plain, 24)
    accepted += try box(HandWritten.Box(value: plain, maybe: plain, values: [plain]), 25)
    accepted += try box(HandWritten.Everything.full, 26)
    #expect(accepted > 500)
  }

  @Test(.long) func `the workloads`() throws {
    var accepted = try check(Tiny.sample, count: 1_000, seed: 27)
    accepted += try check(WebLog.generated(count: 3), count: 1_000, seed: 28)
    accepted += try check(TriangleMesh.generated(count: 5), seed: 29)
    accepted += try check(PlayerSaves.generated(count: 1), count: 1_000, seed: 30)
    accepted += try check(GameUpdates.generated(count: 2), count: 1_000, seed: 31)
    #expect(accepted > 500)
  }

  @Test(.long) func `every prefix and every byte taken out of one archive`() throws {
    let values = [HandWritten.Everything.full, HandWritten.Everything()]
    let bytes: [UInt8] = try KeyedArchiver(framing: .singlePart).encode(values)
    for index in 1..<(bytes.count - 4) {
      let prefix = bytes[..<index] + bytes.suffix(4)
      ThreeWays([HandWritten.Everything].self, Array(prefix), verifiesChecksums: false)
        .expectSame("prefix of \(index)")
      var without = bytes
      without.remove(at: index)
      ThreeWays([HandWritten.Everything].self, without, verifiesChecksums: false)
        .expectSame("without byte \(index)")
    }
  }
}
