import Foundation
import Testing

@testable import KeyedArchives

/// Leaves that are asked for as a type of another kind: the table in `TypesThatChange.md`.
@Suite struct ConversionTests {
  private struct Held<Value: Codable & Equatable & Sendable>: Codable, Equatable {
    var value: Value
    var maybe: Value?
    var row: [Value]
    var named: [String: Value]
    var rest = 1
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
  /// Asks for the last field first.
  private struct Late<Value: Codable & Equatable & Sendable>: Decodable, Equatable {
    var value: Value
    init(_ value: Value) { self.value = value }
    enum CodingKeys: CodingKey { case value, rest }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      _ = try container.decode(Int.self, forKey: .rest)
      value = try container.decode(Value.self, forKey: .value)
    }
  }
  /// A value among others of other kinds.
  private struct Mixed<Value: Codable & Equatable & Sendable>: Codable, Equatable {
    var value: Value
    init(_ value: Value) { self.value = value }
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      _ = try container.decode(Bool.self)
      value = try container.decode(Value.self)
      _ = try container.decode([Int].self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(true)
      try container.encode(value)
      try container.encode([1])
    }
  }
  /// A value of which the archive names no type.
  private struct Single<Value: Codable & Equatable & Sendable>: Codable, Equatable {
    var value: Value
    init(_ value: Value) { self.value = value }
    init(from decoder: any Decoder) throws {
      value = try decoder.singleValueContainer().decode(Value.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }
  private final class Chip: Codable {}
  /// A value in an archive with objects.
  private struct Beside<Value: Codable & Equatable & Sendable>: Codable, Equatable {
    var chip = Chip()
    var value: Value
    init(_ value: Value) { self.value = value }
    static func == (left: Self, right: Self) -> Bool { left.value == right.value }
  }

  private static func unarchivers(base64: Bool) -> [KeyedUnarchiver] {
    var cells = KeyedUnarchiver()
    cells.usesCells = true
    var all = [KeyedUnarchiver(usesGeneratedCode: false), KeyedUnarchiver(), cells]
    for index in all.indices { all[index].decodesBase64 = base64 }
    return all
  }

  /// A value of one type asked for as one of another; nil if it is none.
  private func check<Source: Codable & Equatable & Sendable, Value: Codable & Equatable & Sendable>(
    _ source: Source, _ expected: Value?, as type: Value.Type, base64: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for unarchiver in Self.unarchivers(base64: base64) {
      func expect<Written: Encodable, Whole: Decodable & Equatable>(
        _ written: Written, _ whole: Whole.Type, _ value: Whole?
      ) throws {
        let bytes: [UInt8] = try KeyedArchiver().encode([written])
        let comment: Comment = "\(source) as \(type), in \(whole)"
        if let value {
          let read = try? unarchiver.decode([Whole].self, from: bytes)
          #expect(read == [value], comment, sourceLocation: sourceLocation)
        } else {
          let error = #expect(throws: ArchiveError.self, comment, sourceLocation: sourceLocation) {
            try unarchiver.decode([Whole].self, from: bytes)
          }
          #expect(
            error.map { [.typeMismatch, .dataCorrupted].contains($0.code) } == true,
            comment, sourceLocation: sourceLocation)
        }
      }
      let held = Held(source)
      try expect(held, One<Value>.self, expected.map { One(value: $0) })
      try expect(held, Maybe<Value>.self, expected.map { Maybe(maybe: $0) })
      try expect(held, Row<Value>.self, expected.map { Row(row: [$0, $0]) })
      try expect(held, Named<Value>.self, expected.map { Named(named: ["a": $0]) })
      try expect(held, Late<Value>.self, expected.map { Late($0) })
      try expect(Mixed(source), Mixed<Value>.self, expected.map { Mixed($0) })
      try expect(Single(source), Single<Value>.self, expected.map { Single($0) })
      try expect(Beside(source), Beside<Value>.self, expected.map { Beside($0) })
      try expect([source, nil], [Value?].self, expected.map { [$0, nil] })
      try expect(source, Value.self, expected)
    }
  }

