import Foundation
import TestSupport
import TestTraits
import Testing

@testable import KeyedArchives

/// Places whose kind was determined by other values: in records inside of each other, in irregular rows, before errors.
@Suite struct PlaceKindTests {
  /// A script of calls, so that any order of containers can be tried.
  fileprivate indirect enum Call: Sendable {
    case int(Int)
    case text(String)
    case double(Double)
    case bool(Bool)
    case null
    /// A nested unkeyed container.
    case list([Call])
    /// A nested keyed container, whose keys are text.
    case map([Call])
    /// A record of the type around, as a value.
    case node([Call])
    case ints([Int])
    case texts([String])
    case optionals([Int?])
    case tagged(Tagged)
    case point
    case other
    case failing
    case shape(Bool)
    case shapes([Bool])
  }

  /// A value that is a number or a list through a single-value container.
  fileprivate enum Tagged: Codable, Sendable {
    case number(Int)
    case list([Int])
    case map([String: Int])

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let value): try container.encode(value)
      case .list(let value): try container.encode(value)
      case .map(let value): try container.encode(value)
      }
    }
    init(from decoder: any Decoder) throws { self = .number(0) }
  }

  fileprivate struct Point: Codable { var (x, y) = (1, 2) }
  fileprivate struct Other: Codable { var name = "a" }
  fileprivate class Shape: Codable {
    var number = 1
    init() {}
  }
  fileprivate final class Circle: Shape {
    override init() { super.init() }
    required init(from decoder: any Decoder) throws { try super.init(from: decoder) }
  }

  fileprivate struct Failing: Encodable {
    func encode(to encoder: any Encoder) throws { throw CocoaError(.coderInvalidValue) }
  }

  fileprivate struct TextKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  fileprivate struct Node: Codable {
    var rows: [Call]
    var last: [Call]
    var isValue = false

    private enum CodingKeys: CodingKey { case rows, last }

    init(_ rows: [Call], _ last: [Call] = [], isValue: Bool = false) {
      (self.rows, self.last, self.isValue) = (rows, last, isValue)
    }
    init(from decoder: any Decoder) throws { (rows, last) = ([], []) }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      if isValue {
        try container.encode([1, 2, 3], forKey: .rows)
      } else {
        var list = container.nestedUnkeyedContainer(forKey: .rows)
        for call in rows { try call.encode(to: &list) }
      }
      var list = container.nestedUnkeyedContainer(forKey: .last)
      for call in last { try call.encode(to: &list) }
    }
  }

  private func expectSame(
    _ values: [some Encodable], _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let archiver = KeyedArchiver()
    let encoder = DirectEncoder()
    defer { encoder.dispose() }
    for _ in 0..<3 {
      for count in 1...max(1, values.count) {
        let value = Array(values.prefix(count))
        let direct = try archiver.encode(value, with: encoder, { unsafe Array($0) }, { $0.array })
        encoder.end()
        let general = try archiver.encodeThroughTape(value)
        #expect(direct == nil || direct == general, "\(name)", sourceLocation: sourceLocation)
      }
    }
  }

  @Test func `kinds of rows that stand at one place`() throws {
    let rows: [(String, [Node])] = [
      ("shared, then tags", [Node([.ints([1])]), Node([.ints([2]), .text("a"), .ints([])])]),
      (
        "shared lists",
        [Node([.list([.int(1)])]), Node([.list([.int(2)]), .text("a"), .list([.text("x")])])]
      ),
      ("empty in tags", [Node([.list([.int(1)])]), Node([.list([]), .text("a")])]),
      ("another in tags", [Node([.list([.int(1)])]), Node([.list([.text("x")]), .int(5)])]),
      ("two types of lists", [Node([.ints([1, 2]), .texts(["a"])])]),
      ("a list and a container", [Node([.ints([1, 2]), .list([.int(1)])])]),
      ("list and map", [Node([.list([.int(1)]), .map([.text("a")])])]),
      ("empty list and map", [Node([.list([]), .map([.text("a")])])]),
      ("map and list", [Node([.map([.text("a")]), .list([.int(1)]), .map([.int(1)])])]),
      (
        "many lists of another kind",
        [
          Node([.list([.int(1)])]),
          Node((0..<10).map { .list([.double(Double($0))]) }),
          Node((0..<8).map { .list([.double(Double($0))]) }),
        ]
      ),
      (
        "many lists, the first of the kind",
        [
          Node([.list([.int(1)])]),
          Node([.list([.int(1)])] + (0..<10).map { .list([.double(Double($0))]) }),
          Node([.list([])] + (0..<10).map { .list([.double(Double($0))]) }),
        ]
      ),
      (
        "many optionals",
        [Node([.optionals([1, nil])]), Node((0..<9).map { .optionals([$0]) })]
      ),
      (
        "many objects of a subclass",
        [
          Node([.shapes([false])]), Node([.shapes(Array(repeating: true, count: 9))]),
          Node([.shapes([false] + Array(repeating: true, count: 9))]),
        ]
      ),
      ("objects of two classes", [Node([.shape(false), .shape(true)]), Node([.shape(true)])]),
      ("values of several kinds", [Node([.tagged(.list([1])), .tagged(.number(1))])]),
      (
        "values of several containers",
        [Node([.tagged(.list([1])), .tagged(.map(["a": 1])), .tagged(.list([2]))])]
      ),
      ("records of two types", [Node([.point, .other]), Node([.point, .other, .int(1)])]),
      ("records, then tags", [Node([.point, .point, .int(1), .other]), Node([.point])]),
      ("nulls and one kind", [Node([.null, .int(1)]), Node([.int(1), .null])]),
      ("nulls in tags", [Node([.int(1), .text("a")]), Node([.null, .int(1)]), Node([.null])]),
    ]
    for (name, values) in rows { try expectSame(values, name) }
  }

  @Test func `records of one type inside of each other`() throws {
    let tips: [[Call]] = [
      [], [.int(1)], [.text("a")], [.int(1), .text("a")], [.list([.int(1)])], [.list([])],
      [.ints([1])], [.tagged(.number(1))], [.tagged(.list([1]))], [.bool(true)],
      [.map([.int(1)])], [.point], [.null],
    ]
    for (index, outer) in tips.enumerated() {
      for (number, inner) in tips.enumerated() {
        let name = "\(index) \(number)"
        try expectSame([Node(outer + [.node(inner)])], name)
        try expectSame([Node([.node(inner)] + outer)], name)
        try expectSame([Node([.node(inner)], outer), Node(inner, outer)], name)
        try expectSame([Node([.node(inner), .node(outer)], outer)], name)
        try expectSame([Node([.list([.node(inner)])] + outer)], name)
        try expectSame([Node([.node([.node(inner)]), .node(outer)], outer)], name)
      }
      try expectSame([Node([.node(outer)]), Node(outer, isValue: true)], "\(index)")
    }
  }

  /// A record whose child is a value or a container, at one place.
  private struct Either: Encodable {
    var child: [Either]
    var isList: Bool

    private enum CodingKeys: CodingKey { case child }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      if isList {
        var list = container.nestedUnkeyedContainer(forKey: .child)
        for value in child { try list.encode(value) }
      } else {
        try container.encode([1, 2, 3], forKey: .child)
      }
    }
  }

  /// A record that holds its like or a leaf, through a single-value container.
  private enum Content: Encodable {
    case leaf(Point)
    case date(Date)
    case group(Group)

    struct Group: Encodable { var children: [Content] }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .leaf(let value): try container.encode(value)
      case .date(let value): try container.encode(value)
      case .group(let value): try container.encode(value)
      }
    }
  }

  @Test func `what a record inside says of the place of the outer one`() throws {
    let leaf = Either(child: [], isList: false)
    try expectSame([Either(child: [leaf], isList: true)], "list around value")
    try expectSame(
      [leaf, Either(child: [leaf, Either(child: [leaf], isList: true)], isList: true)], "both")
    for leaf in [Content.leaf(Point()), .date(Date(timeIntervalSince1970: 0))] {
      let inner = Content.Group(children: [leaf])
      try expectSame([Content.Group(children: [.group(inner)])], "group in group")
      try expectSame([Content.Group(children: [.group(inner), .group(inner)])], "groups")
      try expectSame([Content.Group(children: [leaf, .group(inner), leaf])], "leaves and group")
    }
  }

  /// A value that goes on behind errors.
  private struct Swallowing: Encodable {
    var calls: [Call]
    var isKeyed: Bool

    func encode(to encoder: any Encoder) throws {
      if isKeyed {
        var map = encoder.container(keyedBy: TextKey.self)
        for (index, call) in calls.enumerated() {
          let key = TextKey(stringValue: "\(index)")
          switch call {
          case .failing: try? map.encode(Failing(), forKey: key)
          case .bool(let value): try? map.encode(value, forKey: key)
          default: try? map.encode("a", forKey: key)
          }
        }
      } else {
        var list: any UnkeyedEncodingContainer = encoder.unkeyedContainer()
        for call in calls { try? call.encode(to: &list) }
        // A loop up to some count ends.
        while list.count < 3 * calls.count { try? list.encode("a") }
      }
    }
  }

  @Test func `values that go on behind an error`() throws {
    for isKeyed in [false, true] {
      let calls: [[Call]] = [
        [.failing, .bool(true), .text("a")], [.bool(true), .failing, .text("a"), .bool(false)],
        [.text("a"), .failing, .text("b")], [.int(1), .failing, .bool(true)],
        Array(repeating: .failing, count: 33_000) + [.bool(true), .text("a")],
        [.bool(true)] + Array(repeating: .text("a"), count: 33_000) + [.bool(true)],
      ]
      for calls in calls {
        try expectSame([Swallowing(calls: calls, isKeyed: isKeyed)], "\(calls.count)")
      }
    }
  }

  /// Records against a dictionary in which other numbers are those of their shapes.
  @Test func `numbers of shapes in rows are those of the dictionary`() throws {
    let values: [Node] = [
      Node([.list([.int(1)]), .list([.int(2)])], [.point]),
      Node([.list([.int(1)]), .list([.point])], [.point]),
      Node([.list([.int(1)]), .list([.text("s"), .point])], [.point]),
      Node([.text("s"), .point], [.point]),
      Node([.text("s"), .other], [.point]),
      Node([.text("s"), .shape(true)], [.point]),
    ]
    for first in values.indices {
      var dictionary = ShapeDictionary()
      let other = try KeyedArchiver().encode([Other()], against: dictionary)
      dictionary = try dictionary.adding(other.additions)
      let turned = values[first...] + values[..<first]
      for value in [turned, turned, turned].joined() {
        let encoding = try KeyedArchiver().encode(value, against: dictionary)
        #expect(try encoding == KeyedArchiver().encodeThroughTape(value, dictionary))
        if !encoding.additions.isEmpty {
          dictionary = try dictionary.adding(encoding.additions)
        }
      }
    }
  }

  /// A value that writes to the container around it once its own value is complete.
  private struct Around: Encodable {
    final class Box { var container: (any UnkeyedEncodingContainer)? }

    struct Inner: Encodable {
      let box: Box
      let text: String?

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let text { try container.encode(text) } else { try container.encode(5) }
        try box.container?.encode(6)
      }
    }

    func encode(to encoder: any Encoder) throws {
      let box = Box()
      var container = encoder.unkeyedContainer()
      box.container = container
      try container.encode(Inner(box: box, text: nil))
      try container.encode(Inner(box: box, text: "x"))
    }
  }

  @Test func `a container that is used inside of one of its values is refused`() throws {
    for _ in 0..<3 {
      #expect(throws: ArchiveError.self) {
        let _: [UInt8] = try KeyedArchiver().encode(Around())
      }
    }
  }

  /// The kind of a row that a block begins in is refined by a later one, which stands at the same place.
  @Test func `blocks in rows that later rows refine`() throws {
    let empty = (0..<270_000).map { _ in Call.list([]) }
    let texts = (0..<9_000).map { Call.text("\($0) a text that is as long as this one") }
    let list = Call.list
    let last = list([list([list([.int(1)])])])
    try expectSame([Node([list([list(empty)]), list(texts), last])], "irregular")
    let node = Node([list([list(empty)]), .int(1), .text("x"), list(texts)])
    try expectSame([node, Node([last])], "tags")
  }

  /// Blocks that begin in rows whose places are others' later.
  @Test(arguments: Layout.ofBlocks)
  func `blocks in irregular rows and behind tags`(_ layout: Layout) throws {
    let texts = (0..<6_000).map { Call.text("\($0) a text that is as long as this") }
    let doubles = (0..<40_000).map { Call.double(Double($0)) }
    for rows: [Call] in [
      [.list([.int(1)]), .list([.list(texts)]), .list([.list(doubles)])],
      [.int(1), .text("a"), .list(texts), .list(doubles), .list([.int(1)])],
      [.int(1), .map([.list(texts), .list(doubles)]), .map([.int(1)])],
      [.int(1), .text("a"), .node([.list(texts), .list(doubles)]), .node([.list([.int(1)])])],
    ] {
      try expectSameBytes([Node(rows)], layout)
      try expectSameBytes([Node([.list([.int(1)])]), Node(rows), Node(rows, rows)], layout)
    }
  }
}

