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
}