  // MARK: Integers

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
    try check(Int128(-7), -7, as: Int8.self)
    try check(UInt128.max, nil, as: Int128.self)
    try check(UInt128(1) << 63, 1 << 63, as: UInt64.self)
    try check(3, Int128(3), as: Int128.self)
  }

  @Test func `a real number is read as an integer if it is one`() throws {
    try check(2.5, nil, as: Int.self)
    try check(2.0, 2, as: Int.self)
    try check(-0.0, 0, as: UInt8.self)
    try check(Float(0.5), nil, as: UInt8.self)
    try check(Float(200), 200, as: UInt8.self)
    try check(Double.nan, nil, as: Int.self)
    try check(Double.infinity, nil, as: Int.self)
    try check(1e300, nil, as: Int128.self)
    try check(1e30, Int128(1e30), as: Int128.self)
  }

  @Test func `a decimal is read as an integer if it is one`() throws {
    func decimal(_ text: String) throws -> Decimal { try #require(Decimal(string: text)) }
    try check(decimal("3"), 3, as: Int.self)
    try check(decimal("-3"), -3, as: Int8.self)
    try check(decimal("3.5"), nil, as: Int.self)
    try check(Decimal(sign: .plus, exponent: -2, significand: 300), 3, as: UInt8.self)
    try check(decimal("1e18"), 1_000_000_000_000_000_000, as: Int64.self)
    try check(decimal("1e19"), nil, as: Int64.self)
    try check(decimal("1e19"), 10_000_000_000_000_000_000, as: UInt64.self)
    try check(decimal("-128"), .min, as: Int8.self)
    try check(decimal("-129"), nil, as: Int8.self)
    try check(decimal("1e100"), nil, as: UInt128.self)
    try check(Decimal(), 0, as: UInt.self)
    try check(Decimal.nan, nil, as: Int.self)
    try check(
      decimal("340282366920938463463374607431768211455"), UInt128.max, as: UInt128.self)
  }

  // MARK: Real numbers

  @Test func `a number is read as the nearest one that a binary type has`() throws {
    try check((1 << 53) + 1, 9_007_199_254_740_992, as: Double.self)
    try check(16_777_217, 16_777_216, as: Float.self)
    try check(Int128.min, -0x1p127, as: Double.self)
    try check(UInt128.max, 0x1p128, as: Double.self)
    try check(UInt128.max, nil, as: Float.self)
    try check(0.1, 0.1, as: Float.self)
    try check(1e300, nil, as: Float.self)
    try check(-1e300, nil, as: Float.self)
    try check(1e-300, 0, as: Float.self)
    try check(Double.infinity, .infinity, as: Float.self)
    try check(-Float.infinity, -.infinity, as: Double.self)
    try check(Float(0.1), 0.10000000149011612, as: Double.self)
    try check(try #require(Decimal(string: "19.99")), 19.99, as: Double.self)
    try check(
      try #require(Decimal(string: "-65.613616999999977")), -65.613616999999977, as: Double.self)
    try check(try #require(Decimal(string: "0.1")), 0.1, as: Float.self)
    try check(try #require(Decimal(string: "1e100")), nil, as: Float.self)
    try check(try #require(Decimal(string: "1e100")), 1e100, as: Double.self)
    try check(Decimal(), 0, as: Float.self)
  }

  @Test func `what is not a number stays that`() throws {
    func expectNaN<Source: Codable, Value: Codable & FloatingPoint>(
      _ source: Source, as type: Value.Type
    ) throws {
      let bytes: [UInt8] = try KeyedArchiver().encode([source])
      for unarchiver in Self.unarchivers(base64: false) {
        let read = try unarchiver.decode([Value].self, from: bytes)
        #expect(read.allSatisfy { $0.isNaN })
      }
    }
    try expectNaN(Double.nan, as: Float.self)
    try expectNaN(Float.nan, as: Double.self)
    try expectNaN(Decimal.nan, as: Double.self)
    try expectNaN(Decimal.nan, as: Float.self)
    let bytes: [UInt8] = try KeyedArchiver().encode([Double.nan])
    let decimals = try KeyedUnarchiver().decode([Decimal].self, from: bytes)
    #expect(decimals.allSatisfy { $0.isNaN })
  }

  // MARK: Decimals

  @Test func `a number is read as the decimal of its shortest digits`() throws {
    try check(1.5, Decimal(string: "1.5"), as: Decimal.self)
    try check(0.1, Decimal(string: "0.1"), as: Decimal.self)
    try check(-19.99, Decimal(string: "-19.99"), as: Decimal.self)
    try check(1e-7, Decimal(string: "1e-7"), as: Decimal.self)
    try check(1e22, Decimal(string: "1e22"), as: Decimal.self)
    try check(-0.0, 0, as: Decimal.self)
    try check(Float(0.1), Decimal(string: "0.1"), as: Decimal.self)
    try check(1e300, nil, as: Decimal.self)
    try check(1e-300, nil, as: Decimal.self)
    try check(Double.infinity, nil, as: Decimal.self)
    try check(Int64.min, Decimal(Int64.min), as: Decimal.self)
    try check(
      UInt128.max, Decimal(string: "340282366920938463463374607431768211455"), as: Decimal.self)
  }

  // MARK: Texts

  @Test func `UUIDs, URLs and decimals are read from texts, and as texts`() throws {
    let id = UUID()
    try check(id, id.uuidString, as: String.self)
    try check(id.uuidString, id, as: UUID.self)
    try check(id.uuidString.lowercased(), id, as: UUID.self)
    try check("no UUID at all, and longer than one of those", nil, as: UUID.self)
    try check("", nil, as: UUID.self)
    let url = try #require(URL(string: "https://example.com/a?b=c"))
    try check(url, "https://example.com/a?b=c", as: String.self)
    try check("https://example.com/a?b=c", url, as: URL.self)
    try check(
      try #require(URL(string: "b", relativeTo: url)), "https://example.com/b", as: String.self)
    try check("", nil, as: URL.self)
    try check(Decimal(string: "-12.50"), "-12.5", as: String?.self)
    try check("-12.50", Decimal(string: "-12.5"), as: Decimal?.self)
    try check("12.5 euros", nil, as: Decimal.self)
    try check("nan", nil, as: Decimal.self)
    try check("0x10", nil, as: Decimal.self)
    try check(Decimal.nan, nil, as: String.self)
  }

  @Test func `numbers are read as no texts, and texts as no numbers`() throws {
    try check(1, nil, as: String.self)
    try check(1.5, nil, as: String.self)
    try check("1", nil, as: Int.self)
    try check("1.5", nil, as: Double.self)
    try check(true, nil, as: Int.self)
    try check(1, nil, as: Bool.self)
    try check(true, nil, as: String.self)
  }

  @Test func `data are read from base64 where that is asked for`() throws {
    try check("AQID", Data([1, 2, 3]), as: Data.self, base64: true)
    try check("", Data(), as: Data.self, base64: true)
    try check("AQ ID", nil, as: Data.self, base64: true)
    try check("AQID", nil, as: Data.self)
    try check(Data([1, 2, 3]), nil, as: String.self, base64: true)
    try check("AQID", "AQID", as: String.self, base64: true)
  }

  // MARK: Dates

  @Test func `dates are numbers of seconds, and no texts`() throws {
    let date = Date(timeIntervalSinceReferenceDate: 1_000.5)
    try check(date, 1_000.5, as: Double.self)
    try check(1_000.5, date, as: Date.self)
    try check(1_000, Date(timeIntervalSinceReferenceDate: 1_000), as: Date.self)
    try check(Decimal(string: "1000.5"), date, as: Date?.self)
    try check(date, nil, as: Float.self)
    try check(date, nil, as: Int.self)
    try check("2001-01-01T00:00:00Z", nil, as: Date.self)
    try check(date, nil, as: String.self)
  }

  @Test func `an error for a date, a text or data says what to do`() throws {
    func message<Value: Decodable>(_ source: some Encodable, _ type: Value.Type) throws -> String {
      let bytes: [UInt8] = try KeyedArchiver().encode([source])
      return try #require(
        #expect(throws: ArchiveError.self) {
          try KeyedUnarchiver().decode([Value].self, from: bytes)
        }
      ).message
    }
    #expect(try message("2001-01-01", Date.self).hasSuffix("so decode a String and parse that"))
    #expect(try message(Date(), String.self).hasSuffix("so decode a Date and format that"))
    #expect(
      try message("AQID", Data.self).hasSuffix("set decodesBase64 if texts hold data as base64"))
  }

  // MARK: Costs

  @Test func `a leaf of another kind costs the visits of one of its own`() throws {
    func visitCount<Value: Codable>(_ values: [Value], _ isWrapped: Bool) throws -> Int {
      let bytes: [UInt8] = try KeyedArchiver().encode(values)
      func isEnough(_ count: Int) -> Bool {
        var unarchiver = KeyedUnarchiver()
        unarchiver.limits.maximumVisitCount = count
        return isWrapped
          ? (try? unarchiver.decode([Single<UUID>].self, from: bytes)) != nil
          : (try? unarchiver.decode([UUID].self, from: bytes)) != nil
      }
      return try #require((1...1_000).first(where: isEnough))
    }
    let ids = (0..<50).map { _ in UUID() }
    for isWrapped in [false, true] {
      #expect(
        try visitCount(ids.map(\.uuidString), isWrapped) >= visitCount(ids, isWrapped))
    }
  }

  @Test func `text that is made of something else counts as text that is built`() throws {
    let path = String(repeating: "a", count: 3_000)
    let url = try #require(URL(string: "https://example.com/" + path))
    let bytes: [UInt8] = try KeyedArchiver().encode([url])
    var limits = ArchiveLimits.untrusted
    limits.maximumMaterializedByteCount = 2_000
    for unarchiver in Self.unarchivers(base64: false) {
      var unarchiver = unarchiver
      unarchiver.limits = limits
      let error = #expect(throws: ArchiveError.self) {
        try unarchiver.decode([String].self, from: bytes)
      }
      #expect(error?.code == .limitExceeded)
    }
  }
}
