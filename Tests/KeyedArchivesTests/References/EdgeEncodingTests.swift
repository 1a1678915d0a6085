import Foundation
import TestSupport
import TestTraits
import Testing

@testable import KeyedArchives

/// References between objects that are written straight to bytes, the same as the general way does (Spec, section 8).
@Suite struct EdgeEncodingTests {
  private class Node: Codable {
    let number: Int
    var note: String?
    @BackReference var next: Node?
    @WeakReference var previous: Node?
    @ConditionalReference var other: Node?
    var held: Node?
    var children: [Node] = []
    @BackReferences var several: [Node]

    init(_ number: Int) {
      self.number = number
      several = []
    }
  }

  private final class Member: Codable {
    let name: String
    var children: [Member] = []
    @WeakReference var parent: Member?

    init(_ name: String) { self.name = name }

    /// The first of so many members, each of which has up to eight children.
    static func tree(_ count: Int) -> [Member] {
      let members = (0..<count).map { Member("member \($0)") }
      for (number, member) in members.enumerated().dropFirst() {
        let parent = members[(number - 1) / 8]
        parent.children.append(member)
        member.parent = parent
      }
      return members
    }
  }

  /// The parent stands before the children.
  private final class Early: Codable {
    @BackReference var parent: Early?
    var children: [Early] = []
  }

  private struct Pair: Codable {
    @BackReference var first: Node?
    let number: Int
    @ConditionalReference var second: Node?
    var list: [BackReference<Node>] = []
  }

  private struct Rows: Codable {
    var before: [Pair]
    var nodes: [Node]
    var byName: [String: Node]
    var after: [Pair]
  }

  /// A ring of objects: the next one of each stands later, or before.
  private func ring(_ count: Int) -> [Node] {
    let nodes = (0..<count).map { Node($0) }
    for (number, node) in nodes.enumerated() {
      node.next = nodes[(number + 1) % count]
      node.previous = nodes[(number + count - 1) % count]
      node.other = nodes[number * 7 % count]
      node.several = [nodes[number * 3 % count], node]
    }
    return nodes
  }

  @Test(arguments: Layout.all) func `objects that name those before and behind`(_ layout: Layout)
    throws
  {
    for count in [1, 2, 3, 9, 40] {
      let nodes = ring(count)
      #expect(try expectSameBytes(nodes, layout))
      #expect(try expectSameBytes(["a": nodes], layout))
      #expect(try expectSameBytes(nodes.map { [$0] }, layout))
      let back = try KeyedUnarchiver().decode([Node].self, from: layout.bytes(nodes))
      #expect(back.map(\.number) == Array(0..<count))
      for (number, node) in back.enumerated() {
        #expect(node.next === back[(number + 1) % count])
        #expect(node.previous === back[(number + count - 1) % count])
        #expect(node.other === back[number * 7 % count])
        #expect(node.several.map(\.number) == [number * 3 % count, number])
      }
    }
  }

  @Test(arguments: Layout.all) func `parents`(_ layout: Layout) throws {
    for count in [1, 2, 9, 100] {
      let members = Member.tree(count)
      #expect(try expectSameBytes(members[0], layout))
      #expect(try expectSameBytes([members[0]], layout))
      let back = try KeyedUnarchiver().decode(Member.self, from: layout.bytes(members[0]))
      #expect(back.children.allSatisfy { $0.parent === back && $0.parent?.parent == nil })
    }
    let root = Early()
    root.children = (0..<3).map { _ in
      let child = Early()
      child.parent = root
      return child
    }
    #expect(try expectSameBytes(root, layout))
  }

  /// The root has no parent, so that its shape is another one than that of all others, and blocks begin in it.
  @Test func `a large tree`() throws {
    let members = Member.tree(30_000)
    let layout = Layout(framing: .automatic, compression: .none, description: "")
    #expect(try expectSameBytes(members[0], layout))
    let back = try KeyedUnarchiver().decode(Member.self, from: layout.bytes(members[0]))
    var (pending, count) = ([back], 0)
    while let member = pending.popLast() {
      count += 1
      #expect(member.children.allSatisfy { $0.parent === member })
      pending += member.children
    }
    #expect(count == 30_000)
    // After a tree whose root has a parent, and after one of another size.
    let (outer, encoder) = (Member("outer"), DirectEncoder())
    defer { encoder.dispose() }
    for parent in [nil, nil, outer, nil, outer] as [Member?] {
      members[0].parent = parent
      for root in [members[0], members[1]] {
        let value = [root]
        let general = try KeyedArchiver().encodeThroughTape(value)
        let direct = try KeyedArchiver().encode(
          value, with: encoder, { unsafe Array($0) }, { $0.array })
        encoder.end()
        #expect(direct == nil || direct == general)
      }
    }
  }

  @Test func `an object that only references name is left to the general way`() throws {
    let nodes = ring(3)
    #expect(try !expectSameBytes(Pair(first: BackReference(wrappedValue: nodes[0]), number: 1)))
    // Nothing has to store what conditional references name.
    let free = Node(7)
    let pair = Pair(number: 1, second: ConditionalReference(wrappedValue: free))
    #expect(try expectSameBytes([pair, pair]))
  }

  /// Objects of two shapes, one inside of another.
  private final class Flagged: Codable {
    private enum Key: CodingKey { case on, off, first, children }

    let isOn: Bool
    var children: [Flagged] = []
    @BackReference var first: Flagged?

