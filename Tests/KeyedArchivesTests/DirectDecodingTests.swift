import Foundation
import KeyedArchives
import Testing

/// What is read straight from bytes is what cells hold, in whatever way it is asked for.
@Suite struct DirectDecodingTests {
  private enum Key: String, CodingKey { case a, b, c, d, e, value, children }

  /// Decodes with a closure.
  private struct Probe: Decodable {
    init(from decoder: any Decoder) throws {
      let body = Self.key.flatMap { decoder.userInfo[$0] as? Body }
      try body?.run(decoder)
    }
    struct Body: @unchecked Sendable { var run: (any Decoder) throws -> Void }
    static let key = CodingUserInfoKey(rawValue: "body")
  }

  /// Runs a closure with a decoder of a value, read both ways, in all layouts.
  private func probe(
    _ value: some Encodable, _ body: @escaping (any Decoder) throws -> Void
  ) throws {
    for layout in Layout.all {
      let bytes = try layout.bytes(value)
      for usesCells in [false, true] {
        var unarchiver = KeyedUnarchiver()
        unarchiver.usesCells = usesCells
        unarchiver.userInfo[try #require(Probe.key)] = Probe.Body(run: body)
        _ = try unarchiver.decode(Probe.self, from: bytes)
      }
    }
  }

  struct Wide: Codable, Equatable {
    var a = 1
    var b = "text"
    var c = [1, 2, 3]
    var d: Double? = 2.5
    var e: Int?
  }

  struct Pair: Codable, Equatable {
    var a = Wide()
    var b = Wide(a: 2, b: "a longer text of many bytes")
    var c = 7
  }

  @Test func `a container is kept across a child of the same key type`() throws {
    try probe(
      Tree(value: 1, children: [Tree(value: 2, children: [Tree(value: 3)]), Tree(value: 4)])
    ) { decoder in
      let outer = try decoder.container(keyedBy: Key.self)
      #expect(try outer.decode(Int.self, forKey: .value) == 1)
      let children = try outer.decode([Tree].self, forKey: .children)
      #expect(children.map(\.value) == [2, 4])
      #expect(try outer.decode(Int.self, forKey: .value) == 1)
      #expect(try outer.decode([Tree].self, forKey: .children) == children)
    }
  }

  private struct Recursive: Decodable {
    var sum: Int
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      // Children first: this container is used after others of its type.
      let children = try container.decode([Recursive].self, forKey: .children)
      sum = try container.decode(Int.self, forKey: .value) + children.reduce(0) { $0 + $1.sum }
    }
  }

  @Test func `recursive containers of one key type are not confused`() throws {
    let tree = Tree(
      value: 1, children: (0..<10).map { Tree(value: $0, children: [Tree(value: 100)]) })
    for layout in Layout.all {
      let back = try KeyedUnarchiver().decode(Recursive.self, from: layout.bytes(tree))
      #expect(back.sum == 1 + 45 + 1_000)
    }
  }

  @Test func `two containers on one decoder read the same value`() throws {
    try probe(Wide()) { decoder in
      let first = try decoder.container(keyedBy: Key.self)
      #expect(try first.decode(Int.self, forKey: .a) == 1)
      let second = try decoder.container(keyedBy: Key.self)
      #expect(try second.decode(Int.self, forKey: .a) == 1)
      #expect(try first.decode(String.self, forKey: .b) == "text")
      #expect(try second.decode([Int].self, forKey: .c) == [1, 2, 3])
      #expect(try Wide(from: decoder) == Wide())
      #expect(try first.decode([Int].self, forKey: .c) == [1, 2, 3])
    }
  }

