import Foundation
import TestSupport
import Testing

@testable import KeyedArchives

/// Nulls among elements of one kind, in rows whose elements are encoded one by one: bits say which are null.
@Suite struct NullRowTests {
  /// The same calls of an unkeyed container.
  private struct Listed: Encodable {
    let cells: [JSON]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for cell in cells {
        switch cell {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        default: try container.encode(cell)
        }
      }
    }
  }

  private static let leaves: [[JSON]] = [
    [.bool(true), .bool(false)], [.int(5), .int(-1), .int(64)], [.double(0.5), .double(-2)],
    [
      .string("a"), .string(String(repeating: "b", count: 63)),
      .string(String(repeating: "c", count: 64)),
    ],
  ]

  @Test(arguments: [1, 2, 7, 8, 9, 10, 16, 17, 24])
  func `rows of leaves and nulls are encoded directly`(_ count: Int) throws {
    for leaves in Self.leaves {
      for period in 1...4 {
        for first in 0..<period {
          let row = (0..<count).map { $0 % period == first ? .null : leaves[$0 % leaves.count] }
          #expect(try expectSameBytes(row))
          #expect(try expectSameBytes([Listed(cells: row)]))
          #expect(try expectSameBytes(JSON.object(of: row)))
        }
      }
    }
  }

  /// As the values of a dictionary may come: leaves of one kind, and the first null behind them.
  @Test(arguments: 0...18) func `nulls behind leaves are encoded directly`(_ first: Int) throws {
    for leaves in Self.leaves {
      for period in 1...3 {
        var row = (0..<24).map { index in
          index >= first && (index - first) % period == 0 ? .null : leaves[index % leaves.count]
        }
        #expect(try expectSameBytes(row))
        #expect(try expectSameBytes([row, [.null], row]))
        #expect(try expectSameBytes(JSON.object(of: row)))
        for other in Self.leaves where other != leaves {
          row[row.count - 1] = other[0]
          #expect(try expectSameBytes(row))
        }
      }
    }
  }

  private static func many(_ cell: JSON, _ last: JSON? = nil) -> [JSON] {
    Array(repeating: cell, count: 9) + (last.map { [$0] } ?? [])
  }

  private static let rows: [[JSON]] = [
    [], [.null], [.null, .int(1)], [.int(1)], [.string("a")], [.string("a"), .null],
    [.int(1), .string("a")], [.null, .int(1), .string("a")], many(.null), many(.int(1)),
    many(.int(1), .null), many(.null, .int(1)), many(.null, .string("a")),
    many(.int(1), .string("a")),
    [.bool(true), .null, .bool(false)], many(.bool(true)),
  ]

  /// The first row at a place says what the others are, or are not.
  @Test(arguments: rows.indices) func `rows at one place`(_ first: Int) throws {
    let records: [JSON] = [.object(["a": .int(1)]), .array([.int(1), .null])]
    for second in Self.rows + [records, records + [.null], [.null] + records] {
      for third in Self.rows {
        try expectSameBytes([Self.rows[first], second, third])
        try expectSameBytes([Self.rows[first], second, third].map { Listed(cells: $0) })
      }
      try expectSameBytes(JSON.array([.array(Self.rows[first]), .array(second)]))
      try expectSameBytes(
        JSON.object([
          "a": .array(Self.rows[first]), "b": .array(second), "c": .object(of: second),
        ]))
    }
  }

  @Test(arguments: Layout.ofBlocks)
  func `archives of many blocks`(_ layout: Layout) throws {
    let row: [JSON] = (0..<60_000).map { $0 % 7 == 3 ? .null : .int($0) }
    try expectSameBytes(row, layout)
    try expectSameBytes([JSON.string("a"), .array(row), .int(1)], layout)
    let rows = (0..<9_000).map { index in
      JSON.array((0..<index % 12).map { $0 % 3 == index % 4 ? .null : .string("text \($0)") })
    }
    try expectSameBytes(rows, layout)
    try expectSameBytes(JSON.array(rows + [.int(1)]), layout)
  }
}
