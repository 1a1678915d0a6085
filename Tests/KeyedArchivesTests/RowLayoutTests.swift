import Foundation
import Synchronization
import TestSupport
import Testing

@testable import KeyedArchives

/// Rows of values of several kinds whose layout is found out after some elements were written: these are written again.
@Suite struct RowLayoutTests {
  private static let row = JSON.array([.int(1), .int(2)])
  private static let other = JSON.array([.string("a")])
  private static let empty = JSON.array([])
  private static let object = JSON.object(["a": .int(1), "b": .string("b")])
  private static let flat = JSON.object(["a": .int(1)])

  static func many(_ cell: JSON, _ count: Int = 9) -> [JSON] {
    Array(repeating: cell, count: count)
  }

  /// Rows that need each of the layouts.
  static let rows: [[JSON]] = [
    // Containers before values of other kinds.
    [row, row, .string("a")], [object, object, .int(1), row], [row, row, row, object],
    [object, flat, row, .null], many(row, 8) + [.int(1)], [empty, empty, object],
    // Nulls among containers.
    [row, .null], [.null, row], [.null, .null, object, flat], many(object, 9) + [.null],
    many(.null) + [row, .null, empty], [object, .null, .null, object, flat],
    // Other kinds behind the first nine elements.
    many(.int(1)) + [.string("a"), .int(2)], many(.string("a"), 20) + [.null, .bool(true)],
    many(row, 10) + [object, row, .null], many(.null) + [.int(1), .string("a")],
    [.null] + many(.int(1)) + [.string("a"), .null],
    many(.bool(true), 10) + [.int(1), .bool(false)],
    [.null] + many(object) + [row], many(object) + [.string("a")],
    // Containers of one kind that are not those of the rows before.
    [row], [other], [empty], [flat], [object], [.array([row])], [.array([other])], many(row),
    many(other), many(flat), many(.array([other])), [row, other, empty], many(empty), [],
  ]

  @Test(arguments: rows.indices) func `each layout is encoded directly`(_ index: Int) throws {
    let row = Self.rows[index]
    #expect(try expectSameBytes(row))
    #expect(try expectSameBytes([JSON.array(row), .int(1)]))
    #expect(try expectSameBytes(["a": JSON.array(row)]))
    #expect(try expectSameBytes(JSON.object(of: row)))
    #expect(try expectSameBytes([JSON.string("a"), .object(of: row)]))
    #expect(try roundTrip(row) == row)
  }

  /// The first row at a place says what the others are, or are not.
  @Test(arguments: rows.indices) func `rows at one place`(_ first: Int) throws {
    for second in Self.rows {
      try expectSameBytes([Self.rows[first], second])
      try expectSameBytes([Self.rows[first], second, Self.rows[first]].map { JSON.array($0) })
      try expectSameBytes([JSON.object(of: Self.rows[first]), .object(of: second)])
    }
  }

