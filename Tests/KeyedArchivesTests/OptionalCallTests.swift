import Foundation
import KeyedArchives
import TestSupport
import Testing

/// `decode(_:forKey:)` of an optional: nil where the field is null, an error where the key is not there.
@Suite struct OptionalCallTests {
  private final class Chip: Codable, Equatable {
    var number: Int
    init(_ number: Int) { self.number = number }
    static func == (left: Chip, right: Chip) -> Bool { left.number == right.number }
  }

  private struct Point: Codable, Equatable { var (x, y) = (1.5, -2.0) }
  private enum Color: String, Codable, Equatable { case red, blue }

  /// A record that writes each field, null or not, and asks for the fields in the order that the user info has.
  private struct Row: Codable, Equatable {
    var number: Int?
    var isOn: Bool?
    var weight: Double?
    var text: String?
    var id: UUID?
    var point: Point?
    var list: [Int?]?
    var color: Color?
    var table: [Color: Int?]?
    var twice: Int??
    var chip: Chip?
    var last = 7

    enum CodingKeys: CodingKey, CaseIterable {
      case number, isOn, weight, text, id, point, list, color, table, twice, chip, last
    }
    static let order = CodingUserInfoKey(rawValue: "order").unsafelyUnwrapped

    init(_ random: inout SeededGenerator, hasChips: Bool) {
      func maybe<Value>(_ value: @autoclosure () -> Value) -> Value? {
        Bool.random(using: &random) ? value() : nil
      }
      number = maybe(-70)
      isOn = maybe(true)
      weight = maybe(0.25)
      text = maybe("text")
      id = maybe(UUID(uuidString: "5B1D8A3A-6C55-4D5E-9F6B-0A5B1C2D3E4F") ?? UUID())
      point = maybe(Point())
      list = maybe([1, nil, 300])
      color = maybe(.blue)
      table = maybe([.red: 1, .blue: nil])
      twice = .some(maybe(5))
      if hasChips { chip = maybe(Chip(9)) }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(number, forKey: .number)
      try container.encode(isOn, forKey: .isOn)
      try container.encode(weight, forKey: .weight)
      try container.encode(text, forKey: .text)
      try container.encode(id, forKey: .id)
      try container.encode(point, forKey: .point)
      try container.encode(list, forKey: .list)
      try container.encode(color, forKey: .color)
      try container.encode(table, forKey: .table)
      try container.encode(twice, forKey: .twice)
      try container.encode(chip, forKey: .chip)
      try container.encode(last, forKey: .last)
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      twice = .some(nil)
      last = 0
      for index in decoder.userInfo[Self.order] as? [Int] ?? [] {
        switch CodingKeys.allCases[index] {
        case .number: number = try container.decode(Int?.self, forKey: .number)
        case .isOn: isOn = try container.decode(Bool?.self, forKey: .isOn)
        case .weight: weight = try container.decode(Double?.self, forKey: .weight)
        case .text: text = try container.decode(String?.self, forKey: .text)
        case .id: id = try container.decode(UUID?.self, forKey: .id)
        case .point: point = try container.decode(Point?.self, forKey: .point)
        case .list: list = try container.decode([Int?]?.self, forKey: .list)
        case .color: color = try container.decode(Color?.self, forKey: .color)
        case .table: table = try container.decode([Color: Int?]?.self, forKey: .table)
        case .twice: twice = .some(try container.decode(Int?.self, forKey: .twice))
        case .chip: chip = try container.decode(Chip?.self, forKey: .chip)
        case .last: last = try container.decode(Int.self, forKey: .last)
        }
      }
    }
  }

  @Test(arguments: [false, true], [false, true])
  func `nil is read where a field is null`(hasChips: Bool, usesCells: Bool) throws {
    var random = SeededGenerator(seed: 41)
    let inOrder = Array(Row.CodingKeys.allCases.indices)
    for round in 0..<60 {
      let rows = (0..<8).map { _ in Row(&random, hasChips: hasChips) }
      let bytes: [UInt8] = try KeyedArchiver().encode(rows)
      var unarchiver = KeyedUnarchiver()
      unarchiver.usesCells = usesCells
      unarchiver.userInfo[Row.order] = round % 2 == 0 ? inOrder : inOrder.shuffled(using: &random)
      #expect(try unarchiver.decode([Row].self, from: bytes) == rows)
    }
  }

  private struct Asking: Decodable {
    enum CodingKeys: CodingKey { case a, b }
    var (a, b): (Int?, Int?)
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      a = try container.decode(Int?.self, forKey: .a)
      b = try container.decode(Int?.self, forKey: .b)
    }
  }

  private struct AskingOne: Decodable {
    var a: Int?
    init(from decoder: any Decoder) throws {
      a = try decoder.container(keyedBy: Asking.CodingKeys.self).decode(Int?.self, forKey: .a)
    }
  }

  /// Leaves its field out where that is nil.
  private struct Writing: Encodable {
    var a: Int?
  }

  @Test(arguments: [false, true])
  func `a key that is not there is an error`(usesCells: Bool) throws {
    var unarchiver = KeyedUnarchiver()
    unarchiver.usesCells = usesCells
    // No record has it, and this one does not.
    let none: [UInt8] = try KeyedArchiver().encode([Writing(a: 1)])
    let error = #expect(throws: ArchiveError.self) {
      try unarchiver.decode([Asking].self, from: none)
    }
    #expect(error?.code == .keyNotFound)
    let some: [UInt8] = try KeyedArchiver().encode([Writing(a: 2), Writing(a: nil)])
    let other = #expect(throws: ArchiveError.self) {
      try unarchiver.decode([AskingOne].self, from: some)
    }
    #expect(other?.code == .keyNotFound)
    #expect(other?.path.description.hasPrefix("$[1]") == true)
  }

  @Test(arguments: [false, true])
  func `another kind is an error of the field`(usesCells: Bool) throws {
    struct Text: Encodable { var a: String? = "text" }
    var unarchiver = KeyedUnarchiver()
    unarchiver.usesCells = usesCells
    let bytes: [UInt8] = try KeyedArchiver().encode(Text())
    let error = #expect(throws: ArchiveError.self) {
      try unarchiver.decode(Asking.self, from: bytes)
    }
    #expect(error?.code == .typeMismatch)
    #expect(error?.path.description == "$.a")
  }
}
