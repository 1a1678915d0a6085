import Foundation
import KeyedArchives
import Testing

@Suite struct ValueRoundTripTests {
  private func check<Value: Codable & Equatable>(_ values: [Value]) throws {
    for layout in Layout.all {
      #expect(try roundTrip(values, layout) == values, "\(layout)")
      #expect(try roundTrip(values, layout, usesCells: true) == values, "\(layout), cells")
      for value in values {
        #expect(try roundTrip(value, layout) == value, "\(layout)")
        #expect(try roundTrip(["key": value], layout) == ["key": value], "\(layout)")
      }
      let optionals = values.map { Optional($0) } + [nil]
      #expect(try roundTrip(optionals, layout) == optionals, "\(layout)")
    }
  }

  private func extremes<Value: FixedWidthInteger & Codable>(_: Value.Type) -> [Value] {
    var values: [Value] = [.min, .max, 0, 1, 63, 64, 127]
    for shift in stride(from: 7, to: Value.bitWidth - 1, by: 7) {
      values += [(1 as Value) << shift, ((1 as Value) << shift) &- 1, 0 &- ((1 as Value) << shift)]
    }
    return values
  }

  @Test func `integers of every width keep their value`() throws {
    try check(extremes(Int.self))
    try check(extremes(Int8.self))
    try check(extremes(Int16.self))
    try check(extremes(Int32.self))
    try check(extremes(Int64.self))
    try check(extremes(Int128.self))
    try check(extremes(UInt.self))
    try check(extremes(UInt8.self))
    try check(extremes(UInt16.self))
    try check(extremes(UInt32.self))
    try check(extremes(UInt64.self))
    try check(extremes(UInt128.self))
  }

