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

  @Test(arguments: Layout.all) func `rows that differ from the first are left to the general way`(
    _ layout: Layout
  ) throws {
    func check<Value: Codable & Equatable>(
      _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let root = Unforeseen(value: value)
      #expect(try !expectSameBytes(root, layout), sourceLocation: sourceLocation)
      #expect(try roundTrip(root, layout) == root, sourceLocation: sourceLocation)
    }
    try check([[1], [nil]] as [[Int?]])
    try check(Node(values: [nil, 1], children: [Node(values: [2])]))
    try check(Node(values: [1], children: [Node(values: [nil])]))
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
