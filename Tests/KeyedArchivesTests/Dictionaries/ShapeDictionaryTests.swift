import ArchiveFormat
import ArchiveInspection
import Foundation
import KeyedArchives
import TestSupport
import TestTraits
import Testing

/// Records that share a home are written against definitions held there once (Spec, section 9).
@Suite struct ShapeDictionaryTests {
  @Test func `a record against a dictionary that has its shape adds nothing`() throws {
    var home = Home()
    let first = try home.put(TableRow(1))
    #expect(first.additions.rowCount == 2)
    #expect(first.additions.baseRowCount == 0)
    let second = try home.put(TableRow(2))
    #expect(second.additions.isEmpty)
    #expect(try home.get(TableRow.self, 0) == TableRow(1))
    #expect(try home.get(TableRow.self, 1) == TableRow(2))
  }

  @Test func `a small record costs little more than its values`() throws {
    var home = Home()
    try home.put(TableRow(1))
    let bytes = try home.put(TableRow(2)).bytes
    let json = try JSONEncoder().encode(TableRow(2)).count
    let alone: [UInt8] = try KeyedArchiver().encode(TableRow(2))
    print("tiny record: \(bytes.count) bytes, \(alone.count) alone, \(json) as JSON")
    #expect(bytes.count <= 75)
    #expect(json >= 137)
  }

  @Test func `a record of eight fields is as small after the dictionary grew`() throws {
    var home = Home()
    let small = try home.put(RecordSizeTests.Eight()).bytes
    for index in 0..<2_000 where home.dictionary.rowCount < 200 {
      try home.put(NewKeys(number: index))
    }
    #expect(home.dictionary.rowCount == 200)
    let late = try home.put(RecordSizeTests.Eight()).bytes
    #expect(small.count == 64)
    #expect(late.count == 64)
    #expect(try home.get(RecordSizeTests.Eight.self, 0).count == 12)
  }

  /// A record whose one key is as its number says.
  struct NewKeys: Encodable {
    var number: Int
    enum Key: Int, CodingKey, CaseIterable { case a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      for (bit, key) in Key.allCases.enumerated() where (number * 2 + 1) >> bit & 1 == 1 {
        try container.encode(number, forKey: key)
      }
    }
  }

  @Test func `every record is read with every later dictionary`() throws {
    var home = Home()
    var snapshots: [ShapeDictionary] = []
    for seed in 0..<Rounds.of(320) {
      try home.put(Event(seed: seed))
      snapshots.append(home.dictionary)
    }
    #expect(home.dictionary.rowCount > 8)
    for (index, record) in home.records.enumerated() {
      for snapshot in snapshots[index...] {
        let back = try KeyedUnarchiver().decode(Event.self, from: record, dictionary: snapshot)
        #expect(back == Event(seed: index))
      }
    }
  }

  @Test func `the bytes depend on the value and the snapshot alone`() throws {
    var home = Home()
    for seed in 0..<20 { try home.put(Event(seed: seed)) }
    let snapshot = home.dictionary
    let first = try KeyedArchiver().encode(Event(seed: 150), against: snapshot)
    for seed in 20..<60 { try home.put(Event(seed: seed)) }
    #expect(try KeyedArchiver().encode(Event(seed: 150), against: snapshot) == first)
    let stored = try ShapeDictionary(rows: snapshot.rows)
    #expect(stored == snapshot)
    #expect(try KeyedArchiver().encode(Event(seed: 150), against: stored) == first)
  }

