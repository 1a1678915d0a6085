import Foundation
import TestSupport
import TestTraits
import Testing

@testable import KeyedArchives

/// Records without a type that are the first field of a record with one, and change from one to the next: payloads of cases, and what classes write
/// for their superclass.
@Suite struct FirstFieldTests {
  private typealias Key = ScriptedRecord.Key
  private typealias Call = ScriptedRecord.Call

  /// A change of a field from one nested record to the next.
  private enum Change: CaseIterable {
    case none, ifPresent, optional, null, missing, firstIfPresent, firstMissing

    func calls(_ isThere: Bool) -> [(Key, Call)] {
      let rest: [(Key, Call)] = [(.d, .text("text")), (.e, .double(0.5)), (.f, .int(3))]
      switch self {
      case .none: return [(.b, .int(1)), (.c, .bool(isThere))] + rest
      case .ifPresent: return [(.b, .int(1)), (.c, .ifPresent(isThere ? 2 : nil))] + rest
      case .optional: return [(.b, .int(1)), (.c, .optional(isThere ? 2 : nil))] + rest
      case .null: return [(.b, .int(1)), (.c, isThere ? .int(2) : .null)] + rest
      case .missing: return [(.b, .int(1))] + (isThere ? [(.c, .int(2))] : []) + rest
      case .firstIfPresent: return [(.c, .ifPresentBool(isThere ? true : nil))] + rest
      case .firstMissing: return (isThere ? [(.c, .int(2))] : []) + rest
      }
    }
  }

  private enum Own: CaseIterable {
    case field, changingField

    func calls(_ isThere: Bool) -> [(Key, Call)] {
      switch self {
      case .field: [(.g, .int(7))]
      case .changingField: [(.g, .ifPresent(isThere ? 4 : nil)), (.h, .text("own"))]
      }
    }
  }

  /// Three types with the same coding.
  private struct Row: Encodable {
    let record: ScriptedRecord
    let part: ScriptedPart
    let object: ScriptedObject

    init(_ one: ScriptedRecord, _ two: ScriptedRecord, _ three: ScriptedRecord) {
      record = one
      part = ScriptedPart(two)
      object = ScriptedObject(three)
    }
  }

  private func rows(_ records: [ScriptedRecord]) -> [Row] {
    records.indices.map { index in
      Row(
        records[index], records[(index + 1) % records.count], records[(index + 2) % records.count])
    }
  }

  private func records(
    _ change: Change, _ own: Own, _ count: Int, bySuper: Bool
  ) -> [ScriptedRecord] {
    (0..<count).map { index in
      let inner = change.calls(index * 7 % 5 < 3)
      let first: [(Key, Call)] =
        bySuper
        ? [(.a, .openSuper(0))] + inner.map { ($0.0, .fills(0, [$0.1])) }
        : [(.a, .nested(inner))]
      return ScriptedRecord(first + own.calls(index % 3 > 0))
    }
  }

  @Test(arguments: Layout.all)
  func `one type, and objects`(_ layout: Layout) throws {
    for change in Change.allCases {
      for own in Own.allCases {
        for bySuper in [false, true] {
          let records = records(change, own, 12, bySuper: bySuper)
          let ways = [
            try expectSameBytes(records, layout), try expectSameBytes(records.map { [$0] }, layout),
            try expectSameBytes(records.map { ScriptedObject($0) }, layout),
          ]
          #expect(ways == [true, true, true], "\(change), \(own), by super: \(bySuper)")
        }
      }
    }
  }

  @Test func `several types whose records begin alike`() throws {
    for change in Change.allCases {
      for own in Own.allCases {
        let isDirect = try expectSameBytes(rows(records(change, own, 12, bySuper: false)))
        // Records that begin with another key are compared with those of all types.
        #expect(isDirect || change == .firstMissing, "\(change), \(own)")
      }
    }
  }

  @Test func `two first keys of one type`() throws {
    let one = ScriptedRecord([(.a, .nested([(.c, .int(1))])), (.d, .int(2))])
    let other = ScriptedRecord([(.b, .nested([(.c, .int(1))])), (.d, .int(2))])
    #expect(try expectSameBytes([one, one, other, one, other]))
    // A case has no other field.
    let cases = [one, other].map { ScriptedRecord(Array($0.calls.prefix(1))) }
    #expect(try expectSameBytes([cases[0], cases[0], cases[1], cases[0], cases[1]]))
  }

