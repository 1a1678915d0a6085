import Foundation
import KeyedArchives
import Testing
import Workloads

/// The direct encoder gives the bytes of the general one or leaves the value to it.
@Suite struct DirectEncodingTests {
  struct Node: Codable, Equatable {
    var name: String
    var isLeaf = false
    var children: [Node] = []
    var weight: Double?
  }

  private enum Figure: Codable, Equatable {
    case circle(radius: Double)
    case rectangle(width: Double, height: Double)
    case nothing
  }

  @Test func `the workloads are encoded directly`() throws {
    #expect(try expectSameBytes(Tiny.sample))
    #expect(try expectSameBytes(WebLog.generated(count: 50)))
    #expect(try expectSameBytes(TriangleMesh.generated(count: 50)))
    #expect(try expectSameBytes(PlayerSaves.generated(count: 20)))
    #expect(try expectSameBytes(GameUpdates.generated(count: 20)))
    for layout in Layout.all {
      try expectSameBytes(PlayerSaves.generated(count: 120), layout)
    }
    if let document = try Corpus.load(TwitterSearch.self) {
      #expect(try expectSameBytes(document))
    }
    if let document = try Corpus.load(TicketCatalog.self) {
      #expect(try expectSameBytes(document))
    }
    if let document = try Corpus.load(CanadaMap.self) { #expect(try expectSameBytes(document)) }
  }

  @Test func `a recursive type is one shape`() throws {
    let tree = Node(
      name: "root",
      children: [
        Node(name: "left", isLeaf: true, weight: 1),
        Node(name: "right", children: [Node(name: "deep", weight: 2), Node(name: "deeper")]),
      ])
    #expect(try expectSameBytes(tree))
    #expect(try expectSameBytes([tree, tree.children[0], tree]))
    #expect(try expectSameBytes(Node(name: "alone")))
    #expect(try roundTrip(tree) == tree)
  }

  @Test func `an enumeration with payloads is taken`() throws {
    #expect(try expectSameBytes(Figure.circle(radius: 2)))
    #expect(try expectSameBytes(Figure.nothing))
    let mixed = [Figure.circle(radius: 1), .rectangle(width: 2, height: 3), .nothing]
    try expectSameBytes(mixed)
    #expect(try roundTrip(mixed) == mixed)
  }

  @Test func `strings of every length and script`() throws {
    var texts = (0...70).map { String(repeating: "a", count: $0) }
    texts += (0...40).map { String(repeating: "ü", count: $0) }
    texts += ["\u{0}", "日本語のとても長いテキスト", "🦆", "e\u{301}", NSString(string: "bridged") as String]
    texts += texts.map { String($0.dropFirst()) }
    #expect(try expectSameBytes(texts))
    #expect(try roundTrip(texts) == texts)
    #expect(try expectSameBytes(["texts": texts]))
  }

  @Test func `dictionaries with number keys, text keys and both`() throws {
    #expect(try expectSameBytes(["1": 1, "-5": 2]))
    #expect(try expectSameBytes([3: "x", -9: "y"]))
    #expect(try expectSameBytes([["1": 1], ["a": 2], [:], ["2": 3]]))
    #expect(try expectSameBytes([[String: Int]]()))
    #expect(
      try roundTrip([["1": 1], ["a": 2], [:], ["2": 3]]) == [["1": 1], ["a": 2], [:], ["2": 3]])
  }

  @Test func `rows of bools`() throws {
    for count in 0...40 {
      let bits = (0..<count).map { $0 % 3 == 0 || $0 % 7 == 1 }
      #expect(try expectSameBytes(["bits": bits]))
      #expect(try roundTrip(["bits": bits]) == ["bits": bits])
    }
  }

  @Test func `a bool whose call does not tell that it is one`() throws {
    struct Box<Value: Codable & Equatable>: Codable, Equatable {
      var value: Value
      var other: Value?
    }
    struct Flag: RawRepresentable, Codable, Equatable { var rawValue: Bool }
    try expectSameBytes(Box(value: true, other: false))
    #expect(try roundTrip([Box(value: true), Box(value: false)]).map(\.value) == [true, false])
    try expectSameBytes(Box(value: Flag(rawValue: true), other: Flag(rawValue: false)))
    #expect(try roundTrip(Box(value: Flag(rawValue: true))).value.rawValue)
  }

