import Foundation
import Testing

@testable import KeyedArchives

/// Decoders that are kept, and asked for other things than what they are, or in other orders than they were met.
@Suite struct KeptDecoderTests {
  private struct Kept: Decodable {
    let decoder: any Decoder
    init(from decoder: any Decoder) throws { self.decoder = decoder }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// A map is looked at before Foundation's own types read it unchecked, whoever opened it before.
  @Test func `a kept map that Foundation takes for its own is checked`() throws {
    let bytes: [UInt8] = try KeyedArchiver().encode([["bitmap": Data()], ["bitmap": Data()]])
    for usesCells in [false, true] {
      var unarchiver = KeyedUnarchiver()
      unarchiver.usesCells = usesCells
      for kept in try unarchiver.decode([Kept].self, from: bytes) {
        let container = try kept.decoder.container(keyedBy: Name.self)
        #expect(container.allKeys.map(\.stringValue) == ["bitmap"])
        #expect(throws: (any Error).self) { try CharacterSet(from: kept.decoder) }
        #expect(try container.decode(Data.self, forKey: Name(stringValue: "bitmap")).isEmpty)
        #expect(throws: (any Error).self) { try CharacterSet(from: kept.decoder) }
      }
    }
  }

  private final class Thing: Codable {
    var number = 5
  }

  private struct First: Codable, Equatable { var a = 1 }
  private struct Second: Codable, Equatable { var b = "two", c = 2.5 }
  private struct Third: Codable, Equatable {
    var list = [1, 2, 3]
    var groups = [First(), First()]
  }
  private struct Fourth: Codable {
    var thing = Thing()
    var list = [4]
  }

  private struct Mixture: Encodable {
    var things: [Thing]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(First())
      try container.encode(Second())
      try container.encode(Third())
      try container.encode(Fourth())
      try container.encode(things)
      try container.encode(Third())
    }
  }

  @Test(arguments: [[0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0], [2, 0, 5, 3, 1, 4]])
  func `kept decoders of a mixed array read their own values in any order`(
    _ order: [Int]
  ) throws {
    for things in [[], [Thing(), Thing()]] {
      let bytes: [UInt8] = try KeyedArchiver().encode(Mixture(things: things))
      for usesCells in [false, true] {
        var unarchiver = KeyedUnarchiver()
        unarchiver.usesCells = usesCells
        let kept = try unarchiver.decode([Kept].self, from: bytes).map(\.decoder)
        for _ in 0..<2 {
          for index in order {
            switch index {
            case 0: #expect(try First(from: kept[0]) == First())
            case 1: #expect(try Second(from: kept[1]) == Second())
            case 3:
              let fourth = try Fourth(from: kept[3])
              #expect(fourth.thing.number == 5 && fourth.list == [4])
            case 4: #expect(try [Thing](from: kept[4]).map(\.number) == things.map { _ in 5 })
            default: #expect(try Third(from: kept[index]) == Third())
            }
          }
        }
      }
    }
  }

  private struct Fifth: Codable {
    var title = "fifth"
    var thing = Thing()
  }

  private enum Keys: CodingKey { case a, b, c, list, groups, thing, title }

  private struct KeptContainer: Decodable {
    let container: KeyedDecodingContainer<Keys>
    init(from decoder: any Decoder) throws {
      container = try decoder.container(keyedBy: Keys.self)
    }
  }

  struct Box<Item> { var item: Item }

  /// Records of several shapes in one field, whose kinds are found out one by one: in one order while they are decoded, in another when they are read later.
  private struct Choice: Encodable {
    var item: any Encodable
    func encode(to encoder: any Encoder) throws { try item.encode(to: encoder) }
  }

  @Test(arguments: [[0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0], [3, 0, 5, 4, 2, 1]])
  func `kept containers of mixed fields read their own values in any order`(
    _ order: [Int]
  ) throws {
    let items: [any Encodable] = [First(), Second(), Third(), Fourth(), Third(), Fifth()]
    let bytes: [UInt8] = try KeyedArchiver().encode(items.map { Box(item: Choice(item: $0)) })
    for usesCells in [false, true] {
      var unarchiver = KeyedUnarchiver()
      unarchiver.usesCells = usesCells
      let kept = try unarchiver.decode([Box<KeptContainer>].self, from: bytes).map(\.item.container)
      func value<Value: Decodable>(_ index: Int, _ key: Keys) throws -> Value {
        try kept[index].decode(Value.self, forKey: key)
      }
      for _ in 0..<2 {
        for index in order {
          switch index {
          case 0: #expect(try value(0, .a) == 1)
          case 1: #expect(try value(1, .b) == "two" && value(1, .c) == 2.5)
          case 3:
            #expect(try (value(3, .thing) as Thing).number == 5)
            #expect(try value(3, .list) == [4])
          case 5:
            #expect(try value(5, .title) == "fifth")
            #expect(try (value(5, .thing) as Thing).number == 5)
          default:
            #expect(try value(index, .groups) == [First(), First()])
            #expect(try value(index, .list) == [1, 2, 3])
          }
        }
      }
    }
  }

  private struct Flagged: Codable {
    var flag: Bool
    var zero = 0

    enum CodingKeys: CodingKey { case flag, zero }
  }

  private struct KeptFlags: Decodable {
    let container: KeyedDecodingContainer<Flagged.CodingKeys>
    init(from decoder: any Decoder) throws {
      container = try decoder.container(keyedBy: Flagged.CodingKeys.self)
    }
  }

  /// A bool is one of the state bits, whatever the byte says where the next field stands.
  @Test(arguments: [false, true])
  func `bools of kept containers are read from the state bits`(_ usesCells: Bool) throws {
    let flags = [false, false, true, false]
    let bytes: [UInt8] = try KeyedArchiver().encode(flags.map { Flagged(flag: $0) })
    var unarchiver = KeyedUnarchiver()
    unarchiver.usesCells = usesCells
    let kept = try unarchiver.decode([KeptFlags].self, from: bytes).map(\.container)
    for _ in 0..<3 {
      for (container, flag) in zip(kept, flags) {
        #expect(try container.decode(Bool.self, forKey: .flag) == flag)
        #expect(try container.decode(Int.self, forKey: .zero) == 0)
      }
    }
  }
}

extension KeptDecoderTests.Box: Encodable where Item: Encodable {}
extension KeptDecoderTests.Box: Decodable where Item: Decodable {}
