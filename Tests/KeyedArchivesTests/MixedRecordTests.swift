import TestSupport
import TestTraits
import Testing

@testable import KeyedArchives

/// Records of several types and shapes among other values, as those of `AnyEncodable` are.
@Suite struct MixedRecordTests {
  private func record(_ keys: [ScriptedRecord.Key]) -> ScriptedRecord {
    ScriptedRecord(keys.map { ($0, .int(1)) })
  }

  private func value(_ random: inout SeededGenerator, depth: Int) -> AnyScripted {
    let number = Int.random(in: 0..<100, using: &random)
    let keys = ScriptedRecord.Key.all.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
    switch Int.random(in: 0..<14, using: &random) {
    case 0, 1: return .record(record(keys))
    case 2: return .part(record(keys))
    case 3, 4: return .dog(number)
    case 5, 6: return .cat(number, "n\(number)")
    case 7: return .choice(number % 2 == 0 ? .number(number) : .text("t", isLong: true))
    case 8: return .int(number)
    case 9: return .text("x")
    case 10: return number < 50 ? .null : .empty
    case 11: return number < 30 ? .map(["a": 1]) : number < 50 ? .map([:]) : .choice(.none)
    default:
      guard depth > 0, number < 50 else { return .cat(number, "") }
      return .list(
        (0..<Int.random(in: 0..<12, using: &random)).map { _ in value(&random, depth: depth - 1) })
    }
  }

  /// Values of which some stand several times in a row.
  private func row(_ random: inout SeededGenerator) -> [AnyScripted] {
    let pool = (0..<Int.random(in: 1...4, using: &random)).map { _ in value(&random, depth: 2) }
    return (0..<Int.random(in: 0...6, using: &random)).flatMap { _ in
      Array(
        repeating: pool[Int.random(in: 0..<pool.count, using: &random)],
        count: Int.random(in: 1...7, using: &random))
    }
  }

  /// The same one by one.
  private struct Listed: Encodable {
    var values: [AnyScripted]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for value in values {
        switch value {
        case .int(let value): try container.encode(value)
        case .null: try container.encodeNil()
        case .part(let value): try container.encode(ScriptedPart(value))
        case .record(let value): try container.encode(value)
        case .choice(let value): try container.encode(value)
        default: try container.encode(value)
        }
      }
    }
  }

  private struct Mapped: Encodable {
    var values: [AnyScripted]

    private struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      for (index, value) in values.enumerated() {
        try container.encode(value, forKey: Key(stringValue: "key \(index)"))
      }
    }
  }

  /// A field of any type, and one that comes and goes before.
  private struct Holder: Encodable {
    var number: Int
    var value: AnyScripted

    private enum CodingKeys: CodingKey { case number, note, value, end }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(number, forKey: .number)
      if number % 3 != 2 { try container.encode(true, forKey: .note) }
      try container.encode(value, forKey: .value)
      try container.encode("end", forKey: .end)
    }
  }

  @Test(arguments: 0..<Rounds.of(40))
  func `random values`(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<10 {
      let rows = (0..<Int.random(in: 1...4, using: &random)).map { _ in row(&random) }
      try expectSameBytes(rows[0])
      try expectSameBytes(rows)
      try expectSameBytes(rows.map { Listed(values: $0) })
      try expectSameBytes(rows.map { Mapped(values: $0) })
      try expectSameBytes(rows[0].enumerated().map { Holder(number: $0, value: $1) })
      try expectSameBytes(
        rows.map { row in
          Dictionary(uniqueKeysWithValues: row.enumerated().map { ("\($0)", $1) })
        })
    }
  }

  @Test func `records of several shapes, then other values`() throws {
    let (dog, cat) = (AnyScripted.dog(1), AnyScripted.cat(2, "cat"))
    for rest in [
      [.int(1)], [.null], [dog, .int(1)], [.map([:])], [.empty, .text("a")], [.list([])],
    ]
      as [[AnyScripted]]
    {
      try expectSameBytes([dog, cat] + rest)
      try expectSameBytes(Listed(values: [dog, cat] + rest))
      try expectSameBytes(Mapped(values: [dog, cat] + rest + [cat, dog]))
    }
    #expect(try expectSameBytes([dog, cat, dog]))
    #expect(try expectSameBytes(Listed(values: [dog] + Array(repeating: cat, count: 20))))
  }

  @Test func `runs over many blocks`() throws {
    var random = SeededGenerator(seed: 3)
    var values: [AnyScripted] = []
    while values.count < 30_000 {
      let value = [
        AnyScripted.dog(1), .cat(2, "a text of some length"), .part(record([.a, .b])),
        .record(record([.a])),
      ][Int.random(in: 0..<4, using: &random)]
      values += Array(repeating: value, count: Int.random(in: 20...300, using: &random))
    }
    try expectSameBytes(values, Layout.all[2])
    try expectSameBytes(Listed(values: values), Layout.all[2])
    let items = (0..<20_000).map { AnyScripted.cat($0, "item \($0)") }
    #expect(try expectSameBytes(Listed(values: [.dog(1)] + items), Layout.all[2]))
  }

  @Test func `an encoder that has met very many shapes learns anew`() throws {
    let encoder = DirectEncoder()
    defer { encoder.dispose() }
    var random = SeededGenerator(seed: 4)
    let archiver = KeyedArchiver()
    for _ in 0..<2_000 where !encoder.isFull {
      let records = (0..<6).map { _ in
        record(ScriptedRecord.Key.all.filter { _ in Bool.random(using: &random) })
      }
      _ = try archiver.encode(records, with: encoder, { unsafe Array($0) }, { $0.array })
      encoder.end()
    }
    #expect(encoder.isFull)
    #expect(encoder.memory.plans.count < 2_000)
    // One kind of change is learned once.
    let other = DirectEncoder()
    defer { other.dispose() }
    for _ in 0..<200 {
      let records = [
        ScriptedRecord([(.a, .null), (.b, .int(1))]), record([.a, .b]), record([.a]),
      ]
      _ = try archiver.encode(records, with: other, { unsafe Array($0) }, { $0.array })
      other.end()
    }
    #expect(other.memory.plans.count < 10)
  }
}
