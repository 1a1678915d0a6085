import KeyedArchives
import TestTraits
import Testing

/// Objects asked for in all the ways that user code has, read straight from bytes and from cells.
@Suite struct ObjectUseTests {
  private enum Key: String, CodingKey { case a, b, c, d, value, next }

  private struct Written: Encodable {
    var a: Counter
    var b: [Counter]
    var c: Counter
    var d: Int
  }

  private static func written() -> Written {
    let (first, second) = (Counter(1), Counter(2))
    return Written(a: first, b: [second, first, second], c: second, d: 4)
  }

  /// Decodes with a closure.
  private struct Probe: Decodable {
    struct Body: @unchecked Sendable { var run: (any Decoder) throws -> Void }
    static let key = CodingUserInfoKey(rawValue: "body")
    init(from decoder: any Decoder) throws {
      let body = Self.key.flatMap { decoder.userInfo[$0] as? Body }
      try body?.run(decoder)
    }
  }

  /// Runs a closure with a decoder of a value, read both ways, in all layouts; the error it ends with.
  @discardableResult
  private func probe(
    _ value: some Encodable, _ body: @escaping (any Decoder) throws -> Void
  ) throws -> ArchiveError? {
    var errors: [ArchiveError?] = []
    for layout in Layout.all {
      let bytes = try layout.bytes(value)
      for usesCells in [false, true] {
        var unarchiver = TwoWays.unarchiver
        unarchiver.usesCells = usesCells
        unarchiver.userInfo[try #require(Probe.key)] = Probe.Body(run: body)
        do {
          _ = try unarchiver.decode(Probe.self, from: bytes)
          errors.append(nil)
        } catch let error as ArchiveError {
          errors.append(error)
        }
      }
    }
    if Differential.isWantedHere() {
      for pair in stride(from: 0, to: errors.count, by: 2) {
        let (direct, cells) = (errors[pair], errors[pair + 1])
        #expect(direct?.code == cells?.code && direct?.byteOffset == cells?.byteOffset)
        #expect(direct?.path == cells?.path && direct?.message == cells?.message)
      }
    }
    return errors[0]
  }

  @Test func `fields in any order, more than once, and some not at all`() throws {
    for order in [
      [Key.a, .b, .c], [.c, .b, .a], [.b, .a, .c], [.c, .a], [.b], [.c, .c, .a, .b],
    ] {
      try probe(Self.written()) { decoder in
        let container = try decoder.container(keyedBy: Key.self)
        var found: [Key: [Counter]] = [:]
        for key in order {
          found[key] =
            key == .b
            ? try container.decode([Counter].self, forKey: key)
            : [try container.decode(Counter.self, forKey: key)]
        }
        #expect(found[.a].map { $0[0].value == 1 } ?? true)
        #expect(found[.c].map { $0[0].value == 2 } ?? true)
        if let list = found[.b] {
          #expect(list[0] === list[2] && list.map(\.value) == [2, 1, 2])
          #expect(found[.a].map { $0[0] === list[1] } ?? true)
          #expect(found[.c].map { $0[0] === list[0] } ?? true)
        }
      }
    }
  }

  @Test func `several containers on one decoder find the same instances`() throws {
    try probe(Self.written()) { decoder in
      let first = try decoder.container(keyedBy: Key.self)
      let c = try first.decode(Counter.self, forKey: .c)
      let second = try decoder.container(keyedBy: Key.self)
      let a = try second.decode(Counter.self, forKey: .a)
      #expect(try first.decode(Int.self, forKey: .d) == 4)
      let third = try decoder.container(keyedBy: AnyKey.self)
      let b = try third.decode([Counter].self, forKey: AnyKey(stringValue: "b"))
      #expect(b[0] === c && b[1] === a && b[2] === c)
      #expect(try second.decode(Int.self, forKey: .d) == 4)
      #expect(try first.decode(Counter.self, forKey: .a) === a)
    }
  }

  @Test func `what the superclass does not read is passed over`() throws {
    struct Other: Decodable {
      var marks: [Counter]
      var mark: Counter
    }
    let tree = Branch.sample(depth: 3, Counter(1))
    let back = try KeyedUnarchiver().decode(Other.self, from: Layout.all[0].bytes(tree))
    #expect(back.mark === back.marks[0])
    TwoWays(Other.self, try Layout.all[0].bytes(tree)).expectSame()
  }

  private struct Failure: Error {}

  private final class Failing: Decodable {
    init(from decoder: any Decoder) throws {
      _ = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .value)
      throw Failure()
    }
  }

  @Test func `an object that failed may be asked for again`() throws {
    try probe(Self.written()) { decoder in
      let container = try decoder.container(keyedBy: Key.self)
      #expect(throws: (any Error).self) { try container.decode(String.self, forKey: .a) }
      #expect(throws: (any Error).self) { try container.decode([String].self, forKey: .b) }
      let b = try container.decode([Counter].self, forKey: .b)
      #expect(throws: (any Error).self) { try container.decode(Link.self, forKey: .d) }
      #expect(try container.decode(Counter.self, forKey: .c) === b[0])
    }
  }

