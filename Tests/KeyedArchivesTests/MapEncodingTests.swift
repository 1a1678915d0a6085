import Foundation
import TestSupport
import Testing

@testable import KeyedArchives

/// Maps that keyed containers write, whose keys are no enumeration's, are encoded directly, and give the bytes of the general way.
@Suite struct MapEncodingTests {
  private struct TextKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  private enum Value: String, CaseIterable {
    case number, large, text, long, bool, ratio, null, absent, absentValue, record, list, map
    case empty, plain, plains, superclass, data
  }

  private struct Plain: Codable {
    var first = 1
    var second = "b"
  }

  /// Keys and values in any order.
  private struct Entries: Encodable {
    var entries: [(key: String, value: Value)]

    init(_ entries: [(String, Value)]) { self.entries = entries }

    private enum Key: CodingKey { case a, b }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: TextKey.self)
      for (name, value) in entries {
        let key = TextKey(name)
        switch value {
        case .number: try container.encode(7, forKey: key)
        case .large: try container.encode(-70_000, forKey: key)
        case .text: try container.encode("text", forKey: key)
        case .long: try container.encode(String(repeating: "x", count: 70), forKey: key)
        case .bool: try container.encode(true, forKey: key)
        case .ratio: try container.encode(0.5, forKey: key)
        case .null: try container.encodeNil(forKey: key)
        case .absent: try container.encodeIfPresent(nil as Int?, forKey: key)
        case .absentValue: try container.encodeIfPresent(nil as Plain?, forKey: key)
        case .record:
          var record = container.nestedContainer(keyedBy: Key.self, forKey: key)
          try record.encode(1, forKey: .a)
          try record.encode("b", forKey: .b)
        case .list:
          var list = container.nestedUnkeyedContainer(forKey: key)
          try list.encode(1)
        case .map:
          var map = container.nestedContainer(keyedBy: TextKey.self, forKey: key)
          try map.encode(1, forKey: TextKey("inner"))
          try map.encode("a", forKey: TextKey("other"))
        case .empty: _ = container.nestedContainer(keyedBy: TextKey.self, forKey: key)
        case .plain: try container.encode(Plain(), forKey: key)
        case .plains: try container.encode([Plain(), Plain()], forKey: key)
        case .superclass:
          var map = container.superEncoder(forKey: key).container(keyedBy: TextKey.self)
          try map.encode(2, forKey: TextKey("inner"))
        case .data: try container.encode(Data([1]), forKey: key)
        }
      }
    }
  }

  private static let names = (0..<40).map { "key \($0)" }

  @Test func `keys and values of any kind`() throws {
    for value in Value.allCases {
      try expectSame(Entries([("a", value)]), "\(value)")
      for other in Value.allCases {
        let entries = Entries([("a", value), ("b", other)])
        try expectSame(entries, "\(value) \(other)")
        try expectSame([entries, Entries([("b", other), ("a", value)])], "\(value) \(other)")
        try expectSame([Entries([("a", value)]), entries, entries], "\(value) \(other)")
      }
    }
    #expect(try expectSameBytes(Entries([("a", .number), ("b", .text), ("c", .record)])))
    #expect(try expectSameBytes([Entries([("a", .bool)]), Entries([("b", .bool), ("c", .bool)])]))
  }

  private func expectSame(_ value: some Encodable, _ name: String) throws {
    let archiver = KeyedArchiver()
    let general = try archiver.encodeThroughTape(value)
    let encoder = DirectEncoder()
    defer { encoder.dispose() }
    for _ in 0..<3 {
      let direct = try archiver.encode(value, with: encoder, { unsafe Array($0) }, { $0.array })
      encoder.end()
      #expect(direct == nil || direct == general, "\(name)")
    }
  }

  @Test(arguments: Layout.all)
  func `any maps in any order`(_ layout: Layout) throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<60 {
      let maps = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        let count = Int.random(in: 0...12, using: &random)
        let names = Self.names.prefix(16).shuffled(using: &random).prefix(count)
        return Entries(names.map { ($0, Value.allCases.randomElement(using: &random) ?? .number) })
      }
      try expectSameBytes(maps, layout)
      try expectSameBytes(maps[0], layout)
    }
  }

  @Test func `keys that come and go, and keys given twice`() throws {
    let a = Entries([("a", .number), ("b", .number), ("c", .number)])
    let b = Entries([("a", .number), ("c", .number)])
    let c = Entries([("a", .number), ("b", .number)])
    #expect(try expectSameBytes([a, b, c, a, a, c, b, b, a]))
    try expectSameBytes([a, b, Entries([]), a, Entries([])])
    let twice = Entries([("a", .number), ("b", .number), ("a", .text)])
    try expectSameBytes([a, twice, a])
    // They look the same, and are other bytes.
    let composed = Entries([("\u{E9}", .number)])
    let combined = Entries([("e\u{301}", .number)])
    try expectSameBytes([composed, combined, composed])
    try expectSameBytes(Entries([("\u{E9}", .number), ("e\u{301}", .number)]))
    let many = Entries((0..<1_000).map { ("\($0)", .number) })
    #expect(try expectSameBytes([many, a, many]))
  }

  @Test(arguments: Layout.ofBlocks)
  func `archives of many blocks`(_ layout: Layout) throws {
    let values: [Value] = [.number, .long, .ratio, .bool]
    let records = (0..<9_000).map { number in
      Entries((0..<number % 7).map { (Self.names[$0], values[(number + $0) % 4]) })
    }
    try expectSameBytes(records, layout)
    let large = Entries((0..<30_000).map { ("key \($0)", .long) })
    try expectSameBytes([large, large], layout)
    try expectSameBytes([Entries([("a", .number)]), large], layout)
  }

  /// A record that holds others of its type, whose shapes differ.
  private struct Branch: Encodable {
    private enum Key: CodingKey { case number, note, branches }

    var number = 1
    var note: Int?
    var branches: [String: Branch] = [:]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(number, forKey: .number)
      if let note { try container.encode(note, forKey: .note) }
      try container.encode(branches, forKey: .branches)
    }
  }

  @Test(arguments: Layout.all)
  func `dictionaries of records that hold such dictionaries`(_ layout: Layout) throws {
    let inner = Branch()
    for notes in [[1, 2], [1, nil], [nil, 2], [nil, nil, 3], [1, 2, nil, 4]] as [[Int?]] {
      let rows = notes.map { Branch(note: $0, branches: ["a": inner]) }
      try expectSameBytes(rows, layout)
      try expectSameBytes(["a": rows], layout)
      try expectSameBytes(rows.map { Branch(note: $0.note, branches: ["b": $0]) }, layout)
    }
  }
}