  @Test func `integers of 128 bits go through every container`() throws {
    struct Wide: Codable, Equatable {
      var signed = Int128.min
      var unsigned = UInt128.max
      var optional: Int128? = 5
      var missing: UInt128?
      var single = Single(value: -1)
    }
    struct Single: Codable, Equatable {
      var value: Int128
      init(value: Int128) { self.value = value }
      init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(Int128.self)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
      }
    }
    try check([Wide(), Wide(optional: nil, missing: 7)])
  }

  @Test func `floats keep every bit, also of NaN and of negative zero`() throws {
    let doubles: [UInt64] = [
      0, 1 << 63, 0x7FF0 << 48, 0xFFF0 << 48, 0x7FF8_0000_0000_0001, 0xFFF8_DEAD_BEEF_0001, 1,
      0x3FF0_0000_0000_0001, (0.1).bitPattern,
    ]
    for layout in Layout.all {
      let values = doubles.map { Double(bitPattern: $0) }
      #expect(try roundTrip(values, layout).map(\.bitPattern) == doubles)
      for value in values {
        #expect(try roundTrip([value as Double?, nil], layout)[0]?.bitPattern == value.bitPattern)
        #expect(try roundTrip(value, layout).bitPattern == value.bitPattern)
      }
    }
    let floats: [UInt32] = [0, 1 << 31, 0x7F80_0000, 0x7FC0_0001, 0xFFC0_BEEF, 1, 0x3DCC_CCCD]
    let values = floats.map { Float(bitPattern: $0) }
    #expect(try roundTrip(values).map(\.bitPattern) == floats)
  }

  @Test func `bools, strings, data, UUIDs and dates keep their value`() throws {
    try check([true, false, true])
    try check(["", "a", "é", "e\u{301}", "\u{0}", "👩‍👩‍👧", String(repeating: "x", count: 70_000)])
    try check([Data(), Data([0]), Data(repeating: 7, count: 70_000)])
    try check([UUID(), UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))])
    try check([
      Date(timeIntervalSinceReferenceDate: 0), .distantPast, .distantFuture,
      Date(timeIntervalSinceReferenceDate: 0.1 + 0.2),
    ])
  }

  @Test func `strings are not normalised`() throws {
    let composed = try roundTrip(["\u{E9}", "e\u{301}"])
    #expect(composed.map { Array($0.utf8) } == [[0xC3, 0xA9], [0x65, 0xCC, 0x81]])
    let dictionary = ["\u{E9}": 1, "z": 2]
    #expect(try roundTrip(dictionary) == dictionary)
  }

  @Test func `a URL keeps its base`() throws {
    let base = try #require(URL(string: "http://example.com/a/"))
    let urls = [
      base, try #require(URL(string: "b/c?d=1#e", relativeTo: base)),
      try #require(URL(string: "mailto:ada@example.com")),
    ]
    for layout in Layout.all {
      let back = try roundTrip(urls, layout)
      #expect(back.map(\.relativeString) == urls.map(\.relativeString))
      #expect(back.map(\.baseURL) == urls.map(\.baseURL))
      #expect(back.map(\.absoluteString) == urls.map(\.absoluteString))
    }
  }

  @Test func `decimals keep their exponent`() throws {
    let texts = [
      "0", "1", "-1", "1.50", "-0.001", "123456789012345678901234567890.12345678",
      "340282366920938463463374607431768211455e-128", "1e127", "NaN",
    ]
    let values = texts.map { Decimal(string: $0) ?? .nan }
    for layout in Layout.all {
      let back = try roundTrip(values, layout)
      for (value, returned) in zip(values, back) {
        #expect(returned.isNaN == value.isNaN)
        if !value.isNaN {
          #expect(returned == value)
          #expect(returned.exponent == value.exponent)
        }
      }
    }
  }

  @Test func `decimals with large exponents keep their value`() throws {
    for mantissa in ["1", "10", "300", "99999999999999999999999999999999999999", "-7"] {
      for exponent in stride(from: -128, through: 127, by: 5) {
        guard let value = Decimal(string: "\(mantissa)e\(exponent)"), !value.isNaN else { continue }
        let back = try roundTrip([value])[0]
        #expect(back == value, "\(mantissa)e\(exponent)")
      }
    }
  }

  @Test func `collections within collections keep their value`() throws {
    try check([[1, 2], [], [3]])
    try check([[[1.5]], [], [[], [2.5, -0.5]]])
    try check([["a": [1]], [:], ["b": [], "c": [2, 3]]])
    try check([[1: "x", -2: "y"], [:]])
    try check([["1": 1, "-2": 2], ["01": 3, "x": 4, "-0": 5]])
    try check([Set([1, 2, 3]), []])
    try check([Set(["a", "b"])])
    try check([[1.5: true, 2.5: false], [:]])
    try check([[UUID(): [1 as Int?, nil]]])
    try check([[nil, [1, nil]], [[2]]] as [[[Int?]?]])
    try check([[[nil]]] as [[[Bool?]]])
    try check([[true, nil, false], [nil, nil], []] as [[Bool?]])
    try check([1...3, 5...9])
  }

  @Test func `arrays whose elements differ in kind keep them all`() throws {
    let mixed: [Mixed] = [.int(1), .none, .text("x"), .real(2.5), .list([.int(7), .list([])])]
    try check([mixed, mixed + mixed, [.int(1)], []])
    let long = (0..<500).map { $0 % 7 == 3 ? Mixed.text("\($0)") : .int($0) }
    try check([long])
  }

  @Test func `enums with payloads keep their case`() throws {
    try check([
      Shape.circle(radius: 1.5), .rectangle(width: 1, height: 2), .none, .named("x"), .named(""),
      .nested(.named("y")),
    ])
  }

  @Test func `a record that is nested in itself keeps its leaves`() throws {
    let tree = Tree(
      value: 1,
      children: [Tree(value: 2, children: []), Tree(value: 3, children: [Tree(value: 4)])])
    try check([tree])
  }

  @Test func `a generic value keeps its value`() throws {
    try check([Pair(first: 1, second: "a"), Pair(first: 2, second: "b")])
    try check([Pair(first: Pair(first: 1.5, second: [true]), second: [Int?.none])])
  }
}

/// A value of any of several kinds, encoded through a single-value container.
enum Mixed: Codable, Equatable {
  case int(Int)
  case real(Double)
  case text(String)
  case list([Mixed])
  case none

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .none
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([Mixed].self) {
      self = .list(value)
    } else if let value = try? container.decode(Int.self) {
      self = .int(value)
    } else {
      self = .real(try container.decode(Double.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .int(let value): try container.encode(value)
    case .real(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .list(let value): try container.encode(value)
    case .none: try container.encodeNil()
    }
  }
}

indirect enum Shape: Codable, Equatable {
  case circle(radius: Double)
  case rectangle(width: Int, height: Int)
  case named(String)
  case nested(Shape)
  case none
}

struct Tree: Codable, Equatable {
  var value: Int
  var children: [Tree] = []
}

struct Pair<First: Codable & Equatable, Second: Codable & Equatable>: Codable, Equatable {
  var first: First
  var second: Second
}
