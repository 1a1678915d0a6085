import Foundation
import Testing

@testable import KeyedArchives

/// Numbers that stand with another kind than that of the type that is asked for: exactly, or not at all.
@Suite struct ExactNumberTests {
  private struct Held<Value: Codable & Equatable & Sendable>: Codable, Equatable {
    var value: Value
    var maybe: Value?
    var row: [Value]
    var named: [String: Value]
    init(_ value: Value) {
      (self.value, maybe, row, named) = (value, value, [value, value], ["a": value])
    }
  }
  private struct One<Value: Codable & Equatable & Sendable>: Codable, Equatable {
    var value: Value
    enum CodingKeys: CodingKey { case value }
  }
  private struct Maybe<Value: Codable & Equatable & Sendable>: Codable, Equatable {
    var maybe: Value?
    enum CodingKeys: CodingKey { case maybe }
  }
  private struct Row<Value: Codable & Equatable & Sendable>: Codable, Equatable {
    var row: [Value]
    enum CodingKeys: CodingKey { case row }
  }
  private struct Named<Value: Codable & Equatable & Sendable>: Codable, Equatable {
    var named: [String: Value]
    enum CodingKeys: CodingKey { case named }
  }

  private static var unarchivers: [KeyedUnarchiver] {
    var cells = KeyedUnarchiver()
    cells.usesCells = true
    return [KeyedUnarchiver(usesGeneratedCode: false), KeyedUnarchiver(), cells]
  }

  /// A number of one type asked for as one of another; nil if it is none.
  private func check<Source: Codable & Equatable & Sendable, Value: Codable & Equatable & Sendable>(
    _ source: Source, _ expected: Value?, as type: Value.Type,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let bytes: [UInt8] = try KeyedArchiver().encode([Held(source)])
    for unarchiver in Self.unarchivers {
      func expect<Whole: Decodable & Equatable>(_ whole: Whole.Type, _ value: Whole?) {
        if let value {
          #expect(
            (try? unarchiver.decode([Whole].self, from: bytes)) == [value],
            sourceLocation: sourceLocation)
        } else {
          let error = #expect(throws: ArchiveError.self, sourceLocation: sourceLocation) {
            try unarchiver.decode([Whole].self, from: bytes)
          }
          #expect(
            error.map { [.typeMismatch, .dataCorrupted].contains($0.code) } == true,
            sourceLocation: sourceLocation)
        }
      }
      expect(One<Value>.self, expected.map { One(value: $0) })
      expect(Maybe<Value>.self, expected.map { Maybe(maybe: $0) })
      expect(Row<Value>.self, expected.map { Row(row: [$0, $0]) })
      expect(Named<Value>.self, expected.map { Named(named: ["a": $0]) })
    }
  }

  @Test func `an integer is read as any type that holds it`() throws {
    try check(UInt32(70_000), nil, as: UInt16.self)
    try check(UInt32(65_535), 65_535, as: UInt16.self)
    try check(Int32(-1), nil, as: UInt64.self)
    try check(Int32(5), 5, as: UInt64.self)
    try check(Int8(-1), nil, as: UInt8.self)
    try check(UInt64.max, nil, as: Int64.self)
    try check(UInt64(Int64.max), .max, as: Int64.self)
    try check(Int32(40_000), nil, as: Int16.self)
    try check(Int32(-32_768), .min, as: Int16.self)
  }

  @Test func `a real number is read as an integer if it is one`() throws {
    try check(2.5, nil, as: Int.self)
    try check(2.0, 2, as: Int.self)
    try check(Float(0.5), nil, as: UInt8.self)
    try check(Float(200), 200, as: UInt8.self)
    try check(Double.nan, nil, as: Int.self)
    try check(1e300, nil, as: Int128.self)
  }
}
