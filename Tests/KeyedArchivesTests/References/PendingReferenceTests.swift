import Foundation
import KeyedArchives
import Testing

/// References before the graph is complete, and those that nobody waits for any more.
@Suite struct PendingReferenceTests: ReferenceProbe {
  typealias Node = ReferenceSamples.Node
  typealias Link = ReferenceSamples.Link

  enum Keys: CodingKey { case link }

  final class Eager: Codable {
    @BackReference var link: Link?
    init(_ link: Link) { self.link = link }
    init(from decoder: any Decoder) throws {
      _link = try decoder.container(keyedBy: Keys.self).decode(
        BackReference<Link>.self, forKey: .link)
      _ = try $link.get()
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(_link, forKey: .link)
    }
  }

  @Test func `get before the graph is complete tells so`() throws {
    let bytes: [UInt8] = try KeyedArchiver().encode(Eager(Link(1)))
    let failure = error { _ = try KeyedUnarchiver().decode(Eager.self, from: bytes) }
    #expect(failure?.code == .pendingReference)
  }

  struct Discarding: Codable {
    var owner: WeakOwner?
    init(_ owner: WeakOwner) { self.owner = owner }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      owner = try? container.decode(WeakOwner.self, forKey: .owner)
    }
  }
  final class WeakOwner: Codable {
    @RequiredWeakReference var node: Node?
    var number = 1
    init(_ node: Node) { self.node = node }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      _node = try container.decode(RequiredWeakReference<Node>.self, forKey: .node)
      throw CocoaError(.coderInvalidValue)
    }
  }

  @Test func `references of values that were given up are not waited for`() throws {
    let node = Node("n")
    let bytes: [UInt8] = try KeyedArchiver().encode(Discarding(WeakOwner(node)))
    let failure = error { _ = try KeyedUnarchiver().decode(Discarding.self, from: bytes) }
    #expect(failure == nil)
  }
}
