import ArchiveFormat
import ArchiveInspection
import Foundation
import TestTraits
import Testing

@testable import KeyedArchives

/// Several roots in one archive.
@Suite struct RootsTests {
  final class Node: Codable {
    var name: String
    var next: Node?
    @BackReference var owner: Node?
    init(_ name: String, _ next: Node? = nil) {
      self.name = name
      self.next = next
    }
  }

  struct List: Codable {
    var title: String
    var nodes: [Node]
  }

  private static let archivers = [
    KeyedArchiver(), KeyedArchiver(compression: .zlib()), KeyedArchiver(framing: .multiPart),
    KeyedArchiver(compression: .zlib(), framing: .multiPart),
  ]

  private static func archive(_ archiver: KeyedArchiver) throws -> Data {
    let (shared, alone) = (Node("shared"), Node("alone"))
    shared.owner = alone
    return try archiver.encodeRoots { roots in
      try roots.encode(List(title: "first", nodes: [shared, shared]), named: "first")
      try roots.encode(42)
      try roots.encode(List(title: "ünïcode", nodes: [alone, shared]), named: "zwei ✓")
    }
  }

  /// Objects are shared across roots, in whichever order those are decoded, and back references lead across.
  @Test(arguments: Self.archivers.indices) func shared(_ index: Int) throws {
    let archive = try Self.archive(Self.archivers[index])
    for order in [["first", "zwei ✓"], ["zwei ✓", "first"]] {
      let roots = try KeyedUnarchiver().roots(of: archive)
      #expect(roots.names == ["first", "", "zwei ✓"])
      let lists = try order.map { try roots.decode(List.self, named: $0) }
      let (first, second) = order[0] == "first" ? (lists[0], lists[1]) : (lists[1], lists[0])
      #expect(first.nodes[0] === first.nodes[1] && first.nodes[0] === second.nodes[1])
      #expect(first.nodes[0].owner === second.nodes[0])
      #expect(second.title == "ünïcode")
      #expect(try roots.decode(Int.self) == 42)
      #expect(try roots.decode(List.self, named: "first").nodes[0] === first.nodes[0])
    }
    #expect(try KeyedUnarchiver().decode(Int.self, from: archive) == 42)
    let title = ArchivePath([.root("zwei ✓"), .key("title")])
    #expect(try KeyedUnarchiver().decode(String.self, at: title, from: archive) == "ünïcode")
    #expect(
      ArchiveVerification(of: [UInt8](archive), requiresCanonicalForm: true).findings == [])
  }

  /// An untyped value in one root and an instance that another one gives later are one object.
  @Test func untypedRoots() throws {
    let node = Node("n")
    let archive = try KeyedArchiver().encodeRoots { roots in
      try roots.encode([node], named: "a")
      try roots.encode([Node("m")], named: "b")
      try roots.encode([node], named: "c")
    }
    let roots = try KeyedUnarchiver().roots(of: archive)
    let untyped = try roots.decode(ArchivedValue.self, named: "a")
    _ = try roots.decode([Node].self, named: "b")
    let nodes = try roots.decode([Node].self, named: "c")
    nodes[0].name = "changed"
    let again = try KeyedArchiver().encodeRoots { roots in
      try roots.encode(untyped, named: "a")
      try roots.encode(nodes, named: "c")
    }
    let back = try KeyedUnarchiver().roots(of: again)
    let first = try back.decode([Node].self, named: "a")[0]
    #expect(try back.decode([Node].self, named: "c")[0] === first && first.name == "changed")
  }

  /// What goes wrong is told with the name of the root.
  @Test func errors() throws {
    #expect(throws: ArchiveError.self) { try KeyedArchiver().encodeRoots { _ in } }
    let twice = #expect(throws: ArchiveError.self) {
      try KeyedArchiver().encodeRoots { roots in
        try roots.encode(1, named: "a")
        try roots.encode(2, named: "a")
      }
    }
    #expect(twice?.code == .duplicateKey)
    let node = Node("n")
    node.next = node
    let partial = try KeyedArchiver().encodeRoots { roots in
      let cycle = #expect(throws: ArchiveError.self) { try roots.encode([node], named: "a") }
      #expect(cycle?.message == "an object holds itself: $[0].next → $[0]")
      #expect(cycle?.path.description == "$a[0].next")
      node.next = nil
      try roots.encode([node], named: "a")
    }
    let roots = try KeyedUnarchiver().roots(of: partial)
    #expect(roots.names == ["a"])
    let missing = #expect(throws: ArchiveError.self) { try roots.decode([Node].self, named: "b") }
    #expect(missing?.code == .keyNotFound)
    let wrong = #expect(throws: ArchiveError.self) { try roots.decode([Int].self, named: "a") }
    #expect(wrong?.path.description == "$a[0]" && wrong?.byteOffset != nil)
    #expect(try roots.decode([Node].self, named: "a")[0].name == "n")
    #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver().roots(of: partial.dropLast())
    }
  }

  /// Classes can be allowed in one root alone.
  @Test func grants() throws {
    class Base: Codable {
      init() {}
    }
    final class Sub: Base {}
    struct Holder: Codable { var it: Base }
    let archive = try KeyedArchiver().encodeRoots { roots in
      try roots.encode(Holder(it: Sub()), named: "in")
      try roots.encode(Holder(it: Sub()), named: "out")
    }
    var unarchiver = KeyedUnarchiver()
    unarchiver.allowedTypes.allow(Sub.self, under: ArchivePath([.root("in")]))
    let roots = try unarchiver.roots(of: archive)
    #expect(try roots.decode(Holder.self, named: "in").it is Sub)
    let refused = #expect(throws: ArchiveError.self) {
      try roots.decode(Holder.self, named: "out")
    }
    #expect(refused?.code == .typeNotAllowed && refused?.path.description == "$out.it")
  }

  /// Large roots have blocks, from which single values are read.
  @Test(.long, arguments: Self.archivers[2...].indices) func large(_ index: Int) throws {
    struct Row: Codable, Equatable {
      var number: Int
      var text: String
    }
    let rows = (0..<40_000).map { Row(number: $0 &* 7_919, text: "row number \($0)") }
    let archive = try Self.archivers[index].encodeRoots { roots in
      try roots.encode("small", named: "a")
      try roots.encode(rows, named: "b")
      try roots.encode(rows.reversed() as [Row], named: "c")
    }
    #expect(
      ArchiveVerification(of: [UInt8](archive), requiresCanonicalForm: true).findings == [])
    let roots = try KeyedUnarchiver().roots(of: archive)
    #expect(try roots.decode([Row].self, named: "c").reversed() == rows)
    #expect(try roots.decode([Row].self, named: "b") == rows)
    for (root, at) in [("b", 30_000), ("c", 30_000), ("c", 3)] {
      let path = ArchivePath([.root(root), .index(at), .key("text")])
      let expected = root == "b" ? rows[at].text : rows[39_999 - at].text
      #expect(try KeyedUnarchiver().decode(String.self, at: path, from: archive) == expected)
    }
  }
}