  @Test func `records elsewhere that begin alike`() throws {
    func first(_ keys: Key...) -> ScriptedRecord {
      ScriptedRecord([(.a, .nested(keys.map { ($0, .int(1)) })), (.h, .int(2))])
    }
    func later(_ keys: Key...) -> ScriptedRecord {
      ScriptedRecord([(.g, .int(2)), (.h, .nested(keys.map { ($0, .int(1)) }))])
    }
    func parts(_ records: [(first: ScriptedRecord, later: ScriptedRecord)]) -> [Row] {
      records.map { Row($0.first, $0.later, $0.first) }
    }
    // The last one fits the shape that a new first field made, which is newer than its own.
    let records = [
      (first(.c, .d), later(.e)), (first(.c, .d), later(.e, .f)), (first(.c, .f), later(.c, .d)),
      (first(.c, .d, .f), later(.c, .d)),
    ]
    try expectSameBytes(parts(records))
    try expectSameBytes(records.flatMap { [$0.0, $0.1] })
    try expectSameBytes(records.flatMap { [ScriptedObject($0.0), ScriptedObject($0.1)] })
  }

  private enum Message: Codable, Equatable {
    case text(String), number(Int), pair(String, Int)
    case named(name: String)
  }

  /// Has a nested container whose keys have the names of those of payloads, but are of another type.
  private struct Mixed: Encodable {
    private enum Key: CodingKey { case message, after }
    private enum InnerKey: String, CodingKey { case first = "_0" }

    let message: Message
    let after: String

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(message, forKey: .message)
      var inner = container.nestedContainer(keyedBy: InnerKey.self, forKey: .after)
      try inner.encode(after, forKey: .first)
    }
  }

  @Test(arguments: Layout.all)
  func `payloads with keys of several types and equal names`(_ layout: Layout) throws {
    let messages: [Message] = [
      .text("a"), .number(1), .pair("b", 2), .text("c"), .named(name: "d"), .number(3),
    ]
    #expect(try expectSameBytes(messages, layout))
    #expect(try expectSameBytes(messages.reversed() as [Message], layout))
    // A record elsewhere is compared with all of them.
    for message in messages {
      try expectSameBytes([Mixed(message: message, after: "e")], layout)
    }
    try expectSameBytes(messages.map { Mixed(message: $0, after: "e") }, layout)
  }

  @Test func `streams`() throws {
    for change in Change.allCases {
      let records = rows(records(change, .changingField, 600, bySuper: true))
      for batchCount in [1, 50, .max] {
        // Records of a stream may follow any row that says what they are.
        let direct = try valuesAsJSON(of: stream(records, batchCount: batchCount))
        let general = try stream(records, batchCount: batchCount, isDirect: false)
        #expect(try direct == valuesAsJSON(of: general))
      }
    }
  }

  @Test func `records against a dictionary`() throws {
    for change in Change.allCases {
      var dictionary = ShapeDictionary()
      for row in rows(records(change, .changingField, 12, bySuper: true)) {
        let expected = try KeyedArchiver().encodeThroughTape(row, dictionary)
        for _ in 0..<3 {
          let encoding = try KeyedArchiver().encode(row, against: dictionary)
          if Differential.isWantedHere() { #expect(encoding == expected) }
        }
        dictionary = try dictionary.adding(expected.additions)
      }
    }
  }

  private struct Fields {
    var first: [(Key, Int)]
    var other: [(Key, Int)]
    var own: [(Key, Int)]
    /// The number of fields that are absent, of eight.
    var absence: Int
    /// True if records like the first ones stand elsewhere too.
    var isElsewhere: Bool
  }

  private func calls(
    _ random: inout SeededGenerator, _ fields: [(Key, Int)], _ absence: Int
  ) -> [(Key, Call)] {
    fields.compactMap { key, kind in
      let number = Int.random(in: -99...99, using: &random)
      guard Int.random(in: 0..<8, using: &random) >= absence else { return nil }
      let isThere = number > -40
      switch kind {
      case 0: return (key, .int(number))
      case 1: return (key, .bool(isThere))
      case 2: return (key, .text(isThere ? "text" : ""))
      case 3: return (key, .ifPresent(isThere ? number : nil))
      case 4: return (key, .ifPresentBool(isThere ? number > 0 : nil))
      case 5: return (key, .optional(isThere ? number : nil))
      case 6: return (key, isThere ? .double(Double(number)) : .null)
      default: return (key, .numbers(isThere ? [number] : []))
      }
    }
  }

  private func record(_ random: inout SeededGenerator, _ fields: Fields) -> ScriptedRecord {
    let isOther = Int.random(in: 0..<6, using: &random) == 0
    let key = Int.random(in: 0..<6, using: &random) == 0 ? Key.b : .a
    var inner = calls(&random, isOther ? fields.other : fields.first, fields.absence)
    let own = calls(&random, fields.own, fields.absence)
    guard fields.isElsewhere else { return ScriptedRecord([(key, .nested(inner))] + own) }
    let part = calls(&random, fields.first, fields.absence)
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1: return ScriptedRecord([(key, .nested(inner))] + own + [(.h, .nested(part))])
    case 2:
      let other = ScriptedRecord([(.a, .nested(part))])
      return ScriptedRecord([(key, .nested(inner))] + own + [(.h, .itself(other))])
    case 3: inner.append((.g, .record(ScriptedRecord([(.a, .nested(part)), (.c, .int(1))]))))
    case 4: inner.append((.g, .itself(ScriptedRecord([(.c, .int(1)), (.d, .nested(part))]))))
    case 5: return ScriptedRecord([(.c, .int(1)), (.d, .nested(inner))])
    case 6:
      return ScriptedRecord([(key, .open(0))] + own + inner.map { ($0.0, .fills(0, [$0.1])) })
    default: break
    }
    return ScriptedRecord([(key, .nested(inner))] + own)
  }

  @Test(arguments: 0..<Rounds.of(40))
  func `random records`(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<4 {
      func fields(_ count: Int, from first: Int) -> [(Key, Int)] {
        Key.all.dropFirst(first).prefix(count).map { ($0, Int.random(in: 0..<8, using: &random)) }
      }
      let first = fields(Int.random(in: 1...5, using: &random), from: 0)
      let other = fields(3, from: Int.random(in: 0...1, using: &random))
      let own = fields(Int.random(in: 0...3, using: &random), from: 2)
      let fields = Fields(
        first: first, other: other, own: own, absence: Int.random(in: 0...2, using: &random),
        isElsewhere: Bool.random(using: &random))
      let records = (0..<Int.random(in: 1...16, using: &random)).map { _ in
        record(&random, fields)
      }
      try expectSameBytes(records)
      try expectSameBytes(records.map { ScriptedObject($0) })
      try expectSameBytes(rows(records))
    }
  }
}