  @Test func `a record of more state bits than a word`() throws {
    struct Wide: Codable, Equatable {
      var b00 = true, b01 = false, b02 = true, b03 = true, b04 = false, b05 = true, b06 = true
      var b07 = true, b08 = false, b09 = true, b10 = true, b11 = false, b12 = true, b13 = true
      var b14 = true, b15 = false, b16 = true, b17 = true, b18 = false, b19 = true, b20 = true
      var b21 = true, b22 = false, b23 = true, b24 = true, b25 = false, b26 = true, b27 = true
      var b28 = true, b29 = false, b30 = true, b31 = true, b32 = false, b33 = true, b34 = true
      var o00: Int? = 1, o01: Int?, o02: Bool? = true, o03: Bool?, o04: String? = "x", o05: String?
      var o06: Int? = 1, o07: Int?, o08: Bool? = true, o09: Bool?, o10: String? = "x", o11: String?
      var o12: Int? = 1, o13: Int?, o14: Bool? = true, o15: Bool?, o16: String? = "x", o17: String?
      var o18: Int? = 1, o19: Int?, o20: Bool? = true, o21: Bool?, o22: String? = "x", o23: String?
      var o24: Int? = 1, o25: Int?, o26: Bool? = true, o27: Bool?, o28: String? = "x", o29: String?
      var o30: Int? = 1, o31: Int?, o32: Bool? = true, o33: Bool?, o34: String? = "x", o35: String?
    }
    #expect(try expectSameBytes([Wide(), Wide()]))
    #expect(try roundTrip([Wide(), Wide()]) == [Wide(), Wide()])
  }

  @Test func `many threads encode at once`() async throws {
    let expected: [UInt8] = try KeyedArchiver().encode(PlayerSaves.generated(count: 5))
    try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<24 {
        group.addTask { try KeyedArchiver().encode(PlayerSaves.generated(count: 5)) }
      }
      for try await bytes in group { #expect(bytes == expected) }
    }
  }

  @Test func `objects, shared and of several classes`() throws {
    try expectSameBytes(PartGraph.sample())
    class Base: Codable {
      var name = "base"
    }
    final class Derived: Base {
      var extra = 1
      enum CodingKeys: CodingKey { case extra, own }
      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(extra, forKey: .extra)
        try container.encode(name, forKey: .own)
      }
    }
    final class Holder: Codable {
      var first: Base?
      var all: [Base] = []
      var byName: [String: Base] = [:]
    }
    let holder = Holder()
    let shared = Base()
    let derived: Base = Derived()
    #expect(try expectSameBytes(holder))
    holder.first = shared
    holder.all = [derived, shared, Base(), derived, Derived()]
    holder.byName = ["x": shared, "y": derived]
    #expect(try expectSameBytes(holder))
    #expect(try expectSameBytes([holder, holder]))
    #expect(try expectSameBytes([shared, derived, shared]))
  }

  @Test func `leaves of Foundation`() throws {
    struct Leaves: Codable, Equatable {
      var date = Date(timeIntervalSinceReferenceDate: 12.5)
      var id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
      var data = Data([1, 2, 3])
      var url = URL(string: "b/c", relativeTo: URL(string: "https://example.org/a/"))
      var amount = Decimal(string: "12.50")
      var missing: Date?
      var dates = [
        Date(timeIntervalSinceReferenceDate: 1), Date(timeIntervalSinceReferenceDate: -1),
      ]
      var parts = [Data(), Data([9])]
    }
    #expect(try expectSameBytes(Leaves()))
    #expect(
      try expectSameBytes([Leaves(), Leaves(missing: .init(timeIntervalSinceReferenceDate: 3))]))
    #expect(try roundTrip(Leaves()) == Leaves())
  }
}