    init(_ isOn: Bool) { self.isOn = isOn }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      isOn = container.contains(.on)
      children = try container.decode([Flagged].self, forKey: .children)
      _first = try container.decode(BackReference<Flagged>.self, forKey: .first)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: isOn ? .on : .off)
      try container.encode(_first, forKey: .first)
      try container.encode(children, forKey: .children)
    }
  }

  @Test func `an object that was named before, and holds one that determines its place`() throws {
    for count in [2, 8, 9, 10, 20] {
      let (root, named, inner) = (Flagged(true), Flagged(true), Flagged(false))
      root.first = named
      named.first = named
      inner.first = root
      named.children = [inner]
      root.children =
        [named]
        + (1..<count).map { _ in
          let child = Flagged(false)
          child.first = root
          return child
        }
      for layout in Layout.all {
        try expectSameBytes(root, layout)
        try expectSameBytes([root], layout)
      }
    }
  }

  private class Item: Encodable {
    private enum Key: CodingKey { case text, tree }

    let text = "item"
    var tree: Tree?

    init(_ tree: Tree? = nil) { self.tree = tree }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(text, forKey: .text)
      try container.encodeIfPresent(tree, forKey: .tree)
    }
  }

  private final class OtherItem: Item {}

  private struct Tree: Encodable {
    private enum Key: CodingKey { case before, children, root, branch }

    var before: [Item] = []
    var children: [Item]
    var isRoot = false

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(before, forKey: .before)
      try container.encode(children, forKey: .children)
      try container.encode(1, forKey: isRoot ? .root : .branch)
    }
  }

  private struct Holder: Encodable { var tree: Tree }

  @Test func `the plan of a large root is not that of what is inside of the next one`() throws {
    let encoder = DirectEncoder()
    defer { encoder.dispose() }
    func check(_ value: some Encodable) throws {
      let general = try KeyedArchiver().encodeThroughTape(value)
      for _ in 0..<2 {
        let direct = try KeyedArchiver().encode(
          value, with: encoder, { unsafe Array($0) }, { $0.array })
        encoder.end()
        if Differential.isWantedHere() { #expect(direct == nil || direct == general) }
      }
    }
    let mixed = Tree(
      before: [Item(Tree(children: [OtherItem()]))], children: [Item()], isRoot: true)
    let many = Tree(children: (0..<30_000).map { _ in Item() }, isRoot: true)
    for value in [Tree(children: [Item()]), many, mixed, many, mixed] {
      try check(value)
      try check(Holder(tree: Tree(children: [Item()])))
      try check(mixed)
    }
  }

  private struct Needed: Encodable {
    @RequiredReference var node: Node?
  }

  @Test func `a required reference without an object is an error, with its path`() throws {
    let needed = Needed()
    let error = #expect(throws: ArchiveError.self) {
      try KeyedArchiver().encode(needed) as [UInt8]
    }
    #expect(error?.code == .invalidValue && error?.path.description == "$.node")
  }

  @Test func `any graph`() throws {
    var directCount = 0
    for seed in 0..<60 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      func pick(_ nodes: [Node], _ chance: Int) -> Node? {
        Int.random(in: 0..<4, using: &random) < chance ? nodes.randomElement(using: &random) : nil
      }
      let nodes = (0..<Int.random(in: 1...14, using: &random)).map { Node($0) }
      let chance = Int.random(in: 0...4, using: &random)
      for node in nodes {
        node.next = pick(nodes, chance)
        node.previous = pick(nodes, chance)
        node.other = pick(nodes, chance)
        if let many = pick(nodes, 1) { node.several = [many, node, many] }
      }
      for (number, node) in nodes.enumerated().dropFirst() where Bool.random(using: &random) {
        let holder = nodes[Int.random(in: 0..<number, using: &random)]
        if holder.held == nil { holder.held = node } else { holder.children.append(node) }
      }
      func pairs() -> [Pair] {
        (0..<Int.random(in: 0...3, using: &random)).map {
          Pair(
            first: BackReference(wrappedValue: pick(nodes, 3)), number: $0,
            second: ConditionalReference(wrappedValue: pick(nodes, 3)),
            list: nodes.prefix($0).map { BackReference(wrappedValue: $0) })
        }
      }
      let rows = Rows(before: pairs(), nodes: nodes, byName: ["a": nodes[0]], after: pairs())
      if try expectSameBytes(nodes) { directCount += 1 }
      if try expectSameBytes(Array(nodes.reversed())) { directCount += 1 }
      if try expectSameBytes(rows) { directCount += 1 }
      if try expectSameBytes([rows, rows]) { directCount += 1 }
    }
    #expect(directCount > 60)
  }

  @Test func `streams and dictionaries`() throws {
    let rings = (1...40).map { ring($0) }
    for batchCount in [1, 7, .max] {
      let direct = try stream(rings, batchCount: batchCount)
      #expect(try direct == stream(rings, batchCount: batchCount, isDirect: false))
    }
    var dictionary = ShapeDictionary()
    for ring in rings {
      let expected = try KeyedArchiver().encodeThroughTape(ring, dictionary)
      for _ in 0..<3 {
        let encoding = try KeyedArchiver().encode(ring, against: dictionary)
        if Differential.isWantedHere() { #expect(encoding == expected) }
      }
      dictionary = try dictionary.adding(expected.additions)
    }
  }
}
