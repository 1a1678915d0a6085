import Foundation
import TestSupport
import TestTraits
import Testing

@testable import KeyedArchives

/// Nested containers and encoders for superclasses that are filled in turns with the record around them, or after it.
@Suite struct LateContainerTests {
  private typealias Key = ScriptedRecord.Key
  private typealias Call = ScriptedRecord.Call

  private static var leaves: [(Key, Call)] {
    [(.a, .int(1)), (.b, .text("text")), (.c, .double(0.5)), (.d, .bool(true))]
  }
  private static var others: [(Key, Call)] {
    [(.e, .int(-7)), (.f, .text("")), (.g, .double(3)), (.h, .bool(false))]
  }
  private static var opening: [Call] { [.open(0), .openSuper(0)] }

  /// Two containers in turns.
  private func inTurns(_ first: Call, _ leaves: [(Key, Call)], _ others: [(Key, Call)])
    -> ScriptedRecord
  {
    var calls: [(Key, Call)] = [(.a, .int(5)), (.b, first), (.c, .open(1))]
    for (one, other) in zip(leaves, others) {
      calls.append((one.0, .fill(0, one.1)))
      calls.append((other.0, .fill(1, other.1)))
    }
    return ScriptedRecord(calls)
  }

  /// A container that is filled after the rest of the record.
  private func last(_ first: Call, before rest: [(Key, Call)], _ leaves: [(Key, Call)])
    -> ScriptedRecord
  {
    ScriptedRecord([(.b, first)] + rest + leaves.map { ($0.0, .fill(0, $0.1)) })
  }

  /// True if a record alone, records in a row, in dictionaries and as objects are encoded directly, to the same bytes.
  private func isDirect(_ record: ScriptedRecord, _ layout: Layout = Layout.all[0]) throws -> Bool {
    let ways = [
      try expectSameBytes(record, layout),
      try expectSameBytes([record, record, record], layout),
      try expectSameBytes(["a": record, "b": record], layout),
      try expectSameBytes([[record], [], [record, record]], layout),
      try expectSameBytes([ScriptedObject(record), ScriptedObject(record)], layout),
    ]
    #expect(Set(ways).count == 1, "\(ways)")
    return ways.allSatisfy { $0 }
  }

  @Test(arguments: Layout.all)
  func `containers in turns`(_ layout: Layout) throws {
    for first in Self.opening {
      #expect(try isDirect(inTurns(first, Self.leaves, Self.leaves), layout))
      #expect(try isDirect(inTurns(first, Self.leaves, Self.others), layout))
    }
  }