extension PlaceKindTests.Call {
  fileprivate func encode(to list: inout any UnkeyedEncodingContainer) throws {
    switch self {
    case .int(let value): try list.encode(value)
    case .text(let value): try list.encode(value)
    case .double(let value): try list.encode(value)
    case .bool(let value): try list.encode(value)
    case .null: try list.encodeNil()
    case .list(let calls):
      var inner: any UnkeyedEncodingContainer = list.nestedUnkeyedContainer()
      for call in calls { try call.encode(to: &inner) }
    case .map(let calls):
      var inner = list.nestedContainer(keyedBy: PlaceKindTests.TextKey.self)
      for (index, call) in calls.enumerated() {
        let key = PlaceKindTests.TextKey(stringValue: "key \(index)")
        switch call {
        case .int(let value): try inner.encode(value, forKey: key)
        case .text(let value): try inner.encode(value, forKey: key)
        default:
          var values: any UnkeyedEncodingContainer = inner.nestedUnkeyedContainer(forKey: key)
          try call.encode(to: &values)
        }
      }
    case .node(let calls): try list.encode(PlaceKindTests.Node(calls))
    case .ints(let values): try list.encode(values)
    case .texts(let values): try list.encode(values)
    case .optionals(let values): try list.encode(values)
    case .tagged(let value): try list.encode(value)
    case .point: try list.encode(PlaceKindTests.Point())
    case .other: try list.encode(PlaceKindTests.Other())
    case .failing: try list.encode(PlaceKindTests.Failing())
    case .shape(let isCircle):
      try list.encode(isCircle ? PlaceKindTests.Circle() : PlaceKindTests.Shape())
    case .shapes(let values):
      try list.encode(values.map { $0 ? PlaceKindTests.Circle() : PlaceKindTests.Shape() })
    }
  }
}
