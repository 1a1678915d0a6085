import Foundation
import TestSupport
import Testing

@testable import KeyedArchives

/// Values that are one of several kinds, as those that hold any JSON are, in collections of them.
@Suite struct MixedValueTests {
  @Test(arguments: Layout.all)
  func `any JSON`(_ layout: Layout) throws {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<60 {
      let value = JSON.random(&random, depth: 4)
      try expectSameBytes(value, layout)
      try expectSameBytes([value, .int(1), value], layout)
      try expectSameBytes(["a": value, "b": .string("x"), "c": value], layout)
      if case .double = value { continue }
      #expect(try roundTrip([value], layout) == [value])
    }
  }

  @Test func `collections of several kinds are encoded directly`() throws {
    let row: [JSON] = [.int(1), .string("a"), .bool(true), .double(0.5), .array([.int(1)])]
    #expect(try expectSameBytes(row))
    #expect(try expectSameBytes(row.reversed() as [JSON]))
    #expect(try expectSameBytes(["a": JSON.int(1), "b": .string("a")]))
    #expect(try expectSameBytes(Set([JSON.int(1), .string("a")])))
    #expect(try expectSameBytes([JSON.null, .int(1), .null, .string("a")]))
    let object = JSON.object(["a": .null, "b": .int(1), "c": .string("x"), "d": .array(row)])
    #expect(try expectSameBytes(object))
    #expect(try expectSameBytes([object, .int(4), object]))
    #expect(try expectSameBytes(JSON.array([object, object])))
    let objects: [JSON] = [.object(["a": .int(1)]), .object(["a": .string("")])]
    #expect(try expectSameBytes(JSON.array(objects)))
    // One kind and nulls need a row of bits.
    try expectSameBytes([JSON.null, .int(1)])
    try expectSameBytes([JSON.null])
    try expectSameBytes(JSON.null)
    try expectSameBytes(["a": JSON.null])
  }

  /// The elements of a dictionary come in any order.
  @Test func `the kind that comes first does not decide the way`() throws {
    let values: [JSON] = [
      .bool(true), .int(1), .double(0.5), .string("a"), .null, .array([.int(1), .bool(true)]),
    ]
    for first in values {
      for second in values where second != first {
        let row = [first, second] + values.filter { $0 != first && $0 != second }
        #expect(try expectSameBytes(row))
        #expect(try expectSameBytes([row, row]))
        #expect(try expectSameBytes([JSON.array(row), .int(1)]))
      }
    }
  }

  /// A type that encodes itself as a Boolean, which is a bit in a row of its own kind.
  private struct Flag: Encodable, Hashable {
    let isOn: Bool

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(isOn)
    }
  }

  @Test(arguments: [1, 2, 7, 8, 9, 10, 16, 17, 40])
  func `types that are Booleans`(_ count: Int) throws {
    let flags = (0..<count).map { Flag(isOn: $0 % 3 == 0) }
    #expect(try expectSameBytes(flags))
    #expect(try expectSameBytes([flags, flags]))
    #expect(try expectSameBytes(Set(flags)))
    let pairs = flags.enumerated().map { ("key \($0)", $1) }
    #expect(try expectSameBytes(Dictionary(uniqueKeysWithValues: pairs)))
    // Null bits stand before them.
    try expectSameBytes(flags + [nil])
  }

  @Test(arguments: Layout.ofBlocks)
  func `archives of many blocks`(_ layout: Layout) throws {
    var random = SeededGenerator(seed: 22)
    let values = (0..<1_500).map { _ in JSON.random(&random, depth: 3) }
    try expectSameBytes(values, layout)
    try expectSameBytes(JSON.array(values), layout)
    try expectSameBytes(["a": JSON.array(values), "b": .int(1)], layout)
    let long = JSON.array((0..<24_000).map { .string("text \($0)") })
    try expectSameBytes([long, .int(1), long], layout)
    try expectSameBytes([.int(1), long, .array([.int(2), long, .null])], layout)
  }

  /// The same in containers of the type itself.
  private enum Boxed: Encodable {
    case leaf(JSON)
    case list([Boxed])
    case map([(String, Boxed)])

    struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .leaf(let value): try value.encode(to: encoder)
      case .list(let values):
        var container = encoder.unkeyedContainer()
        for value in values { try container.encode(value) }
      case .map(let values):
        var container = encoder.container(keyedBy: Key.self)
        for (key, value) in values { try container.encode(value, forKey: Key(stringValue: key)) }
      }
    }

    static func random(_ random: inout SeededGenerator, depth: Int) -> Boxed {
      let count = Int.random(in: 0...10, using: &random)
      switch Int.random(in: 0..<(depth > 0 ? 3 : 1), using: &random) {
      case 0: return .leaf(JSON.random(&random, depth: 0))
      case 1: return .list((0..<count).map { _ in .random(&random, depth: depth - 1) })
      default:
        return .map((0..<count).map { ("key \($0)", .random(&random, depth: depth - 1)) })
      }
    }
  }

  @Test(arguments: Layout.all)
  func `containers that a type makes itself`(_ layout: Layout) throws {
    var random = SeededGenerator(seed: 23)
    for _ in 0..<60 {
      let value = Boxed.random(&random, depth: 4)
      try expectSameBytes(value, layout)
      try expectSameBytes([value, .leaf(.int(1)), value], layout)
    }
    let values = (0..<1_000).map { _ in Boxed.random(&random, depth: 3) }
    try expectSameBytes(values, layout)
    let row: [Boxed] = [.leaf(.int(1)), .leaf(.string("a")), .map([("a", .leaf(.bool(true)))])]
    #expect(try expectSameBytes(Boxed.list(row), layout))
  }
}
