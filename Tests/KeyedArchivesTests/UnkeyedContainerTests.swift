import ArchiveCompression
import ArchiveFormat
import Foundation
import Testing

@testable import KeyedArchives

/// Unkeyed containers that are read from bytes, where they end, and what is kept of them.
@Suite struct UnkeyedContainerTests {
  /// What an initializer kept, for others to see.
  private final class Shelf: @unchecked Sendable {
    var decoders: [any Decoder] = []
    var containers: [any UnkeyedDecodingContainer] = []
  }

  private static let shelfKey = CodingUserInfoKey(rawValue: "shelf")

  private struct Item: Codable {
    var number: Int

    init(number: Int) { self.number = number }

    init(from decoder: any Decoder) throws {
      if let key = UnkeyedContainerTests.shelfKey, let shelf = decoder.userInfo[key] as? Shelf {
        shelf.decoders.append(decoder)
      }
      number = try decoder.singleValueContainer().decode(Int.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
  }

  private struct Lists: Codable {
    var list: [Item]
    var count: Int
    enum CodingKeys: CodingKey { case list, count }

    init(_ list: [Item], _ count: Int) { (self.list, self.count) = (list, count) }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      var items = try container.nestedUnkeyedContainer(forKey: .list)
      list = [try items.decode(Item.self)]
      count = try container.decode(Int.self, forKey: .count)
      list.append(try items.decode(Item.self))
    }
  }

  @Test func `a decoder that an element kept reads its value after all is over`() throws {
    let shelf = Shelf()
    var unarchiver = KeyedUnarchiver()
    unarchiver.userInfo[try #require(Self.shelfKey)] = shelf
    for layout in Layout.all {
      let bytes = try layout.bytes(Lists([Item(number: 7), Item(number: 8)], 2))
      let found = try unarchiver.decode(Lists.self, from: bytes)
      #expect(found.list.map(\.number) == [7, 8] && found.count == 2)
      // Another call uses the same memory.
      #expect(
        try KeyedUnarchiver().decode(
          [Int].self, from: KeyedArchiver().encode([1, 2, 3]) as [UInt8]) == [1, 2, 3])
      let numbers = try shelf.decoders.map { try $0.singleValueContainer().decode(Int.self) }
      #expect(numbers == [7, 8])
      for decoder in shelf.decoders { _ = decoder.codingPath }
      shelf.decoders = []
    }
  }

  /// Reads until there is an error.
  private struct Greedy: Decodable {
    var numbers: [Int] = []
    var last: ArchiveError?

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      do {
        while true { numbers.append(try container.decode(Int.self)) }
      } catch DecodingError.valueNotFound(_, let context) {
        last = context.underlyingError as? ArchiveError
      }
    }
  }

  @Test func `reading past the end is an error there, in both ways the same`() throws {
    let bytes: [UInt8] = try KeyedArchiver().encode(["list": [1, 2, 3]])
    var errors: [ArchiveError?] = []
    for usesCells in [false, true] {
      var unarchiver = KeyedUnarchiver()
      unarchiver.usesCells = usesCells
      let found = try #require(try unarchiver.decode([String: Greedy].self, from: bytes)["list"])
      #expect(found.numbers == [1, 2, 3])
      errors.append(found.last)
    }
    #expect(errors[0]?.path.description == "$.list[3]")
    #expect(errors[0]?.byteOffset == errors[1]?.byteOffset)
    #expect(errors[0]?.message == errors[1]?.message)
  }

  /// Makes room for as many elements as are said to be there.
  private struct Trusting: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.unkeyedContainer()
      #expect((container.count ?? 0) < 1_000)
    }
  }

  @Test func `a count that cannot be is told to nobody`() throws {
    var sink = ByteSink()
    sink.bytes = [0xB0, 0x01]
    sink.kind(.array)
    sink.kind(.int)
    sink.varint(15_000_000 << 1 | 1)
    sink.bytes += [UInt8](repeating: 1, count: 20)
    sink.fixed(SinglePart.checksum(of: sink.bytes[...]))
    let bytes = sink.bytes
    for usesCells in [false, true] {
      var unarchiver = KeyedUnarchiver()
      unarchiver.usesCells = usesCells
      #expect(throws: ArchiveError.self) { try unarchiver.decode(Trusting.self, from: bytes) }
    }
  }

  private struct ReadOnly: Decodable, Equatable {
    var number: Int
    init(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self)
    }
  }

  private struct Name: Codable, Hashable {
    var text: String
    init(_ text: String) { self.text = text }
    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  @Test func `dictionaries of types that are only read are read from any map`() throws {
    for usesCells in [false, true] {
      var unarchiver = KeyedUnarchiver()
      unarchiver.usesCells = usesCells
      let empty: [UInt8] = try KeyedArchiver().encode([UUID: Int]())
      #expect(try unarchiver.decode([UUID: ReadOnly].self, from: empty).isEmpty)
      let named: [UInt8] = try KeyedArchiver().encode([Name("a"): 1])
      #expect(try unarchiver.decode([Name: ReadOnly].self, from: named).map(\.value.number) == [1])
      let inside: [UInt8] = try KeyedArchiver().encode([[Name("a"): 1], [:]])
      #expect(try unarchiver.decode([[Name: ReadOnly]].self, from: inside).map(\.count) == [1, 0])
    }
  }

  /// Asks for its fields from the last to the first, and for one that is not there.
  private struct Backwards: Codable, Equatable {
    var a: Int
    var b: [String]
    var c: String
    var d: [Backwards]
    enum CodingKeys: CodingKey { case a, b, c, d, e }

    init(_ depth: Int) {
      (a, b, c) = (depth, ["x", "\(depth)"], "text")
      d = depth == 0 ? [] : [Backwards(depth - 1), Backwards(depth - 1)]
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      #expect(throws: DecodingError.self) { try container.decode(Int.self, forKey: .e) }
      d = try container.decode([Backwards].self, forKey: .d)
      c = try container.decode(String.self, forKey: .c)
      b = try container.decode([String].self, forKey: .b)
      a = try container.decode(Int.self, forKey: .a)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(a, forKey: .a)
      try container.encode(b, forKey: .b)
      try container.encode(c, forKey: .c)
      try container.encode(d, forKey: .d)
    }
  }

  @Test func `fields may be asked for backwards at each of many levels`() throws {
    for layout in Layout.all {
      let value = Backwards(6)
      let bytes = try layout.bytes(value)
      for usesCells in [false, true] {
        var unarchiver = KeyedUnarchiver()
        unarchiver.usesCells = usesCells
        #expect(try unarchiver.decode(Backwards.self, from: bytes) == value)
      }
    }
  }
}
