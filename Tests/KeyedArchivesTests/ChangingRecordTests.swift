import TestTraits
import Testing

@testable import KeyedArchives

/// Records of one type that make other calls than those before them.
@Suite struct ChangingRecordTests {
  private typealias Key = ScriptedRecord.Key

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

  private struct Outer: Encodable {
    var first = 1
    var records: [ScriptedRecord]
    var record: ScriptedRecord
    var byName: [String: ScriptedRecord]
  }

  @Test(arguments: 0..<Rounds.of(12))
  func `random records`(_ seed: Int) throws {
    var source = ScriptedSource(seed: UInt64(seed))
    for _ in 0..<10 {
      let fields = source.fields()
      let records = source.records(fields, count: source.number(in: 1...24))
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
    var source = ScriptedSource(seed: UInt64(100 + seed))
    let records = source.records(source.fields(), count: 12_000)
    try expectSameBytes(records, Layout.all[2])
    try expectSameBytes(records.map { ScriptedObject($0) }, Layout.all[2])
    try expectSameBytes([records, records], Layout.all[2])
  }
}
