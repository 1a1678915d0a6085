import TestTraits
import Testing

@testable import KeyedArchives

/// Trees of objects of several classes: the kind of a place names the class of the body that ended first, wherever the first one began.
@Suite struct ClassTreeTests {
  private static let classes: TypeAllowList = [
    TreePart.self, TreeCircle.self, TreeGroup.self, TreePanel.self, TreeWindow.self,
  ]

  /// Encodes a tree as an encoder does that has seen nothing before, and decodes it.
  private func check(_ tree: TreePart, _ layout: Layout = Layout.all[0]) throws {
    #expect(try expectSameBytes(tree, layout))
    let encoder = DirectEncoder()
    defer { encoder.dispose() }
    let archive = try layout.archiver.encode(
      tree, with: encoder, { unsafe Array($0) }, { $0.array })
    encoder.end()
    let bytes = try #require(archive)
    let unarchiver = KeyedUnarchiver(allowedTypes: Self.classes)
    #expect(try unarchiver.decode(TreePart.self, from: bytes).lines == tree.lines)
  }

  @Test(arguments: Layout.all)
  func `the first body in a tree is not the first that ends`(_ layout: Layout) throws {
    let (part, circle) = (TreePart("part"), TreeCircle("circle"))
    try check(TreeGroup("a", [part, TreeGroup("b", [circle, TreePart("c")]), circle]), layout)
    try check(TreeGroup("a", [TreeGroup("b", [part, circle]), part]), layout)
    try check(TreeGroup("a", [part, TreeGroup("b", []), TreeGroup("c", [circle])]), layout)
    try check(TreeGroup("a", [part], note: TreeGroup("b", [circle], note: part)), layout)
    try check(
      TreeGroup("a", [part, TreeGroup("b", [TreeGroup("c", [circle])]), TreeCircle("d")]), layout)
  }

  @Test(arguments: Layout.all)
  func `many elements begin with another class than their place`(_ layout: Layout) throws {
    func circles(_ count: Int) -> [TreePart] { (0..<count).map { TreeCircle("\($0)") } }
    func parts(_ count: Int) -> [TreePart] { (0..<count).map { TreePart("\($0)") } }
    for count in [8, 9, 20] {
      try check(TreeGroup("a", parts(1) + [TreeGroup("b", circles(count) + parts(2))]), layout)
      try check(TreeGroup("a", [TreeGroup("b", circles(1))] + parts(count)), layout)
      try check(TreeGroup("a", parts(count) + [TreeGroup("b", circles(count) + parts(1))]), layout)
      let shared = circles(3)
      let groups = [
        TreeGroup("b", shared + parts(count)), TreeGroup("c", shared + shared + shared + shared),
      ]
      try check(TreeGroup("a", circles(1) + groups + parts(count)), layout)
    }
  }

  @Test func `rows of rows of objects`() throws {
    func rows(_ first: [TreePart]) -> [[TreePart]] {
      [first] + (0..<9).map { [TreePart("part \($0)"), TreeCircle("circle")] }
    }
    let circle = TreeCircle("circle")
    #expect(try expectSameBytes(rows([TreePart("part")])))
    #expect(try expectSameBytes(rows([circle, circle]).dropLast(3) + [[circle]]))
    let part = TreePart("part")
    for first in [[], [circle], [circle, part], [part, circle]] as [[TreePart]] {
      try expectSameBytes(rows(first))
      try expectSameBytes(["a": rows(first), "b": rows([TreePart("b")])])
      try expectSameBytes(["a": [[circle]], "b": rows(first)])
    }
  }

  @Test func `many rows, the first of which holds objects of several classes`() throws {
    func rows(_ count: Int, _ size: Int) -> [[TreePart]] {
      (0..<count).map { row in
        (0..<size).map { $0 % 3 == row % 2 ? TreePart("part") : TreeCircle("circle") }
      }
    }
    for (count, size) in [(8, 8), (10, 10), (20, 3), (8, 20)] {
      #expect(try expectSameBytes(rows(count, size)))
      let named = Dictionary(
        uniqueKeysWithValues: rows(count, size).enumerated().map { ("\($0)", $1) })
      try expectSameBytes(named)
      try expectSameBytes(["a": rows(count, size), "b": rows(count, 1)])
    }
  }

