import Foundation
import KeyedArchives
import TestTraits
import Testing
import Workloads

/// Types with conformances written by hand: they need no trait.
@Suite struct HandWrittenRecordTests {
  typealias Node = HandWritten.Node
  typealias Vector = HandWritten.Vector
  typealias Everything = HandWritten.Everything

  private let tree = Node(
    name: "root",
    children: [
      Node(name: "left", isLeaf: true, weight: 1),
      Node(name: "right", children: [Node(name: "deep", weight: 2), Node(name: "deeper")]),
    ])

  /// A record of no more than leaves that is encoded directly whatever it holds.
  private func expectDirect<Value: Codable & Equatable>(
    _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(
      try expectSameBytes(value, sourceLocation: sourceLocation), sourceLocation: sourceLocation)
    #expect(try roundTrip(value) == value, sourceLocation: sourceLocation)
  }

  @Test func `records of leaves`() throws {
    let vector = Vector(x: 1, y: -2, z: .infinity)
    try expectDirect(vector)
    try expectDirect([vector, vector, vector])
    try expectDirect(HandWritten.Padded(tag: 9, value: 1.5))
    try expectDirect((0..<100).map { HandWritten.Padded(tag: $0, value: Double($0)) })
    try expectDirect(
      HandWritten.Triangle(corners: [vector, vector], normal: vector, other: nil))
    try expectDirect(
      [nil, vector].map { HandWritten.Triangle(corners: [vector], normal: vector, other: $0) })
  }

  @Test func `a recursive type is one shape`() throws {
    try expectDirect(tree)
    try expectDirect([tree, tree.children[0], tree])
    try expectDirect(Node(name: "alone"))
    try expectDirect(["a": tree, "b": Node(name: "b")])
  }

  @Test(.long) func `fields of every sort`() throws {
    try expectSameBytes(Everything())
    #expect(try roundTrip(Everything()) == Everything())
    try expectSameBytes(Everything.full)
    #expect(try roundTrip(Everything.full) == Everything.full)
    try expectSameBytes([Everything(), .full, Everything()])
  }

  @Test func `generic records of every argument`() throws {
    func check<Value: Codable & Equatable & Sendable>(_ value: Value, _ other: Value) throws {
      let box = HandWritten.Box(value: value, maybe: other, values: [value, other])
      let empty = HandWritten.Box(value: other, maybe: nil, values: [])
      try expectSameBytes(box)
      try expectSameBytes([empty, box])
      #expect(try roundTrip([empty, box]) == [empty, box])
    }
    try check(1, -1)
    try check(true, false)
    try check("", "x")
    try check(1.5 as Double?, 2)
    try check(HandWritten.Flag(rawValue: true), .init(rawValue: false))
    try check(HandWritten.Colour.red, .blue)
    try check(tree, tree.children[0])
    try check([1], [])
    try check(Date(timeIntervalSinceReferenceDate: 0), Date(timeIntervalSinceReferenceDate: 1))
    try check(
      HandWritten.Box(value: true, maybe: nil, values: [false]), .init(value: false, values: []))
  }

  private struct Holder: Codable, Equatable {
    var flags: [HandWritten.Flag]
    var someFlags: [HandWritten.Flag?]
    var byName: [String: HandWritten.Flag]
  }