  @Test func `a refused class stays refused`() throws {
    let error = try probe(Self.written()) { decoder in
      let container = try decoder.container(keyedBy: Key.self)
      #expect(throws: (any Error).self) { try container.decode(Failing.self, forKey: .a) }
      #expect(throws: (any Error).self) { try container.decode([Failing].self, forKey: .b) }
      _ = try? container.decode(Counter.self, forKey: .a)
    }
    #expect(error?.code == .typeNotAllowed)
  }

  @Test func `an object asked for while it is decoded is an undeclared cycle`() throws {
    final class Outer: @unchecked Sendable { var container: KeyedDecodingContainer<Key>? }
    struct Asking: Decodable {
      init(from decoder: any Decoder) throws {
        let outer = CodingUserInfoKey(rawValue: "outer").flatMap { decoder.userInfo[$0] as? Outer }
        _ = try outer?.container?.decode(Chain.self, forKey: .a)
      }
    }
    final class Chain: Codable {
      let value: Int
      init(_ value: Int) { self.value = value }
      init(from decoder: any Decoder) throws {
        _ = try Asking(from: decoder)
        value = 0
      }
    }
    struct Root: Decodable {
      init(from decoder: any Decoder) throws {
        let outer = CodingUserInfoKey(rawValue: "outer").flatMap { decoder.userInfo[$0] as? Outer }
        let container = try decoder.container(keyedBy: Key.self)
        outer?.container = container
        defer { outer?.container = nil }
        _ = try container.decode(Chain.self, forKey: .a)
      }
    }
    struct Source: Encodable { var a = Chain(1) }
    let bytes: [UInt8] = try KeyedArchiver().encode(Source())
    var unarchiver = KeyedUnarchiver()
    unarchiver.userInfo[try #require(CodingUserInfoKey(rawValue: "outer"))] = Outer()
    let ways = TwoWays(Root.self, bytes, unarchiver).expectSame()
    #expect(ways.direct.contains("undeclaredCycle"))
  }

  @Test func `every initializer runs once`() throws {
    final class Count: @unchecked Sendable { var runs = 0 }
    final class Counted: Codable {
      let value: Int
      init(_ value: Int) { self.value = value }
      init(from decoder: any Decoder) throws {
        let count = CodingUserInfoKey(rawValue: "count").flatMap { decoder.userInfo[$0] as? Count }
        count?.runs += 1
        // Containers of this kind are read from cells.
        value = try decoder.container(keyedBy: AnyKey.self)
          .decode(Int.self, forKey: AnyKey(stringValue: "value"))
      }
    }
    struct Source: Codable {
      var first: [Counted]
      var second: [String: Counted]
      var third: Counted
    }
    let objects = (0..<10).map { Counted($0) }
    let source = Source(
      first: objects, second: ["a": objects[0], "b": Counted(20)], third: objects[3])
    for layout in Layout.all {
      let count = Count()
      var unarchiver = KeyedUnarchiver()
      unarchiver.userInfo[try #require(CodingUserInfoKey(rawValue: "count"))] = count
      let back = try unarchiver.decode(Source.self, from: layout.bytes(source))
      #expect(count.runs == 11)
      #expect(back.first[0] === back.second["a"] && back.first[3] === back.third)
      #expect(back.first.map(\.value) == Array(0..<10))
    }
  }

  @Test func `decoders and containers that are kept find the same instances`() throws {
    final class Keep: @unchecked Sendable {
      var decoders: [any Decoder] = []
      var containers: [KeyedDecodingContainer<Key>] = []
      var found: [Counter] = []
    }
    struct Keeping: Decodable {
      init(from decoder: any Decoder) throws {
        let keep = CodingUserInfoKey(rawValue: "keep").flatMap { decoder.userInfo[$0] as? Keep }
        let container = try decoder.container(keyedBy: Key.self)
        keep?.decoders.append(decoder)
        keep?.containers.append(container)
        keep?.found.append(try container.decode(Counter.self, forKey: .a))
      }
    }
    for layout in Layout.all {
      let bytes = try layout.bytes([Self.written(), Self.written(), Self.written()])
      for usesCells in [false, true] {
        let keep = Keep()
        var unarchiver = KeyedUnarchiver()
        unarchiver.usesCells = usesCells
        unarchiver.userInfo[try #require(CodingUserInfoKey(rawValue: "keep"))] = keep
        _ = try unarchiver.decode([Keeping].self, from: bytes)
        // Another call uses the same memory in between.
        _ = try KeyedUnarchiver().decode([Keeping].self, from: bytes)
        for (index, counter) in keep.found.enumerated() {
          let container = keep.containers[index]
          let list = try container.decode([Counter].self, forKey: .b)
          #expect(list[1] === counter && list[0] === list[2])
          #expect(try container.decode(Counter.self, forKey: .c) === list[0])
          let again = try keep.decoders[index].container(keyedBy: Key.self)
          #expect(try again.decode(Counter.self, forKey: .a) === counter)
          #expect(try again.decode([Counter].self, forKey: .b)[0] === list[0])
        }
      }
    }
  }
}