  @Test func `what the last value named does not count where each value has a kind of its own`()
    throws
  {
    func bag(_ part: TreePart) -> TreeBag { TreeBag([.part(part)]) }
    func group() -> TreePart { TreeCircle("circle") }
    let values: [[TreePart]] = [
      [bag(bag(TreePart("part")))],
      [TreeBag([.list([TreePart("part")])]), bag(group()), bag(group())],
      [TreeBag([.part(TreePart("part")), .list([group()])]), bag(bag(group())), bag(group())],
    ]
    for order in [[0, 1, 2], [2, 1, 0, 1], [0, 2, 1, 0]] {
      try expectSameBytesInTurn(order.map { values[$0] })
    }
  }

  /// Encodes values in turn with one encoder.
  private func expectSameBytesInTurn(
    _ values: [some Encodable], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let encoder = DirectEncoder()
    defer { encoder.dispose() }
    let archiver = KeyedArchiver()
    for (index, value) in values.enumerated() {
      let expected = try expectedBytes(value, archiver)
      let direct = try archiver.encode(value, with: encoder, { unsafe Array($0) }, { $0.array })
      encoder.end()
      let isSame = direct == nil || expected == nil || direct == expected
      #expect(isSame, "\(index)", sourceLocation: sourceLocation)
    }
  }

  @Test func `what the last root named does not count for what stands first in the next`() throws {
    let parts = (0..<2).map { TreePart("\($0)") }
    let named = TreeLink(to: parts[0])
    let circles = (0..<9).map { TreeCircle("\($0)") }
    let former: [[TreePart]] = [[TreeLink(to: named), parts[0]], [named] + circles]
    let next: [[TreePart]] = [[TreeCircle("first")], [TreeLink(to: parts[1]), parts[1]]]
    try expectSameBytesInTurn([next, next, former, next, next, next, former, next, next])
  }

  private struct Rows: Encodable {
    var first: TreePart
    var rows: [[TreePart]]
  }

  @Test func `a first list that begins with a mention does not say what all are`() throws {
    let shared = TreeCircle("shared")
    let circles = (0..<9).map { [TreeCircle("\($0)")] }
    let rows: [[TreePart]] = [[shared, TreePart("part")]] + circles
    try expectSameBytes([
      Rows(first: TreeCircle("first"), rows: [[TreeCircle("a")]]), Rows(first: shared, rows: rows),
    ])
  }

  @Test func `a tree of more than one block`() throws {
    func group(_ depth: Int) -> TreePart {
      if depth == 0 { return TreeCircle("circle") }
      let children = (0..<12).map { $0 % 4 == 0 ? TreePart("part") : group(depth - 1) }
      return TreeGroup("group", depth % 2 == 0 ? children : children.reversed())
    }
    for layout in Layout.ofBlocks { try check(group(4), layout) }
  }

  @Test(arguments: 0..<Rounds.of(60))
  func `random trees`(_ seed: Int) throws {
    var source = ClassTreeSource(seed: UInt64(seed))
    let encoder = DirectEncoder()
    defer { encoder.dispose() }
    let archiver = KeyedArchiver()
    let unarchiver = KeyedUnarchiver(allowedTypes: Self.classes)
    var count = 0
    func check(_ value: some Encodable) throws -> [UInt8]? {
      let expected = try expectedBytes(value, archiver)
      let direct = try archiver.encode(value, with: encoder, { unsafe Array($0) }, { $0.array })
      encoder.end()
      guard let direct else { return nil }
      count += 1
      #expect(expected == nil || direct == expected)
      return direct
    }
    for _ in 0..<5 {
      let tree = source.tree()
      if let bytes = try check(tree) {
        #expect(try unarchiver.decode(TreePart.self, from: bytes).lines == tree.lines)
      }
      _ = try check(source.list())
      _ = try check((0..<12).map { _ in source.list(depth: 1) })
      _ = try check(["a": source.tree(depth: 2), "b": source.tree(depth: 3)])
    }
    #expect(count > 7)
  }
}
