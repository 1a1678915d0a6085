import ArchiveInspection
import Foundation
import KeyedArchives
import Testing

/// Edges and objects in containers that are kept while values around them are encoded.
@Suite struct KeptContainerEdgeTests: ReferenceProbe {
  typealias Link = ReferenceSamples.Link

  enum Keys: CodingKey { case first, link }

  struct Throwing: Encodable {
    let body: () throws -> Void
    func encode(to encoder: any Encoder) throws {
      _ = encoder.container(keyedBy: Keys.self)
      try body()
      throw CocoaError(.coderInvalidValue)
    }
  }

  /// Fills kept containers from inside of a value that then throws.
  struct Late: Codable {
    enum Fields: CodingKey { case one, two, bad, after }
    var one: [Link] = []
    var edges: [BackReference<Link>] = []
    var after: [Link] = []
    var mode = 0
    var links: [Link] = []

    init(_ mode: Int, _ links: [Link]) { (self.mode, self.links) = (mode, links) }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Fields.self)
      if let read = try? container.decode([Link].self, forKey: .one) { one = read }
      if let read = try? container.decode([BackReference<Link>].self, forKey: .two) { edges = read }
      after = try container.decode([Link].self, forKey: .after)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Fields.self)
      var one = container.nestedUnkeyedContainer(forKey: .one)
      var two = container.nestedUnkeyedContainer(forKey: .two)
      let link = links[0]
      switch mode {
      case 0:
        // The edge stays, its number is given up.
        try? container.encode(
          Throwing { try two.encode(BackReference(wrappedValue: link)) }, forKey: .bad)
      case 1:
        // The object stays in the second, a reference to it in the first.
        var second = container.nestedUnkeyedContainer(forKey: .bad)
        try? container.encode(
          Throwing {
            try second.encode(link)
            try one.encode(link)
          }, forKey: .after)
        return try container.encode([Link](), forKey: .after)
      case 2:
        try? container.encode(Throwing { try one.encode(link) }, forKey: .bad)
      default: break
      }
      try container.encode([link], forKey: .after)
    }
  }

  @Test func `an edge in a kept container, whose value around it throws`() throws {
    let link = Link(7)
    let bytes: [UInt8] = try KeyedArchiver().encode(Late(0, [link]))
    #expect(ArchiveVerification(of: bytes).findings.isEmpty)
    let back = try KeyedUnarchiver().decode(Late.self, from: bytes)
    #expect(back.edges.count == 1 && back.edges.first?.wrappedValue === back.after.first)
  }

  @Test func `a reference in a kept container, whose value around it throws`() throws {
    let link = Link(7)
    let bytes: [UInt8] = try KeyedArchiver().encode(Late(1, [link]))
    #expect(ArchiveVerification(of: bytes).findings.isEmpty)
    let back = try KeyedUnarchiver().decode(Late.self, from: bytes)
    #expect(back.one.map(\.number) == [7])
  }

  @Test func `an object in a kept container, whose value around it throws`() throws {
    let link = Link(7)
    let bytes: [UInt8] = try KeyedArchiver().encode(Late(2, [link]))
    #expect(ArchiveVerification(of: bytes).findings.isEmpty)
    let back = try KeyedUnarchiver().decode(Late.self, from: bytes)
    #expect(back.one.count == 1 && back.one.first === back.after.first)
  }

  final class Holder: Encodable {
    let name: String
    var body: (Holder, any Encoder) throws -> Void
    init(_ name: String, _ body: @escaping (Holder, any Encoder) throws -> Void) {
      (self.name, self.body) = (name, body)
    }
    func encode(to encoder: any Encoder) throws { try body(self, encoder) }
  }
  struct Lists: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      var kept: (any UnkeyedEncodingContainer)?
      let y = Holder("y") { _, encoder in
        var container = encoder.container(keyedBy: Keys.self)
        kept = container.nestedUnkeyedContainer(forKey: .link)
      }
      let x = Holder("x") { _, encoder in
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(y, forKey: .first)
      }
      try container.encode(y)
      try container.encode(x)
      try kept?.encode(x)
    }
  }

  @Test func `a cycle that a container closes late is refused`() throws {
    var bytes: [UInt8]?
    let failure = error { bytes = try KeyedArchiver().encode(Lists()) }
    #expect(failure?.code == .undeclaredCycle)
    #expect(bytes == nil)
  }
}
