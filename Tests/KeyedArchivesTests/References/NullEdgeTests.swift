import KeyedArchives
import Testing

/// Edges that lead to nobody, read as values that may be nil.
@Suite struct NullEdgeTests: ReferenceProbe {
  typealias Node = ReferenceSamples.Node

  struct WasWeak: Codable {
    var name = "x"
    @WeakReference var node: Node?
    var optional: WeakReference<Node>?
    init(_ node: Node) {
      self.node = node
      optional = WeakReference(wrappedValue: node)
    }
  }
  struct NowPlain: Codable {
    var name: String
    var node: Node?
  }
  struct NowUnkeyed: Decodable {
    var nils: [Bool] = []
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      nils.append(try container.decodeNil())
    }
  }
  struct NowNil: Decodable {
    var isNil: Bool
    init(from decoder: any Decoder) throws {
      isNil = try decoder.container(keyedBy: WasKeys.self).decodeNil(forKey: .node)
    }
    enum WasKeys: CodingKey { case node }
  }

  @Test func `a conditional edge to nobody reads as null`() throws {
    let node = Node("n")
    let bytes: [UInt8] = try KeyedArchiver().encode(WasWeak(node))
    let list: [UInt8] = try KeyedArchiver().encode([WeakReference(wrappedValue: node)])
    #expect(error { _ = try KeyedUnarchiver().decode(NowPlain.self, from: bytes) } == nil)
    #expect(try KeyedUnarchiver().decode(NowNil.self, from: bytes).isNil)
    #expect(try KeyedUnarchiver().decode(NowUnkeyed.self, from: list).nils == [true])
    #expect(try KeyedUnarchiver().decode([Node?].self, from: list).count == 1)
  }
}