  /// Values of any type under one key.
  private struct Event: Encodable {
    let value: any Encodable & Sendable
    private enum Keys: CodingKey { case value }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(value, forKey: .value)
    }
  }

  @Test func `rows of a type that is a bool are bits`() throws {
    let flags = [true, false, true].map { HandWritten.Flag(rawValue: $0) }
    #expect(try roundTrip(flags) == flags)
    #expect(try roundTrip([flags, [], flags]) == [flags, [], flags])
    #expect(try roundTrip(["a": flags[0]]) == ["a": flags[0]])
    for someFlags in [[flags[0], nil, flags[1]], [flags[0], flags[1]], [nil]] {
      let holder = Holder(flags: flags, someFlags: someFlags, byName: ["b": flags[1]])
      #expect(try roundTrip(someFlags) == someFlags)
      #expect(try roundTrip([holder, holder]) == [holder, holder])
      let box = HandWritten.Box(value: someFlags, maybe: someFlags, values: [someFlags])
      #expect(try roundTrip(box) == box)
    }
    // What was learned of bools is not taken for what is one.
    for _ in 0..<3 {
      try expectSameBytes(Event(value: [true, false]))
      try expectSameBytes(Event(value: flags))
      try expectSameBytes([Event(value: [true, false]), Event(value: [true])])
      try expectSameBytes([Event(value: flags), Event(value: flags)])
    }
  }

  @Test func `a type without code of its own holds and is held`() throws {
    let plain = HandWritten.Plain(
      vector: Vector(x: 0, y: 1, z: 2), nodes: [tree, Node(name: "n")], maybe: nil)
    try expectDirect(plain)
    try expectDirect([plain, plain])
    try expectDirect(HandWritten.Box(value: plain, maybe: plain, values: [plain, plain]))
  }

  @Test func `plain types of the same names make the same archives and read each other's`() throws {
    let generated = try GeneratedTwins.archives()
    let plain = try PlainTwins.archives()
    if Differential.isWantedHere() { #expect(generated == plain) }
    #expect(try GeneratedTwins.areRead(from: plain))
    #expect(try PlainTwins.areRead(from: generated))
  }

  @Test func `all layouts`() throws {
    let nodes = (0..<Rounds.of(3_000)).map {
      Node(name: "node \($0)", isLeaf: $0 % 3 == 0, children: [tree])
    }
    for layout in Layout.all { #expect(try expectSameBytes(nodes, layout)) }
  }

  @Test(.long) func `blocks begin between the same elements`() throws {
    let vectors = (0..<60_000).map { Vector(x: Float($0), y: 1, z: -1) }
    let triangle = HandWritten.Triangle(corners: vectors, normal: vectors[0], other: vectors[1])
    try expectDirect(triangle)
    try expectDirect((0..<4).map { _ in triangle })
    let node = Node(name: "large", children: (0..<9_000).map { Node(name: "child \($0)") })
    let forest = (0..<3).map { Node(name: "\($0)", children: [tree, node, tree], weight: 1) }
    try expectDirect(forest)
    try expectDirect(["forest": forest])
    let plain = HandWritten.Plain(vector: vectors[2], nodes: forest, maybe: vectors[3])
    try expectDirect(HandWritten.Box(value: plain, maybe: plain, values: [plain]))
    var many = Everything()
    many.numbers = (0..<1_000).map { row in (0..<100).map { Int32(row * $0) } }
    many.texts = (0..<40_000).map { String(repeating: "text ", count: $0 % 7) }
    many.byName = Dictionary(uniqueKeysWithValues: (0..<30_000).map { ("\($0)k", vectors[$0]) })
    many.bytes = [UInt8](repeating: 7, count: 3_000_000)
    many.set = Set(0..<70_000)
    many.maybeNodes = forest
    many.vectors = vectors
    many.padded = (0..<40_000).map { .init(tag: 1, value: Double($0)) }
    many.plain = [plain]
    try expectSameBytes(many)
    #expect(try roundTrip([many, many]) == [many, many])
  }

  @Test func `deep trees end in the same error`() throws {
    // A root of its own type: one that deviates is not tried directly for a while.
    func chain(_ depth: Int) -> [[Node]] {
      [[(0..<depth).reduce(Node(name: "end")) { Node(name: "\($1)", children: [$0]) }]]
    }
    for depth in [1, 20, 100, 125, 126, 127, 200, 253, 254] { try expectSameBytes(chain(depth)) }
    for depth in [255, 300, 2_000] {
      #expect(throws: ArchiveError.self) { try KeyedArchiver().encode(chain(depth)) as [UInt8] }
    }
    var shallow = KeyedArchiver()
    shallow.maximumDepth = 6
    #expect(throws: ArchiveError.self) { try shallow.encode(chain(2)) as [UInt8] }
    if Differential.isWantedHere() {
      #expect(try shallow.encode(chain(1)) == shallow.encodeThroughTape(chain(1)))
    }
  }

  @Test func `an error of a field's own coding leaves no trace`() throws {
    struct Failure: Error {}
    struct Failing: Codable, Equatable, Sendable {
      var fails: Bool
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if fails { throw Failure() }
        try container.encode(1)
      }
    }
    let fine = HandWritten.Box(value: Failing(fails: false), maybe: nil, values: [])
    let bad = HandWritten.Box(
      value: Failing(fails: false), maybe: nil, values: [.init(fails: true)])
    for _ in 0..<3 {
      #expect(throws: Failure.self) { try KeyedArchiver().encode([fine, bad, fine]) as [UInt8] }
      #expect(try expectSameBytes([fine, fine]))
    }
  }
}