  @Test func `a dictionary that was stored goes on as the one that grew`() throws {
    var home = Home()
    for seed in 0..<Rounds.of(320) {
      let encoding = try home.put(Event(seed: seed))
      let again = try ShapeDictionary(rows: Data(home.dictionary.rows))
      #expect(again == home.dictionary)
      #expect(again.hashValue == home.dictionary.hashValue)
      #expect(again.checksum == home.dictionary.checksum)
      #expect(again.rowCount == encoding.additions.baseRowCount + encoding.additions.rowCount)
      let next = Event(seed: seed + 1)
      #expect(
        try KeyedArchiver().encode(next, against: again)
          == KeyedArchiver().encode(next, against: home.dictionary))
    }
    for count in 0...home.dictionary.rowCount {
      #expect(home.dictionary.checksum(afterRows: count) != nil)
    }
    #expect(home.dictionary.checksum(afterRows: 0) == 0)
    #expect(home.dictionary.checksum(afterRows: -1) == nil)
    #expect(home.dictionary.checksum(afterRows: home.dictionary.rowCount + 1) == nil)
  }

  @Test func `a shape that an earlier record left open is followed by a more definite one`() throws
  {
    struct Open: Codable, Equatable {
      var flag: Bool?
      var list: [Int]
      var map: [String: [Bool]]
    }
    let values = [
      Open(flag: nil, list: [], map: [:]), Open(flag: true, list: [], map: ["a": []]),
      Open(flag: nil, list: [5], map: [:]), Open(flag: false, list: [1], map: ["b": [true]]),
    ]
    var home = Home()
    let rowCounts = try values.map { try home.put($0).additions.rowCount }
    #expect(rowCounts == [2, 1, 1, 1])
    #expect(home.dictionary.history.definitions.shapes.map(\.base) == [nil, 0, 1, 2])
    for (index, value) in values.enumerated() { #expect(try home.get(Open.self, index) == value) }
  }

  @Test func `records find their rows among more than 256`() throws {
    var home = Home()
    var rowCounts: [Int] = []
    for round in 0..<12 {
      try home.put(Event(seed: round))
      rowCounts.append(home.dictionary.rowCount)
      var rows = ByteSink()
      for index in 0..<97 {
        rows.typeRow(named: "T\(round) \(index)")
      }
      home.dictionary = try home.dictionary.adding(
        ShapeAdditions(
          rows: rows.bytes, rowCount: 97, baseRowCount: home.dictionary.rowCount,
          baseChecksum: home.dictionary.checksum))
    }
    #expect(home.dictionary.rowCount > 4 * 256)
    for (index, record) in home.records.enumerated() {
      #expect(Int(record[1]) == rowCounts[index] % 256)
      #expect(try home.get(Event.self, index) == Event(seed: index))
      let summary = try ArchiveInspector(record, dictionary: home.dictionary).summary
      #expect(summary.dictionaryRowCount == rowCounts[index])
    }
    // The second and third without new rows, of a type that was written against these rows before.
    for round in 12..<15 {
      try home.put(Event(seed: 0))
      #expect(Int(home.records[round][1]) == home.dictionary.rowCount % 256)
      #expect(try home.get(Event.self, round) == Event(seed: 0))
    }
  }

  @Test func `values without shapes need no rows`() throws {
    var home = Home()
    for value in [1, 2, 300] { #expect(try home.put(value).additions.isEmpty) }
    try home.put(["a": [1.5]])
    #expect(home.dictionary == ShapeDictionary())
    #expect(home.records[0].count == 8)
    #expect(try home.get(Int.self, 2) == 300)
    #expect(try home.get([String: [Double]].self, 3) == ["a": [1.5]])
  }

  @Test func `records may be compressed, and are single parts at any size`() throws {
    var home = Home()
    let large = (0..<5_000).map { TableRow($0) }
    let plain = try home.put(large).bytes
    let packed = try home.put(large, KeyedArchiver(compression: .zlib())).bytes
    #expect(packed.count < plain.count / 2)
    #expect(try home.get([TableRow].self, 0) == large)
    #expect(try home.get([TableRow].self, 1) == large)
    #expect {
      try KeyedArchiver(framing: .multiPart).encode(large, against: home.dictionary)
    } throws: { ($0 as? ArchiveError)?.code == .invalidValue }
  }

  @Test func `class instances keep their identity`() throws {
    final class Node: Codable {
      var name: String
      init(_ name: String) { self.name = name }
    }
    var home = Home()
    let node = Node("n")
    for _ in 0..<2 { try home.put([node, node, Node("m")]) }
    #expect(home.records[0] == home.records[1])
    for index in 0..<2 {
      let back = try home.get([Node].self, index)
      #expect(back.map(\.name) == ["n", "n", "m"])
      #expect(back[0] === back[1])
      #expect(back[0] !== back[2])
    }
  }

  @Test func `a type with other fields reads the records of before`() throws {
    struct Newer: Codable, Equatable {
      var note: String?
      var added: Int?
      var rank: Int64
      var id: Int
    }
    var home = Home()
    for index in 0..<3 { try home.put(TableRow(index, note: index == 1 ? "n" : nil)) }
    for seed in 0..<20 { try home.put(Event(seed: seed)) }
    for index in 0..<3 {
      let expected = Newer(
        note: index == 1 ? "n" : nil, added: nil, rank: Int64(index), id: Int(TableRow(index).id))
      #expect(try home.get(Newer.self, index) == expected)
    }
  }

  @Test func `the example of the article`() throws {
    struct Reading: Codable { var sensor: String, celsius: Double, isValid: Bool }

    var dictionary = ShapeDictionary()  // or ShapeDictionary(rows: …) from where they are kept
    let encoding = try KeyedArchiver().encode(
      Reading(sensor: "north", celsius: 21.5, isValid: true), against: dictionary)
    dictionary = try dictionary.adding(encoding.additions)
    // Store dictionary.rows first, in a transaction of their own, then encoding.bytes: 23 of them.

    let reading = try KeyedUnarchiver().decode(
      Reading.self, from: encoding.bytes, dictionary: dictionary)
    #expect(reading.sensor == "north")
    #expect(encoding.bytes.count == 23)
    #expect(try ReadmeExample.stands("var dictionary = ShapeDictionary()", in: #filePath))
  }

  @Test func `a self-contained archive is read whatever the dictionary`() throws {
    let alone: [UInt8] = try KeyedArchiver().encode(TableRow(3))
    let back = try KeyedUnarchiver().decode(
      TableRow.self, from: Data(alone), dictionary: ShapeDictionary())
    #expect(back == TableRow(3))
  }

  @Test func `a type that became a class gets a row of its own`() throws {
    let rows = hex("11 54 19 03 54")  // "T", then class "T"
    let dictionary = try ShapeDictionary(rows: rows)
    #expect(dictionary.rowCount == 2)
    #expect(throws: ArchiveError.self) { try ShapeDictionary(rows: hex("11 54 11 54")) }
  }
}
