import TestSupport
import TestTraits
import Testing

@testable import KeyedArchives

/// Records of one type that make other calls than those before them.
@Suite struct ChangingRecordTests {
  private typealias Key = ScriptedRecord.Key
  private typealias Call = ScriptedRecord.Call

  /// A record with ints of some keys; nulls where there is an exclamation mark.
  private func record(_ keys: String) -> ScriptedRecord {
    ScriptedRecord(
      keys.split(separator: " ").compactMap { text in
        Key(stringValue: String(text.prefix(1))).map { ($0, text.hasSuffix("!") ? .null : .int(7)) }
      })
  }

  private func records(_ keys: String...) -> [ScriptedRecord] { keys.map { record($0) } }

  @Test(arguments: Layout.all)
  func `fields that come and go`(_ layout: Layout) throws {
    #expect(try expectSameBytes(records("a b c", "a c", "a b c"), layout))
    #expect(try expectSameBytes(records("a c", "a b c", "a c"), layout))
    #expect(try expectSameBytes(records("a b", "a b c d", "a b d", "a b"), layout))
    #expect(try expectSameBytes(records("a b c", "a b"), layout))
    #expect(try expectSameBytes(records("a b", "a b c"), layout))
  }

  @Test(arguments: Layout.all)
  func `nulls`(_ layout: Layout) throws {
    #expect(try expectSameBytes(records("a b", "a b!", "a b"), layout))
    #expect(try expectSameBytes(records("a! b", "a b", "a! b!"), layout))
    #expect(try expectSameBytes([record("a!")], layout))
    #expect(try expectSameBytes(record("a b!"), layout))
    #expect(try expectSameBytes(records("a b", "a", "a b!", "a b"), layout))
  }

  @Test func `records without any key`() throws {
    #expect(try expectSameBytes(records("a b", "", "a b", "")))
    #expect(try expectSameBytes(records("a b", "a c", "b", "", "a b")))
  }

  @Test func `bools that come and go`() throws {
    func flags(_ keys: String) -> ScriptedRecord {
      ScriptedRecord(record(keys).calls.map { ($0.0, .bool($0.0.stringValue != "b")) })
    }
    #expect(try expectSameBytes([flags("a b c"), flags("a c"), flags("a b"), flags("a d e f")]))
    #expect(try expectSameBytes([flags("a"), flags("a b"), flags("a c d e"), flags("a b")]))
  }

  @Test(arguments: Layout.all)
  func `shapes that take turns`(_ layout: Layout) throws {
    #expect(try expectSameBytes(records("a b c", "a d e", "a b c", "a f"), layout))
    let shapes = ["a b c", "a d e", "a f"]
    for count in [2, 3, 4, 8, 9, 10, 40] {
      #expect(try expectSameBytes((0..<count).map { record(shapes[$0 % 3]) }, layout))
      #expect(try expectSameBytes((0..<count).map { record(shapes[$0 / 5 % 3]) }, layout))
      #expect(try expectSameBytes((0..<count).map { record(shapes[$0 / 13 % 3]) }, layout))
    }
  }

  /// The kind of the value of each key.
  private enum Content: CaseIterable {
    case int, bool, text, double, optional, optionalText, ifPresent, ifPresentBool, numbers, record
    case itself, object, records, nested, unkeyed
  }

  private func call(
    _ content: Content, _ random: inout SeededGenerator, depth: Int
  ) -> Call {
    let isNil = Int.random(in: 0..<4, using: &random) == 0
    let number = Int.random(in: -100...100, using: &random)
    switch content {
    case .int: return isNil && number > 50 ? .null : .int(number)
    case .bool: return .bool(number > 0)
    case .text: return .text(String(repeating: "t", count: abs(number)))
    case .double: return .double(Double(number) / 8)
    case .optional: return .optional(isNil ? nil : number)
    case .optionalText: return .optionalText(isNil ? nil : "text \(number)")
    case .ifPresent: return .ifPresent(isNil ? nil : number)
    case .ifPresentBool: return .ifPresentBool(isNil ? nil : number > 0)
    case .numbers: return .numbers(isNil ? [] : [number, 2])
    case .record: return .record(scripted(&random, Self.inner, depth: depth - 1))
    case .itself:
      guard depth > 0, number > 0 else {
        return .record(scripted(&random, Self.inner, depth: depth - 1))
      }
      return .itself(scripted(&random, Self.inner, depth: depth - 1))
    case .object: return .object(ScriptedObject(scripted(&random, Self.inner, depth: depth - 1)))
    case .records:
      return .records(
        (0..<Int.random(in: 0..<12, using: &random)).map { _ in
          scripted(&random, Self.inner, depth: depth - 1)
        })
    case .nested: return .nested(scripted(&random, Self.inner, depth: depth - 1).calls)
    case .unkeyed:
      return .unkeyed(
        (0..<Int.random(in: 0..<12, using: &random)).map { _ in
          call(isNil ? .bool : .int, &random, depth: depth - 1)
        })
    }
  }

  private typealias Fields = [(key: Key, content: Content, chance: Int)]
  private static let inner: Fields = [
    (.h, .int, 4), (.g, .bool, 3), (.f, .text, 2), (.e, .optional, 4),
  ]

  private func scripted(
    _ random: inout SeededGenerator, _ fields: Fields, depth: Int
  ) -> ScriptedRecord {
    ScriptedRecord(
      fields.compactMap { key, content, chance in
        guard Int.random(in: 0..<4, using: &random) < chance else { return nil }
        return (key, call(content, &random, depth: depth))
      })
  }

  private func fields(_ random: inout SeededGenerator) -> Fields {
    let contents = Content.allCases
    return Key.all.prefix(Int.random(in: 1...8, using: &random)).map { key in
      (
        key, contents[Int.random(in: 0..<contents.count, using: &random)],
        Int.random(in: 2...5, using: &random)
      )
    }
  }

  private struct Outer: Encodable {
    var first = 1
    var records: [ScriptedRecord]
    var record: ScriptedRecord
    var byName: [String: ScriptedRecord]
  }

  @Test(arguments: 0..<Rounds.of(12))
  func `random records`(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<10 {
      let fields = fields(&random)
      let records = (0..<Int.random(in: 1...24, using: &random)).map { _ in
        scripted(&random, fields, depth: 2)
      }
      try expectSameBytes(records)
      try expectSameBytes(records.map { [$0] })
      try expectSameBytes([records, records.reversed(), Array(records.prefix(9))])
      try expectSameBytes(records.map { ScriptedObject($0) })
      try expectSameBytes(records.map { ["key": $0] })
      let names = records.enumerated().map { ("\($0)", $1) }
      try expectSameBytes(
        records.map {
          Outer(
            records: Array(records.prefix(3)), record: $0,
            byName: Dictionary(uniqueKeysWithValues: names.prefix(4)))
        }, Layout.all[2])
    }
  }

  @Test(arguments: 0..<Rounds.of(4))
  func `archives of many blocks`(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(100 + seed))
    let fields = fields(&random)
    let records = (0..<12_000).map { _ in scripted(&random, fields, depth: 2) }
    try expectSameBytes(records, Layout.all[2])
    try expectSameBytes(records.map { ScriptedObject($0) }, Layout.all[2])
    try expectSameBytes([records, records], Layout.all[2])
  }
}