/// Classes that write their superclass first.
@Suite struct SuperclassFieldTests {
  private class Vehicle: Codable {
    var name: String
    var wheels: Int?
    var note: String?

    init(_ number: Int) {
      name = "vehicle \(number)"
      wheels = number % 3 == 0 ? nil : number
      note = number % 4 == 1 ? "note" : nil
    }
  }

  private final class Car: Vehicle {
    var doors: Int?
    private enum CodingKeys: CodingKey { case doors }

    override init(_ number: Int) {
      doors = number % 2 == 0 ? 5 : nil
      super.init(number)
    }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      doors = try container.decodeIfPresent(Int.self, forKey: .doors)
      try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try super.encode(to: container.superEncoder())
      try container.encodeIfPresent(doors, forKey: .doors)
    }
  }

  private final class Truck: Vehicle {
    var load = 0.5
    private enum CodingKeys: CodingKey { case load }

    override init(_ number: Int) { super.init(number) }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      load = try container.decode(Double.self, forKey: .load)
      try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try super.encode(to: container.superEncoder())
      try container.encode(load, forKey: .load)
    }
  }

  private struct Fleet: Codable {
    var cars: [Car]
    var trucks: [Truck]
    var vehicles: [Vehicle]
  }

  @Test(arguments: Layout.all)
  func `two classes with optional fields of their superclass`(_ layout: Layout) throws {
    let fleet = Fleet(
      cars: (0..<20).map(Car.init), trucks: (0..<20).map(Truck.init),
      vehicles: (0..<20).map(Vehicle.init))
    #expect(try expectSameBytes(fleet, layout))
    let read = try roundTrip(fleet, layout)
    #expect(read.cars.map(\.note) == fleet.cars.map(\.note))
    #expect(read.cars.map(\.doors) == fleet.cars.map(\.doors))
    #expect(read.trucks.map(\.wheels) == fleet.trucks.map(\.wheels))
    #expect(read.vehicles.map(\.name) == fleet.vehicles.map(\.name))
  }
}
