import Foundation
import TestSupport
import Testing

@testable import KeyedArchives

/// Elements of several kinds in unkeyed containers.
@Suite struct UnkeyedKindTests {
  private final class Thing: Codable {
    var number: Int
    init(_ number: Int) { self.number = number }
  }

  private struct Plain: Codable {
    var first: Int
    var second: String
  }

  private struct Wrapped: Codable {
    var value: Int

    init(value: Int) { self.value = value }
    init(from decoder: any Decoder) throws {
      value = try decoder.singleValueContainer().decode(Int.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  private enum Alternative: Codable {
    case number(Int)
    case text(String)
  }

  /// Calls that no array of one kind is made of.
  private struct Calls: Codable {
    enum Call: String, CaseIterable {
      case number, text, bool, null, absent, record, list, empty, data, decimal, superclass
      case value, values, point, wrapped, thing, things, map, cases, maybe, keyed
    }
    var calls: [Call]

    init(_ calls: [Call]) { self.calls = calls }
    init(from decoder: any Decoder) throws { calls = [] }

    private enum Key: CodingKey { case a, b }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for call in calls {
        switch call {
        case .number: try container.encode(7)
        case .text: try container.encode("text")
        case .bool: try container.encode(true)
        case .null: try container.encodeNil()
        case .absent: try container.encode(nil as Int?)
        case .record:
          var record = container.nestedContainer(keyedBy: Key.self)
          try record.encode(1, forKey: .a)
        case .list:
          var list = container.nestedUnkeyedContainer()
          try list.encode(1)
        case .empty: _ = container.nestedUnkeyedContainer()
        case .data: try container.encode(Data([1, 2]))
        case .decimal: try container.encode(Decimal(3))
        case .superclass: try UnkeyedPoint(1, 2).encode(to: container.superEncoder())
        case .value: try container.encode(Plain(first: 1, second: "a"))
        case .values: try container.encode([Plain(first: 2, second: "b")])
        case .point: try container.encode(UnkeyedPoint(3, 4))
        case .wrapped: try container.encode(Wrapped(value: 3))
        case .thing: try container.encode(Thing(5))
        case .things: try container.encode([Thing(6)])
        case .map: try container.encode(["a": 1])
        case .cases: try container.encode(Alternative.text("x"))
        case .maybe: try container.encode([1, nil, 2] as [Int?])
        case .keyed: try container.encode(["a": UnkeyedPoint(1, 1)])
        }
      }
    }
  }

  @Test func `any calls give the bytes of the general way`() throws {
    var random = SeededGenerator(seed: 3)
    for call in Calls.Call.allCases {
      try expectSameBytes(Calls([call]))
      try expectSameBytes(Calls([call, call]))
      try expectSameBytes([Calls([]), Calls([call]), Calls([call, call])])
    }
    for _ in 0..<300 {
      let lists = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        Calls(
          (0..<Int.random(in: 0...4, using: &random)).map { _ in
            Calls.Call.allCases.randomElement(using: &random) ?? .number
          })
      }
      try expectSameBytes(lists)
    }
  }

  /// Elements of several kinds, in rows of any length.
  @Test func `elements with tags`() throws {
    var random = SeededGenerator(seed: 4)
    let simple: [Calls.Call] = [.number, .text, .bool, .record, .data, .decimal, .list]
    for call in simple {
      for other in simple where call != other {
        #expect(try expectSameBytes(Calls([call, other])), "\(call) \(other)")
        #expect(try expectSameBytes([Calls([call, other]), Calls([other, call])]))
        try expectSameBytes([Calls([call]), Calls([other]), Calls([call, other])])
        try expectSameBytes(Calls([.null, call, other, .null, .absent]))
      }
      for count in [1, 7, 8, 9, 20, 70] {
        let rows = [Calls([.number, .text]), Calls(Array(repeating: call, count: count))]
        try expectSameBytes(rows)
        try expectSameBytes(Array(rows.reversed()))
        for other in simple where call != other {
          try expectSameBytes(Calls(Array(repeating: call, count: count) + [other, other]))
        }
      }
    }
    for _ in 0..<400 {
      let lists = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        Calls(
          (0..<Int.random(in: 0...12, using: &random)).map { _ in
            simple.randomElement(using: &random) ?? .number
          })
      }
      try expectSameBytes(lists)
      try expectSameBytes(lists[0])
    }
  }

  /// A record with rows inside of itself, so that which row is the first at a place is known late.
  private struct Branch: Codable {
    var numbers: [Int]
    var branches: [Branch]
    var isLate: Bool

    private enum CodingKeys: CodingKey { case numbers, branches, last }

    init(_ numbers: [Int], _ branches: [Branch] = [], isLate: Bool = false) {
      (self.numbers, self.branches, self.isLate) = (numbers, branches, isLate)
    }
    init(from decoder: any Decoder) throws { (numbers, branches, isLate) = ([], [], false) }

    func encode(to encoder: any Encoder) throws {
      var record = encoder.container(keyedBy: CodingKeys.self)
      if !isLate { try encodeNumbers(&record) }
      var list = record.nestedUnkeyedContainer(forKey: .branches)
      for branch in branches { try list.encode(branch) }
      if isLate { try encodeNumbers(&record) }
    }

    private func encodeNumbers(_ record: inout KeyedEncodingContainer<CodingKeys>) throws {
      var list = record.nestedUnkeyedContainer(forKey: .numbers)
      for number in numbers {
        if number < 0 { try list.encode("\(number)") } else { try list.encode(number) }
      }
    }
  }

  @Test func `rows of records inside of others of their type`() throws {
    let tips = [[], [1], [-1], [1, -1], [-1, 1], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]]
    for isLate in [false, true] {
      for outer in tips {
        for inner in tips {
          try expectSameBytes(Branch(outer, [Branch(inner)], isLate: isLate))
          for last in tips {
            let branches = [Branch(inner, isLate: isLate), Branch(last, isLate: isLate)]
            try expectSameBytes(Branch(outer, branches, isLate: isLate))
            try expectSameBytes([
              Branch(outer, [Branch(inner, [Branch(last)])], isLate: isLate), Branch([3]),
            ])
          }
        }
      }
    }
  }

  /// One encoder, and values of one type whose elements are of other kinds from call to call.
  @Test func `what a place was in an earlier call is forgotten`() throws {
    var random = SeededGenerator(seed: 5)
    let encoder = DirectEncoder()
    defer { encoder.dispose() }
    let archiver = KeyedArchiver()
    for _ in 0..<600 {
      let calls = Calls(
        (0..<Int.random(in: 0...3, using: &random)).map { _ in
          Calls.Call.allCases.randomElement(using: &random) ?? .number
        })
      for value in [[calls], [calls, calls]] {
        let direct = try archiver.encode(value, with: encoder, { unsafe Array($0) }, { $0.array })
        encoder.end()
        let general = try archiver.encodeThroughTape(value)
        #expect(direct == nil || direct == general, "\(calls.calls)")
      }
    }
  }
}