  @Test(arguments: Layout.all)
  func `a container that is filled last`(_ layout: Layout) throws {
    let part = ScriptedRecord(Self.others)
    for first in Self.opening {
      #expect(try isDirect(last(first, before: [], Self.leaves), layout))
      #expect(try isDirect(last(first, before: [(.c, .int(1))], Self.leaves), layout))
      #expect(try isDirect(last(first, before: [(.c, .record(part))], Self.leaves), layout))
      #expect(
        try isDirect(last(first, before: [(.c, .records([part, part]))], Self.leaves), layout))
      #expect(try isDirect(last(first, before: [(.c, .object(ScriptedObject(part)))], Self.leaves)))
      let nested = [(Key.c, Call.nested(Self.leaves)), (.d, .unkeyed([.int(1)]))]
      #expect(try isDirect(last(first, before: nested, Self.leaves), layout))
    }
  }

  /// The fields of the record in turns with those of its superclass.
  @Test func `a record in turns with a container`() throws {
    for first in Self.opening {
      var calls: [(Key, Call)] = [(.h, first)]
      for (key, call) in Self.leaves { calls += [(key, call), (key, .fill(0, call))] }
      #expect(try isDirect(ScriptedRecord(calls)))
    }
  }

  @Test func `many containers, and containers without a call`() throws {
    let keys = Key.all
    let open = keys.indices.map { (keys[$0], Call.open($0)) }
    let calls = keys.indices.reversed().flatMap { number in
      Self.leaves.map { ($0.0, Call.fill(number, $0.1)) }
    }
    #expect(try isDirect(ScriptedRecord(open + calls)))
    try expectSameBytes([ScriptedRecord(open), ScriptedRecord(open + calls)])
    try expectSameBytes([ScriptedRecord(open + calls), ScriptedRecord(open)])
    try expectSameBytes([ScriptedRecord([(.a, .openSuper(0))]), ScriptedRecord(open)])
  }

  /// Calls for leaves of all types.
  private struct Leaves: Codable, Equatable {
    private enum Key: CodingKey { case meta, int, absent, float, wide, bool, date, id, data, text }

    var number = 1
    var absent: Int?
    var bool: Bool? = true
    var float = Float(1.5)
    var wide = Int128.min
    var date = Date(timeIntervalSinceReferenceDate: 5)
    var id = UUID()
    var data = Data([1, 2, 3])
    var text: String? = String(repeating: "long text ", count: 2_000)

    init(_ number: Int) { self.number = number }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let meta = try container.nestedContainer(keyedBy: Key.self, forKey: .meta)
      number = try container.decode(Int.self, forKey: .int)
      absent = try meta.decodeIfPresent(Int.self, forKey: .absent)
      bool = try meta.decodeIfPresent(Bool.self, forKey: .bool)
      float = try meta.decode(Float.self, forKey: .float)
      wide = try meta.decode(Int128.self, forKey: .wide)
      date = try meta.decode(Date.self, forKey: .date)
      id = try meta.decode(UUID.self, forKey: .id)
      data = try meta.decode(Data.self, forKey: .data)
      text = try container.decodeIfPresent(String.self, forKey: .text)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      var meta = container.nestedContainer(keyedBy: Key.self, forKey: .meta)
      try container.encode(number, forKey: .int)
      try meta.encodeIfPresent(absent, forKey: .absent)
      try container.encodeIfPresent(text, forKey: .text)
      try meta.encodeIfPresent(bool, forKey: .bool)
      try meta.encode(float, forKey: .float)
      try meta.encode(wide, forKey: .wide)
      try meta.encode(date, forKey: .date)
      try meta.encode(id, forKey: .id)
      try meta.encode(data, forKey: .data)
    }
  }

  @Test(arguments: Layout.all)
  func `leaves of all types`(_ layout: Layout) throws {
    let values = (0..<40).map { Leaves($0) }
    #expect(try expectSameBytes(values, layout))
    #expect(try roundTrip(values, layout) == values)
    var others = values
    for index in stride(from: 0, to: 40, by: 3) {
      others[index].absent = index
      others[index].bool = index % 2 == 0 ? nil : false
      others[index].text = nil
    }
    #expect(try expectSameBytes(others, layout))
    #expect(try roundTrip(others, layout) == others)
  }

  @Test func `what cannot be noted is written in turn, or the general way`() throws {
    let part = ScriptedRecord(Self.leaves)
    for call: Call in [
      .null, .record(part), .numbers([1]), .object(ScriptedObject(part)), .nested(Self.leaves),
      .unkeyed([.int(1)]), .optional(nil), .optional(4), .records([part]),
    ] {
      for first in Self.opening {
        let late = last(first, before: [(.c, .int(1))], [(.a, .int(1)), (.b, call)])
        let inTurn = ScriptedRecord([
          (.b, first), (.a, .fill(0, .int(1))), (.b, .fill(0, call)), (.c, .int(1)),
        ])
        try expectSameBytes(late)
        try expectSameBytes([late, inTurn, inTurn])
        try expectSameBytes([inTurn, late])
        // A record that was late once does not keep others from being written directly.
        let encoder = DirectEncoder()
        defer { encoder.dispose() }
        let archiver = KeyedArchiver()
        for value in [late, inTurn, inTurn, inTurn] {
          let direct = try archiver.encode(value, with: encoder, { unsafe Array($0) }, { $0.array })
          encoder.end()
          #expect(try direct == nil || direct == archiver.encodeThroughTape(value))
        }
      }
    }
    // A key that is given twice.
    let twice = last(.open(0), before: [(.c, .int(1))], [(.a, .int(1)), (.a, .int(2))])
    try expectSameBytes([twice, twice])
  }

  /// A class and its superclass fill a container each in turns with their own record, one of which stands in the other.
  private class Base: Encodable {
    enum Keys: CodingKey { case details, size, name }
    var number: Int
    init(_ number: Int) { self.number = number }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      var details = container.nestedContainer(keyedBy: Keys.self, forKey: .details)
      try container.encode("name \(number)", forKey: .name)
      try details.encode(number, forKey: .size)
    }
  }

  private final class Derived: Base {
    enum DerivedKeys: CodingKey { case id, meta, first, second }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: DerivedKeys.self)
      try container.encode(number, forKey: .id)
      var meta = container.nestedContainer(keyedBy: DerivedKeys.self, forKey: .meta)
      try meta.encode(number * 2, forKey: .first)
      try super.encode(to: container.superEncoder())
      try meta.encode("second \(number)", forKey: .second)
    }
  }

  @Test(arguments: Layout.all)
  func `containers inside of records with such containers`(_ layout: Layout) throws {
    let objects = (0..<20).map { Derived($0) }
    #expect(try expectSameBytes(objects[1], layout))
    #expect(try expectSameBytes(objects, layout))
    #expect(try expectSameBytes(["a": objects, "b": [objects[3], objects[3]]], layout))
  }

  /// The keys of the container are of one of two types whose keys have the same bytes.
  private struct EitherKeys: Encodable {
    enum Keys: CodingKey { case inner, number }
    enum First: CodingKey { case a, b }
    enum Second: CodingKey { case p, q }
    var isFirst: Bool

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      let inner = container.superEncoder(forKey: .inner)
      if isFirst {
        var late = inner.container(keyedBy: First.self)
        try container.encode(1, forKey: .number)
        try late.encode(5, forKey: .a)
        try late.encode("x", forKey: .b)
      } else {
        var late = inner.container(keyedBy: Second.self)
        try container.encode(1, forKey: .number)
        try late.encode(5, forKey: .p)
        try late.encode("x", forKey: .q)
      }
    }
  }

  @Test func `a container with keys of another type`() throws {
    let encoder = DirectEncoder()
    defer { encoder.dispose() }
    let archiver = KeyedArchiver()
    for isFirst in [true, true, true, false, false, true, false] {
      let value = EitherKeys(isFirst: isFirst)
      let direct = try archiver.encode(value, with: encoder, { unsafe Array($0) }, { $0.array })
      encoder.end()
      #expect(try direct == nil || direct == archiver.encodeThroughTape(value))
      try expectSameBytes([value, EitherKeys(isFirst: true), EitherKeys(isFirst: false)])
    }
  }

  /// A value that was encoded directly stays so once a container of its type was filled late.
  @Test func `containers in turn after late ones`() throws {
    let part = ScriptedRecord(Self.leaves)
    for call: Call in [
      .int(1), .null, .optional(4), .numbers([1]), .record(part), .object(ScriptedObject(part)),
      .unkeyed([.int(1)]), .ifPresent(nil),
    ] {
      let late = last(.open(0), before: [(.c, .int(1))], [(.a, .int(1)), (.b, call)])
      let inTurn = ScriptedRecord([
        (.b, .open(0)), (.a, .fill(0, .int(1))), (.b, .fill(0, call)), (.c, .int(1)),
      ])
      let encoder = DirectEncoder()
      defer { encoder.dispose() }
      let archiver = KeyedArchiver()
      func isDirect(_ value: some Encodable) throws -> Bool {
        let direct = try archiver.encode(value, with: encoder, { unsafe Array($0) }, { $0.array })
        encoder.end()
        #expect(try direct == nil || direct == archiver.encodeThroughTape(value))
        return direct != nil
      }
      for _ in 0..<3 { #expect(try isDirect([inTurn, inTurn])) }
      for _ in 0..<3 { _ = try isDirect([late, inTurn]) }
      var ways: [Bool] = []
      for _ in 0..<24 { ways.append(try isDirect([inTurn, inTurn])) }
      #expect(ways.suffix(3).allSatisfy { $0 }, "\(call)")
    }
  }

  @Test(arguments: Layout.ofBlocks)
  func `containers around blocks`(_ layout: Layout) throws {
    let record = inTurns(.open(0), Self.leaves, Self.others)
    #expect(try expectSameBytes(Array(repeating: record, count: 20_000), layout))
    let part = ScriptedRecord(Self.others)
    let many = last(
      .open(0), before: [(.c, .records(Array(repeating: part, count: 60_000)))], Self.leaves)
    try expectSameBytes([many, many], layout)
    let some = last(
      .open(0), before: [(.c, .records(Array(repeating: part, count: 500)))], Self.leaves)
    try expectSameBytes(Array(repeating: some, count: 150), layout)
  }

  @Test func `streams of records with such containers`() throws {
    let record = inTurns(.openSuper(0), Self.leaves, Self.others)
    let records = Array(repeating: record, count: 900)
    for batchCount in [1, 50, .max] {
      let direct = try stream(records, batchCount: batchCount)
      #expect(try direct == stream(records, batchCount: batchCount, isDirect: false))
    }
  }

  private func random(
    _ random: inout SeededGenerator, _ fields: [(Key, Int)], _ inner: [(Key, Int)], isExact: Bool
  ) -> ScriptedRecord {
    func leaf(_ kind: Int) -> Call {
      let number = Int.random(in: -99...99, using: &random)
      switch kind {
      case 0: return .int(number)
      case 1: return .bool(number > 0)
      case 2: return .text(String(repeating: "t", count: abs(number) % 5))
      case 3: return .double(Double(number))
      case 4: return .ifPresent(number > 20 ? number : nil)
      case 5: return .ifPresentBool(number > 20 ? nil : number > 0)
      default: return number > 0 && !isExact ? .null : .optional(number)
      }
    }
    var calls: [(Key, Call)] = []
    var pending: [[(Key, Call)]] = []
    func fill(_ chance: Int) {
      for number in pending.indices where !pending[number].isEmpty {
        guard Int.random(in: 0..<4, using: &random) < chance else { continue }
        let call = pending[number].removeFirst()
        calls.append((call.0, .fill(number, call.1)))
      }
    }
    func isAbsent() -> Bool { !isExact && Int.random(in: 0..<8, using: &random) == 0 }
    let chance = Int.random(in: 0...3, using: &random)
    for (key, kind) in fields where !isAbsent() {
      switch kind {
      case 0...5: calls.append((key, leaf(kind)))
      case 6: calls.append((key, .record(ScriptedRecord(inner.map { ($0.0, leaf($0.1)) }))))
      case 7:
        let part = ScriptedRecord(inner.map { ($0.0, leaf($0.1)) })
        calls.append((key, .records(Array(repeating: part, count: 3))))
      case 8: calls.append((key, .object(ScriptedObject(ScriptedRecord([(.a, leaf(0))])))))
      default:
        calls.append((key, kind % 3 == 0 ? .openSuper(pending.count) : .open(pending.count)))
        pending.append(inner.filter { _ in !isAbsent() }.map { ($0.0, leaf($0.1)) })
      }
      fill(chance)
    }
    while pending.contains(where: { !$0.isEmpty }) { fill(2) }
    return ScriptedRecord(calls)
  }

  @Test(arguments: 0..<Rounds.of(40))
  func `random records`(_ seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<4 {
      let isExact = Bool.random(using: &generator)
      func fields(_ count: Int, _ kinds: Int) -> [(Key, Int)] {
        Key.all.prefix(count).map { ($0, Int.random(in: 0..<kinds, using: &generator)) }
      }
      let outer = fields(Int.random(in: 2...8, using: &generator), 14)
      let inner = fields(Int.random(in: 1...5, using: &generator), isExact ? 6 : 7)
      let records = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
        random(&generator, outer, inner, isExact: isExact)
      }
      try expectSameBytes(records)
      try expectSameBytes(records.map { [$0] })
      try expectSameBytes(records.map { ScriptedObject($0) })
    }
  }
}