  @Test func `keys out of order, missing and unknown ones`() throws {
    try probe(Pair()) { decoder in
      let container = try decoder.container(keyedBy: Key.self)
      #expect(try container.decode(Int.self, forKey: .c) == 7)
      #expect(try container.decode(Wide.self, forKey: .b).a == 2)
      #expect(try container.decode(Wide.self, forKey: .a) == Wide())
      #expect(try container.decodeIfPresent(Int.self, forKey: .e) == nil)
      #expect(container.contains(.a) && !container.contains(.e))
      #expect(throws: DecodingError.self) { try container.decode(Int.self, forKey: .e) }
      #expect(container.allKeys == [.a, .b, .c])
    }
    try probe(Pair()) { decoder in
      let container = try decoder.container(keyedBy: Key.self)
      #expect(container.contains(.c) && container.allKeys.count == 3)
      #expect(try !container.decodeNil(forKey: .b))
      #expect(try container.decodeIfPresent(Int.self, forKey: .d) == nil)
      // The first field is passed over.
      #expect(try container.decode(Wide.self, forKey: .b).a == 2)
      #expect(try container.decodeIfPresent(Int8.self, forKey: .c) == 7)
    }
    try probe([Pair(), Pair()]) { decoder in
      // Nothing is asked for.
      _ = try decoder.singleValueContainer().decode([Nothing].self)
    }
  }

  @Test func `nested containers are read in turns`() throws {
    try probe(Pair()) { decoder in
      let container = try decoder.container(keyedBy: Key.self)
      let first = try container.nestedContainer(keyedBy: Key.self, forKey: .a)
      #expect(try first.decode(Int.self, forKey: .a) == 1)
      let second = try container.nestedContainer(keyedBy: Key.self, forKey: .b)
      #expect(try second.decode(Int.self, forKey: .a) == 2)
      #expect(try first.decode(String.self, forKey: .b) == "text")
      #expect(try container.decode(Int.self, forKey: .c) == 7)
      #expect(try second.decode(String.self, forKey: .b) == "a longer text of many bytes")
      var list = try first.nestedUnkeyedContainer(forKey: .c)
      #expect(try list.decode(Int.self) == 1)
      #expect(try second.decode([Int].self, forKey: .c) == [1, 2, 3])
      #expect(try list.decode(Int.self) == 2)
      #expect(first.codingPath.map(\.stringValue) == ["a"])
    }
  }

  private struct Failure: Error {}

