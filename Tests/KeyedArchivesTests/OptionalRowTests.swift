import Foundation
import TestTraits
import Testing

@testable import KeyedArchives

/// Elements that may be nil (Spec, section 7: nullable).
@Suite struct OptionalRowTests {
  struct Node: Codable, Equatable {
    var values: [Int?]
    var children: [Node] = []
    var after: [Node?] = []
  }

  struct Rows: Codable, Equatable {
    var numbers: [Int?] = [nil, 1]
    var flags: [Bool?] = [true, nil, false]
    var texts: [String?]? = ["a", nil]
    var named: [String: Double?] = ["a": nil]
    var nested: [[UInt8?]] = [[nil], [1, 2], []]
    var nodes: [Node?] = [nil, Node(values: [nil])]
    var messages: [PayloadTests.Message?] = [nil, .text("a"), .number(1), nil, .nothing]
    var nothing: [Date?] = [nil, nil]
    var set: Set<Int?> = [nil]
  }

  @Test(arguments: Layout.all) func `rows with nils are written directly`(_ layout: Layout) throws {
    func check<Value: Codable & Equatable>(
      _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      #expect(try expectSameBytes(value, layout), sourceLocation: sourceLocation)
      #expect(try roundTrip(value, layout) == value, sourceLocation: sourceLocation)
    }
    try check([nil, 1, nil, 2] as [Int?])
    try check([1, 2] as [Int?])
    try check([nil, nil] as [String?])
    try check([true, nil, false, true, nil, true, true, false, true] as [Bool?])
    try check([[nil], [1], []] as [[Int?]])
    try check(["a": nil, "b": 1] as [String: Int?])
    try check(Rows())
    try check([Rows(), Rows(numbers: [1], texts: nil)])
    try check(Node(values: [nil, 1], children: [Node(values: [2, nil])]))
    try check(Node(values: [], children: [Node(values: [nil])], after: [nil, Node(values: [])]))
  }

  /// A root of its own: after a value that was not foreseen the encoder lets some roots of the type pass.
  struct Unforeseen<Value: Codable & Equatable>: Codable, Equatable { var value: Value }

  @Test(arguments: Layout.all) func `records inside of their own kind are left to the general way`(
    _ layout: Layout
  ) throws {
    func check<Value: Codable & Equatable>(
      _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let root = Unforeseen(value: value)
      #expect(try !expectSameBytes(root, layout), sourceLocation: sourceLocation)
      #expect(try roundTrip(root, layout) == root, sourceLocation: sourceLocation)
    }
    try check(Node(values: [nil, 1], children: [Node(values: [2])]))
    try check(Node(values: [1], children: [Node(values: [nil])]))
  }

  /// Reads elements one by one.
  private struct OneByOne<Element: Codable & Equatable>: Decodable {
    var elements: [Element?] = []
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      while !container.isAtEnd { elements.append(try container.decodeIfPresent(Element.self)) }
    }
  }
  private struct Row<Element: Codable & Equatable>: Codable {
    var before = 1
    var row: [Element?]
    var after = 2
  }
  private struct Read<Element: Codable & Equatable>: Decodable {
    var before: Int
    var row: OneByOne<Element>
    var after: Int
  }

  @Test func `elements behind nils are read one by one`() throws {
    func check<Element: Codable & Equatable>(_ row: [Element?]) throws {
      let bytes: [UInt8] = try KeyedArchiver().encode(Row(row: row))
      for usesCells in [false, true] {
        var unarchiver = KeyedUnarchiver()
        unarchiver.usesCells = usesCells
        let read = try unarchiver.decode(Read<Element>.self, from: bytes)
        #expect(read.row.elements == row && read.before == 1 && read.after == 2)
      }
    }
    try check([nil, true, nil, false, false, true, nil, nil, true, true, false, nil, true])
    try check([nil, 1, nil, 300, -5, nil, 7, 8, 9, nil, 11])
    try check(["a", nil, nil, "text", nil])
  }

  private class Plain: Encodable {
    private enum Key: CodingKey { case number }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(5, forKey: .number)
    }
  }
  private final class Other: Plain {}
  private struct Objects: Encodable { var row: [Plain?] }

  /// More than eight elements are written as objects of their own kind, however many of them are nil.
  @Test(arguments: Layout.all) func `nils count among the elements`(_ layout: Layout) throws {
    let first = Objects(row: [Plain(), Plain(), nil])
    for (count, nilCount) in [(1, 7), (1, 8), (6, 1), (6, 2), (6, 3), (8, 1), (9, 1)] {
      let row: [Plain?] = (0..<count).map { _ in Other() } + Array(repeating: nil, count: nilCount)
      try expectSameBytes([first, Objects(row: row)], layout)
      try expectSameBytes([first, Objects(row: row.reversed())], layout)
    }
  }

  private enum Either: Encodable {
    case some([Int?])
    case all([Int])
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .some(let row): try container.encode(row)
      case .all(let row): try container.encode(row)
      }
    }
  }
  private struct Holder: Encodable {
    var row: Either
    var last = 5
  }
  private struct Held: Decodable, Equatable {
    var row: [Int?]
    var last = 5
  }

  /// The second row is in a place where the first has nils.
  @Test func `a row without nils where another one has some`() throws {
    for count in [1, 2, 7, 8] {
      let bytes: [UInt8] = try KeyedArchiver().encode([
        Holder(row: .some([nil, 1])), Holder(row: .all(Array(0..<count))),
      ])
      #expect(
        try KeyedUnarchiver().decode([Held].self, from: bytes)
          == [Held(row: [nil, 1]), Held(row: Array(0..<count))])
    }
  }

  @Test(.long) func `no block begins in a row with nils`() throws {
    let rows = (0..<3_000).map { row in (0..<40).map { $0 % 7 == 0 ? nil : row * $0 } as [Int?] }
    let long = (0..<400_000).map { $0 % 5 == 0 ? nil : "number \($0)" } as [String?]
    for layout in Layout.all {
      #expect(try expectSameBytes(rows, layout))
      #expect(try expectSameBytes([rows, rows], layout))
    }
    #expect(try expectSameBytes(long, Layout.all[2]))
    #expect(try expectSameBytes([long, ["a"], [nil]], Layout.all[2]))
    let bytes = try Layout.all[2].bytes(long)
    #expect(try KeyedUnarchiver().decode([String?].self, from: bytes) == long)
  }
}
