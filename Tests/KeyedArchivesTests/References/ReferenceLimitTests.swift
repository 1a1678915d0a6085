import Foundation
import KeyedArchives
import Testing

/// What graphs may cost: objects, values on the way through cycles, and time.
@Suite(.serialized) struct ReferenceLimitTests: ReferenceProbe {
  typealias Node = ReferenceSamples.Node
  typealias Link = ReferenceSamples.Link

  final class Soft: Codable {
    var number: Int
    var extra: String?
    init(_ number: Int) { self.number = number }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      number = try container.decode(Int.self, forKey: .number)
      extra = try? container.decode(String.self, forKey: .extra)
    }
  }
  struct Shown: Codable {
    var edges: [BackReference<Soft>]
    var hidden: [Soft]
  }
  struct ShownOnly: Codable {
    var edges: [BackReference<Soft>]
  }

  @Test func `the time that decoding takes is linear`() throws {
    func time(_ count: Int) throws -> Double {
      let all = (0..<count).map { Soft($0) }
      let bytes: [UInt8] = try KeyedArchiver().encode(
        Shown(edges: all.map { BackReference(wrappedValue: $0) }, hidden: all))
      // The best of some, since other tests take their turns.
      return try (0..<3).map { _ in
        let start = Date()
        let back = try KeyedUnarchiver().decode(ShownOnly.self, from: bytes)
        #expect(back.edges.last?.wrappedValue?.number == count - 1)
        return Date().timeIntervalSince(start)
      }.min() ?? 0
    }
    let (small, large) = (try time(1_500), try time(6_000))
    #expect(large < 10 * small)
  }

  struct Mirror: Decodable {
    var name: String
    var children: [Mirror]
    var parent: [Mirror]
    enum K: CodingKey { case name, children, parent }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: K.self)
      name = try container.decode(String.self, forKey: .name)
      children = try container.decode([Mirror].self, forKey: .children)
      parent = try container.decodeIfPresent(Mirror.self, forKey: .parent).map { [$0] } ?? []
    }
  }

  @Test func `values that read through a cycle are bounded`() throws {
    let bytes: [UInt8] = try KeyedArchiver().encode(Node("root", [Node("a"), Node("b")]))
    let isEnded = ends(300) {
      let failure = self.error { _ = try KeyedUnarchiver().decode(Mirror.self, from: bytes) }
      #expect(failure?.code == .limitExceeded || failure?.code == .stackExhausted)
    }
    #expect(isEnded)
  }

  @Test func `the limit of objects`() throws {
    let links = (0..<5).map { Link($0) }
    for (link, next) in zip(links, links[1...]) { link.next = next }
    links[4].weak = Link(9)
    let nobody = Link(10)
    links[4].other = nobody
    let bytes: [UInt8] = try KeyedArchiver().encode(links[0])
    // The weak one was gone already.
    for (limit, isRead) in [(5, false), (6, true), (7, true)] {
      var unarchiver = KeyedUnarchiver()
      unarchiver.limits.maximumObjectCount = limit
      let failure = error { _ = try unarchiver.decode(Link.self, from: bytes) }
      #expect((failure == nil) == isRead, "\(limit)")
    }
  }
}
