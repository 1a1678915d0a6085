import Foundation
import FuzzCases
import TestSupport
import TestTraits
import Testing

@testable import KeyedArchives

/// Types that try one container after another get each value as what it was.
@Suite struct ProbedValueTests {
  typealias Probe = ProbedValue.Probe

  /// Orders in which programs try. Whole numbers come before reals in all of them: a real that is whole is one too.
  static let orders: [[Probe]] = [
    [.flag, .whole, .real, .text, .list, .table],
    [.table, .list, .text, .whole, .real, .flag],
    [.list, .table, .whole, .flag, .text, .real],
    [.text, .list, .flag, .whole, .table, .real],
  ]

  private struct Around: Codable, Equatable {
    var before: Int
    var value: ProbedValue
    var many: [ProbedValue]
    var named: [String: ProbedValue]
    var maybe: ProbedValue?
    var after: String
  }

  private func unarchiver(_ order: [Probe], usesCells: Bool) throws -> KeyedUnarchiver {
    var unarchiver = KeyedUnarchiver()
    unarchiver.userInfo[try #require(.probes)] = order
    unarchiver.usesCells = usesCells
    return unarchiver
  }

  private func check<Value: Codable & Equatable>(
    _ value: Value, in layouts: [Layout] = Layout.all
  ) throws {
    for layout in layouts {
      let bytes = try layout.bytes(value)
      for order in Self.orders {
        for usesCells in [false, true] {
          let unarchiver = try unarchiver(order, usesCells: usesCells)
          let found = try unarchiver.decode(Value.self, from: bytes)
          #expect(found == value, "\(order), \(layout), \(usesCells)")
        }
      }
    }
  }

  @Test func `an object is no list, whatever is tried first`() throws {
    let values: [ProbedValue] = [
      .table([:]), .list([]), .table(["a": .whole(1)]), .table(["1": .text("x"), "2": .null]),
      .table(["a": .table(["b": .list([.whole(1), .text("x"), .flag(true), .null, .table([:])])])]),
      .list([.table(["a": .whole(1)]), .table(["b": .flag(false), "c": .null]), .list([])]),
    ]
    for value in values {
      try check(value)
      try check(
        Around(
          before: 1, value: value, many: [value, .whole(1), value], named: ["k": value],
          maybe: value, after: ""))
    }
  }

  @Test func `values made up at random come back as they were`() throws {
    var generator = SeededGenerator(seed: 41)
    for _ in 0..<Rounds.of(40) {
      func value() -> ProbedValue { ProbedValue.random(&generator) }
      try check(value(), in: [Layout.all[0]])
      try check(
        Around(
          before: 7, value: .list([value(), value()]), many: (0..<3).map { _ in value() },
          named: ["a": value(), "b": value()], maybe: nil, after: "end"),
        in: [Layout.all[0]])
    }
  }

  @Test
  func
    `dictionaries are read from maps whatever their keys are, lists from those without keys of text`()
    throws
  {
    struct Name: Codable, Hashable {
      var text: String
      init(_ text: String) { self.text = text }
      init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
      }
    }
    let names = [Name("a"): 1, Name("b"): 2]
    #expect(try roundTrip(names) == names)
    let numbers: [Int64: Int] = [1: 1, -5: 2]
    #expect(try roundTrip(numbers) == numbers)
    let empty: [UUID: Int] = [:]
    #expect(try roundTrip(empty) == empty)
    let small: [UInt8: UInt8] = [7: 9]
    let bytes: [UInt8] = try KeyedArchiver().encode(small)
    #expect(try KeyedUnarchiver().decode([UInt8].self, from: bytes) == [7, 9])
    for keyed: [UInt8] in [
      try KeyedArchiver().encode(["1": 1]), try KeyedArchiver().encode(["a": 1]),
      try KeyedArchiver().encode([3: 1]),
    ] {
      for usesCells in [false, true] {
        var unarchiver = KeyedUnarchiver()
        unarchiver.usesCells = usesCells
        let error = #expect(throws: ArchiveError.self) {
          try unarchiver.decode([Int].self, from: keyed)
        }
        #expect(error?.code == .typeMismatch)
      }
    }
  }
}
