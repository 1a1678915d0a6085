import Foundation
import TestSupport
import TestTraits
import Testing

@testable import KeyedArchives

/// Rows of which some have nils and others at the same place have none, as the rows of a table with gaps.
@Suite struct GapRowTests {
  private static let rows: [[Bool]] = [
    [], [true], [false], [true, true], [false, false], [true, false], [false, true],
    Array(repeating: true, count: 9), Array(repeating: false, count: 9),
    (0..<9).map { $0 != 8 }, (0..<9).map { $0 == 8 }, (0..<70).map { $0 % 7 != 3 },
    (0..<70).map { $0 > 64 },
  ]

  private struct Record<Value: Codable & Hashable & Sendable>: Codable {
    var list: [Value?]
    var map: [String: Value?]
    var set: Set<Value?>
    var last = 5
  }

  private func check<Value: Codable & Hashable & Sendable>(
    _ value: Value, isDirect: (Int) -> Bool = { _ in true },
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    func optionals(_ row: [Bool]) -> [Value?] { row.map { $0 ? value : nil } }
    func record(_ row: [Bool]) -> Record<Value> {
      let values = optionals(row)
      let pairs = values.enumerated().map { ("key \($0)", $1) }
      return Record(
        list: values, map: Dictionary(uniqueKeysWithValues: pairs), set: Set(values))
    }
    func expect(_ value: some Encodable, _ count: Int) throws {
      let direct = try expectSameBytes(value, sourceLocation: sourceLocation)
      if isDirect(count) { #expect(direct, sourceLocation: sourceLocation) }
    }
    for first in Self.rows {
      for second in Self.rows {
        try expect([first, second].map(optionals), 2)
        let many = [first] + Array(repeating: second, count: 9)
        try expectSameBytes(many.map(optionals), sourceLocation: sourceLocation)
        try expectSameBytes([many, [second, first]].map { $0.map(optionals) })
        try expectSameBytes([first, second, first].map(record), sourceLocation: sourceLocation)
        try expect([first, second].map { optionals($0).map(Optional.some) }, 2)
      }
    }
    // One of the first 64 elements of the first row is a value.
    for first in Self.rows where first.prefix(64).contains(true) {
      try expect(([first] + Self.rows).map(optionals), Self.rows.count + 1)
    }
  }

  private enum Color: String, Codable { case red, green }
  private enum Level: Int, Codable { case low, high }

  @Test func `numbers and Booleans`() throws {
    try check(-5)
    try check(UInt16(300))
    try check(Int8(-5))
    try check(Float(0.5))
    try check(0.5)
    try check(true)
    try check(UInt128(1) << 100)
  }

  @Test func `texts and values of Foundation`() throws {
    try check("text")
    try check(String(repeating: "text ", count: 30))
    try check(UUID())
    try check(Date(timeIntervalSinceReferenceDate: 5))
    try check(Data([1, 2, 3]))
    try check(try #require(URL(string: "https://example.org/a")), isDirect: { _ in false })
    try check(Decimal(5), isDirect: { _ in false })
  }

  @Test func `values that encode themselves`() throws {
    try check(Color.red)
    try check(Level.high)
    try check([1, 2], isDirect: { _ in false })
    try check(["a": 1], isDirect: { _ in false })
    try check(JSON.int(5))
    try check(JSON.string("text"))
  }

  /// Nulls alone leave open what the values are, until many rows say so that have no nulls.
  @Test func `values without nulls behind nulls alone`() throws {
    func check(_ value: some Encodable, sourceLocation: SourceLocation = #_sourceLocation) throws {
      try expectSameBytes(value, sourceLocation: sourceLocation)
      try expectSameBytes([value], sourceLocation: sourceLocation)
    }
    for count in [1, 8, 9, 20] {
      for nulls in 1...2 {
        let lists: [[Int?]?] = Array(repeating: [1], count: count)
        let maps: [[String: Int?]?] = Array(repeating: ["a": 1], count: count)
        let list: [Int?] = Array(repeating: nil, count: nulls)
        try check([[list], [nil], lists] as [[[Int?]?]])
        try check([[list], [[nil], nil], lists] as [[[Int?]?]])
        try check([[list], lists] as [[[Int?]?]])
        try check([[["a": nil]], [nil], maps] as [[[String: Int?]?]])
        let ones = JSON.array([.int(1)])
        let none = JSON.array(Array(repeating: .null, count: nulls))
        let many = Array(repeating: ones, count: count)
        try check([[none], many])
        try check([[none, .null], many])
        try check([[.null, none], many])
        try check([[.array([])], [none], many])
        try check([[none], many].map { $0.map(Optional.some) })
        try check(JSON.array([.array([none]), .array(many)]))
      }
    }
  }

  private struct Point: Codable, Hashable { var (x, y) = (1, 2.5) }
  private struct Changing: Codable, Hashable {
    var x: Int?
    var y = 2.5
  }

  @Test func `records`() throws {
    try check(Point())
    try check(Changing(x: 1))
    try check([Point()], isDirect: { _ in false })
  }

  @Test func `records whose fields come and go`() throws {
    for first in Self.rows {
      for second in Self.rows where !second.isEmpty {
        for period in 1...3 {
          let rows = [first, second, first, second].enumerated().map { number, row in
            row.enumerated().map { index, isThere -> Changing? in
              guard isThere else { return nil }
              return Changing(x: number > 0 && index % period == 0 ? nil : index)
            }
          }
          try expectSameBytes(rows)
          try expectSameBytes([rows, [rows[1]], rows])
          try expectSameBytes(Array(repeating: rows[1], count: 9) + rows)
        }
      }
    }
  }

  @Test func `values of any JSON that may be nil`() throws {
    let rows: [[JSON]] = [
      [.bool(true), .int(1), .null], [.null, .string("a"), .array([.int(1), .null])],
      [.int(1), .null, .int(2)], (0..<20).map { $0 < 12 ? .bool(true) : .null },
      (0..<20).map { $0 % 3 == 1 ? .null : $0 < 14 ? .int($0) : .string("a") },
    ]
    for row in rows {
      let optionals = row.map { $0 == .null ? nil : Optional($0) }
      #expect(try expectSameBytes(optionals))
    }
    for row in rows + RowLayoutTests.rows {
      let optionals = row.map { $0 == .null ? nil : Optional($0) }
      try expectSameBytes(optionals)
      try expectSameBytes(["a": optionals.last ?? nil, "b": .int(1), "c": .string("a")])
      try expectSameBytes([optionals, [.int(1), .string("a")], optionals])
    }
  }

  @Test(arguments: Layout.ofBlocks)
  func `archives of many blocks`(_ layout: Layout) throws {
    let gaps = (0..<60_000).map { $0 % 7 == 3 ? nil : $0 }
    let full: [Int?] = (0..<100_000).map { $0 * 1_000 }
    #expect(try expectSameBytes([gaps], layout))
    #expect(try expectSameBytes([full], layout))
    #expect(try expectSameBytes([[1], gaps, full, gaps], layout))
    #expect(try expectSameBytes([full, gaps, [nil], full], layout))
    let table = (0..<9_000).map { row in (0..<10).map { row > 0 && $0 % 4 == row % 5 ? nil : $0 } }
    #expect(try expectSameBytes(table, layout))
    #expect(
      try expectSameBytes(table.map { Record(list: $0, map: [:], set: []) }, layout))
  }
}