  private struct Throwing: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      _ = try container.decode(Int.self, forKey: .a)
      throw Failure()
    }
  }

  @Test func `what follows a child that failed is read right`() throws {
    try probe(Pair()) { decoder in
      let container = try decoder.container(keyedBy: Key.self)
      #expect(throws: Failure.self) { try container.decode(Throwing.self, forKey: .a) }
      #expect(throws: DecodingError.self) { try container.decode(Int.self, forKey: .a) }
      #expect(throws: DecodingError.self) { try container.decode([Wide].self, forKey: .a) }
      #expect(try container.decode(Wide.self, forKey: .a) == Wide())
      #expect(throws: Failure.self) { try container.decode(Throwing.self, forKey: .b) }
      #expect(try container.decode(Int.self, forKey: .c) == 7)
    }
    try probe([Pair(), Pair()]) { decoder in
      let single = try decoder.singleValueContainer()
      #expect(throws: (any Error).self) { try single.decode([Throwing].self) }
      #expect(throws: (any Error).self) { try single.decode([String].self) }
      #expect(try single.decode([Pair].self) == [Pair(), Pair()])
    }
    try probe(["a": Wide(), "b": Wide()]) { decoder in
      let single = try decoder.singleValueContainer()
      #expect(throws: (any Error).self) { try single.decode([String: Throwing].self) }
      #expect(try single.decode([String: Wide].self)["b"] == Wide())
    }
  }

  @Test func `numbers of another kind are converted exactly`() throws {
    struct Numbers: Codable {
      var a = 5
      var b: UInt8 = 200
      var c = 2.0
      var d = -1
      var e: Float = 0.5
    }
    try probe(Numbers()) { decoder in
      let container = try decoder.container(keyedBy: Key.self)
      #expect(try container.decode(UInt16.self, forKey: .a) == 5)
      #expect(throws: DecodingError.self) { try container.decode(Int8.self, forKey: .b) }
      #expect(try container.decode(Int.self, forKey: .b) == 200)
      #expect(try container.decode(Int.self, forKey: .c) == 2)
      #expect(throws: DecodingError.self) { try container.decode(UInt.self, forKey: .d) }
      #expect(try container.decode(Double.self, forKey: .d) == -1)
      #expect(try container.decode(Double.self, forKey: .e) == 0.5)
    }
  }

  @Test func `a first field that is of another kind is found where it stands`() throws {
    struct Written: Codable {
      var first = 1_000
      var second = 2
    }
    struct Asked: Codable {
      var first: String
      var second: Int
    }
    // The record has no state bits: its first field begins where its payload does, behind its tag.
    let ways = ThreeWays(Asked.self, try KeyedArchiver().encode(Written()))
    let places = [ways.generated, ways.general, ways.cells].map { way in
      #expect(throws: ArchiveError.self) { try way.get() }.flatMap(\.byteOffset)
    }
    #expect(places[0] != nil)
    #expect(places == [places[2], places[2], places[2]])
  }

  @Test func `containers and decoders outlive their values and the call`() throws {
    final class Keep: @unchecked Sendable {
      var containers: [KeyedDecodingContainer<Key>] = []
      var decoders: [any Decoder] = []
    }
    struct Keeping: Decodable {
      static let key = CodingUserInfoKey(rawValue: "keep")
      init(from decoder: any Decoder) throws {
        let keep = Self.key.flatMap { decoder.userInfo[$0] as? Keep }
        let container = try decoder.container(keyedBy: Key.self)
        _ = try container.decode(Int.self, forKey: .a)
        keep?.containers.append(container)
        keep?.decoders.append(decoder)
        if let first = keep?.containers.first {
          #expect(try first.decode(Int.self, forKey: .a) == 0)
        }
      }
    }
    let values = (0..<20).map { Wide(a: $0, b: "number \($0)") }
    for layout in Layout.all {
      let keep = Keep()
      let key = try #require(Keeping.key)
      var unarchiver = KeyedUnarchiver()
      unarchiver.userInfo[key] = keep
      _ = try unarchiver.decode([Keeping].self, from: layout.bytes(values))
      // Others use the same memory in between.
      for _ in 0..<3 { _ = try KeyedUnarchiver().decode([Wide].self, from: layout.bytes(values)) }
      for (index, container) in keep.containers.enumerated() {
        #expect(try container.decode(Int.self, forKey: .a) == index)
        #expect(try container.decode(String.self, forKey: .b) == "number \(index)")
      }
      for (index, decoder) in keep.decoders.enumerated() {
        #expect(try Wide(from: decoder) == values[index])
        #expect(decoder.userInfo[key] != nil)
      }
    }
  }

  @Test func `an unarchiver may be used inside a value that is decoded`() throws {
    struct Inner: Codable, Equatable { var a = 1 }
    struct Outer: Codable, Equatable {
      var a: Data
      var b: Inner
      enum CodingKeys: CodingKey { case a, b }
      init(_ inner: Inner) throws {
        a = try KeyedArchiver().encode(inner)
        b = inner
      }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        a = try container.decode(Data.self, forKey: .a)
        let inner = try KeyedUnarchiver().decode(Inner.self, from: a)
        b = try container.decode(Inner.self, forKey: .b)
        #expect(inner == b)
      }
    }
    let value = try (0..<5).map { try Outer(Inner(a: $0)) }
    #expect(try roundTrip(value) == value)
  }

  @Test func `strings made from words are those made in the ordinary way`() throws {
    let alphabet = Array("aZ09 ~\u{0}\u{7F}é€😀")
    for count in 0...40 {
      for offset in 0..<alphabet.count {
        let text = String((0..<count).map { alphabet[($0 + offset) % alphabet.count] })
        let ascii = String(text.filter(\.isASCII))
        let back = try roundTrip([text, ascii])
        #expect(back.map { Array($0.utf8) } == [Array(text.utf8), Array(ascii.utf8)])
        #expect(back[1] == ascii && back[1].hashValue == ascii.hashValue)
        #expect((back[1] + "x").utf8.count == ascii.utf8.count + 1)
      }
    }
  }

  @Test func `archives of ever new shapes are decoded`() throws {
    for index in 0..<200 {
      let key = Array("k\(1_000 + index)".utf8).map { String($0, radix: 16) }.joined()
      // One shape of one int field; the record holds 5.
      let bytes = singlePart("03 03 03 05 15" + key + "C0 15")
      #expect(try KeyedUnarchiver().decode([String: Int].self, from: bytes).values.first == 5)
      _ = try KeyedUnarchiver().decode(Nothing.self, from: bytes)
    }
  }
}

/// Reads nothing of what is there.
private struct Nothing: Decodable {
  init(from decoder: any Decoder) throws {}
}