  @Test(arguments: [1, 2, 3, 4]) func `rows at one place by chance`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func some(_ depth: Int) -> JSON {
      if depth == 0 || Int.random(in: 0..<3, using: &random) == 0 {
        return .array(Self.rows.randomElement(using: &random) ?? [])
      }
      let cells = (0..<Int.random(in: 0..<12, using: &random)).map { _ in some(depth - 1) }
      return Bool.random(using: &random) ? .array(cells) : .object(of: cells)
    }
    for _ in 0..<40 {
      try expectSameBytes((0..<Int.random(in: 1..<12, using: &random)).map { _ in some(2) })
    }
  }

  /// Blocks begin in rows that need another layout.
  @Test(arguments: Layout.ofBlocks)
  func `archives of many blocks`(_ layout: Layout) throws {
    let cells = (0..<6_000).map { index -> JSON in
      let row = Self.rows[index % Self.rows.count]
      return index % 2 == 0 ? .array(row) : .object(of: row)
    }
    let column = JSON.array((0..<40_000).map { .double(Double($0)) })
    let values: [JSON] = [
      .array(cells), .array([.array(cells), .array(cells), .string("a")]),
      .array([column, column, .null]), .array(Self.many(column) + [.string("a"), column]),
      .object(["a": .array(cells), "b": .array(cells), "c": .int(1), "d": .null]),
    ]
    for value in values {
      try expectSameBytes(value, layout)
      try expectSameBytes([value], layout)
    }
    // Blocks begin in the first of two runs, and the place of the row is another's.
    let large = JSON.array((0..<9_000).map { .int($0 + 100_000) })
    for first in [Self.row, Self.other, .int(1)] {
      let last = JSON.array(Self.many(large, 12) + [.string("a"), Self.other])
      try expectSameBytes([JSON.array([first, first]), last, last], layout)
    }
  }

  /// A value that is an integer or a text.
  private enum Either: Encodable {
    case int(Int)
    case text(String)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .int(let value): try container.encode(value)
      case .text(let value): try container.encode(value)
      }
    }
  }

  private struct Report: Encodable {
    var before: [Either]
    var cells: [JSON]
    var after: [Either]
  }

  /// The pass that finds out a layout comes before the one that finds out that more collections are rows.
  @Test func `rows get other numbers`() throws {
    let large = JSON.array((0..<3_000).map { .int($0 + 1_000_000) })
    let report = Report(
      before: (0..<100).map { .int($0) }, cells: Self.many(large, 60) + [.int(1)],
      after: [.int(1), .text("a")])
    let general = try KeyedArchiver().encodeThroughTape(report)
    let encoder = DirectEncoder()
    defer { encoder.dispose() }
    let small = Report(before: [.int(1)], cells: [.int(1), .string("a"), .null], after: [.int(1)])
    for value in [small, small, small, report, report, report] {
      let direct = try KeyedArchiver().encode(
        value, with: encoder, { unsafe Array($0) }, { $0.array })
      encoder.end()
      #expect(direct == nil || value.cells.count == 3 || direct == general)
    }
  }

  /// A record whose field may be missing.
  struct Part: Encodable {
    let hasNote: Bool

    enum CodingKeys: CodingKey { case id, note }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(1, forKey: .id)
      if hasNote { try container.encode(2, forKey: .note) }
    }
  }

  struct Pair: Encodable {
    var first = Part(hasNote: false)
    var second = Part(hasNote: true)
  }

  enum Content: Encodable {
    case int(Int)
    case pair(Pair)
    case pairs([Pair])
    case optionals([Pair?])

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .int(let value): try container.encode(value)
      case .pair(let value): try container.encode(value)
      case .pairs(let value): try container.encode(value)
      case .optionals(let value): try container.encode(value)
      }
    }
  }

  /// Shapes count from where they were met first, so records are not encoded again.
  @Test(arguments: [1, 2, 8, 9, 12]) func `records among values of other kinds`(_ count: Int) throws
  {
    let encoder = DirectEncoder()
    defer { encoder.dispose() }
    let records: [Content] = [.pair(Pair()), .pairs([Pair()]), .optionals([Pair(), nil])]
    let ints = (0..<count).map { Content.int($0) }
    for record in records {
      for row in [
        ints + [record], ints + [record, .int(1)], [record, record, .int(1)], [record] + ints,
        (0..<count).map { _ in record } + [.int(1)],
      ] {
        for value in [row, row, [record], row] {
          let general = try KeyedArchiver().encodeThroughTape(value)
          let direct = try KeyedArchiver().encode(
            value, with: encoder, { unsafe Array($0) }, { $0.array })
          encoder.end()
          #expect(direct == nil || direct == general)
        }
        try expectSameBytes([row, row])
      }
    }
  }

  /// A value that is another at each call.
  private struct Wavering: Encodable {
    let script: [JSON]
    let counter: Counter

    func encode(to encoder: any Encoder) throws {
      let index = counter.count.withLock { count in
        defer { count += 1 }
        return count
      }
      var container = encoder.singleValueContainer()
      let value = script[index % script.count]
      if case .bool = value { try container.encode(Pair()) } else { try container.encode(value) }
    }
  }

  @Test func `values that are others when they are encoded again`() throws {
    let cells: [JSON] = [
      .null, Self.empty, Self.row, Self.object, .bool(true), .int(1), .string("a"),
    ]
    var random = SeededGenerator(seed: 11)
    for _ in 0..<400 {
      let script = (0..<Int.random(in: 2..<30, using: &random)).map { _ in
        cells.randomElement(using: &random) ?? .null
      }
      let counter = Counter()
      let values = (0..<Int.random(in: 1..<14, using: &random)).map { _ in
        Wavering(script: script, counter: counter)
      }
      for _ in 0..<3 {
        let archive = try KeyedArchiver().encode([values, values]) as [UInt8]
        #expect(throws: Never.self) {
          _ = try KeyedUnarchiver().decode([[JSON]].self, from: archive)
        }
      }
    }
  }

  /// A value that costs as an archive inside of it would.
  struct Costly: Encodable {
    let value: JSON

    func encode(to encoder: any Encoder) throws {
      (encoder as? any NestingEncoder)?.furtherCosts.add { $0.add(byteCount: 6_000_000) }
      try value.encode(to: encoder)
    }
  }

  @Test(arguments: Layout.all) func `costs count once`(_ layout: Layout) throws {
    let text = JSON.string(String(repeating: "a", count: 100_000))
    for row in [
      [Self.row, Self.row, text, text, text], Self.many(text) + [.null],
      Self.many(text) + [Self.row],
    ] {
      try expectSameBytes(row.map { Costly(value: $0) }, layout)
    }
  }

  /// A value that counts how often it is encoded.
  private final class Counter: Sendable {
    let count = Mutex(0)
  }

  private indirect enum Counted: Encodable {
    case text(String)
    case row([Counted], Counter)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let value): try container.encode(value)
      case .row(let values, let counter):
        counter.count.withLock { $0 += 1 }
        try container.encode(values)
      }
    }
  }

  /// In each row the two arrays are encoded again once the text is met, and so are all arrays inside of these.
  @Test(arguments: [1, 100]) func `rows inside of rows that start again do not add up`(
    _ byteCount: Int
  ) throws {
    let text = Counted.text(String(repeating: "a", count: byteCount))
    for depth in [5, 10, 20, 60] {
      let counter = Counter()
      var value = Counted.row([text], counter)
      for _ in 0..<depth {
        value = .row([.row([text], counter), value, text], counter)
      }
      let count = 2 * depth + 1
      for _ in 0..<4 {
        counter.count.withLock { $0 = 0 }
        _ = try KeyedArchiver().encode(value) as [UInt8]
        // Several passes, in each of which an element may be encoded a few times, and the general way.
        #expect(counter.count.withLock { $0 } <= 16 * count)
      }
    }
  }
}
