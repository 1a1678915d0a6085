import Foundation
import Testing

@testable import KeyedArchives

/// The objects that references keep, and the objects that they need.
@Suite struct HeldReferenceTests {
  final class Node: Codable {
    var name: String
    @BackReference var owner: Node?
    init(_ name: String) { self.name = name }
  }

  private struct Weak: Codable {
    var nodes: [Node]
    @WeakReference var first: Node?
  }

  @Test func `a weak reference that was decoded keeps nothing`() throws {
    let node = Node("n")
    var weak = Weak(nodes: [node])
    weak.first = node
    let bytes: [UInt8] = try KeyedArchiver().encode(weak)
    var read = try KeyedUnarchiver().decode(Weak.self, from: bytes)
    #expect(read.first === read.nodes[0])
    read.nodes = []
    #expect(read.first == nil)
  }

  private struct None: Codable, ArchiveNamed {
    static let archiveName = "Needing"
    @BackReference var node: Node?
  }
  private struct Needing: Codable, ArchiveNamed {
    static let archiveName = "Needing"
    @RequiredReference var node: Node?
  }

  @Test func `null where a reference needs an object is an error`() throws {
    let bytes: [UInt8] = try KeyedArchiver().encode([None()])
    let error = #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver().decode([Needing].self, from: bytes)
    }
    #expect(error?.code == .valueNotFound)
  }

  private struct Failure: Error {}

  /// Fails when the graph is complete.
  private struct Failing: Decodable {
    init(from decoder: any Decoder) throws {
      let node = try Holding(from: decoder).node
      try node.$owner.whenComplete { _ in throw Failure() }
    }
  }
  private struct Holding: Codable {
    var node: Node
    var owner: Node
  }

  @Test func `a root that failed leaves nothing to the next one`() throws {
    let (node, owner) = (Node("node"), Node("owner"))
    node.owner = owner
    let archive = try KeyedArchiver().encodeRoots { roots in
      try roots.encode(Holding(node: node, owner: owner), named: "first")
      try roots.encode(Holding(node: node, owner: owner), named: "second")
    }
    let roots = try KeyedUnarchiver().roots(of: archive)
    #expect(throws: Failure.self) { try roots.decode(Failing.self, named: "first") }
    let holding = try roots.decode(Holding.self, named: "second")
    #expect(holding.node.owner === holding.owner)
  }
}
