import ArchiveInspection
import Testing

@testable import KeyedArchives

/// Fields whose types write values of several kinds, or Booleans.
@Suite struct WatchedFieldTests {
  private struct Flag: RawRepresentable, Codable { var rawValue: Bool }

  private struct Flags: Encodable {
    var number: Int
    var flag: Flag
    var text = "text"
    var other: Flag?
  }

  private struct Event: Encodable {
    var number: Int
    var payload: JSON
    var flag = Flag(rawValue: true)
  }

  private struct Maybe: Encodable {
    var payload: JSON?
    var number: Int
  }

  private final class Reading: Encodable {
    var value: JSON
    var flag: Flag
    init(_ value: JSON, _ flag: Bool) { (self.value, self.flag) = (value, Flag(rawValue: flag)) }
  }

  private struct Tree: Encodable {
    var value: JSON
    var flag: Flag
    var children: [Tree]
  }

  /// A record whose only field a generic function gives it.
  private struct Generic<Value: Encodable>: Encodable {
    enum CodingKeys: CodingKey { case value, number }
    var value: Value

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(value, forKey: .value)
      try container.encode(1, forKey: .number)
    }
  }

  private static let payloads: [JSON] = [
    .int(1), .string("text"), .null, .bool(true), .double(1.5), .object(["a": .int(1)]),
    .array([.int(1)]), .array([]), .object(["a": .string("b")]),
  ]

  private func events(_ payloads: [JSON]) -> [Event] {
    payloads.enumerated().map { Event(number: $0, payload: $1) }
  }

  @Test(arguments: Layout.all)
  func `Booleans that types write`(_ layout: Layout) throws {
    let flags = (0..<40).map {
      Flags(
        number: $0, flag: Flag(rawValue: $0 % 3 == 0),
        other: $0 % 4 == 0 ? nil : Flag(rawValue: $0 % 2 == 0))
    }
    #expect(try expectSameBytes(flags[0], layout))
    #expect(try expectSameBytes(flags, layout))
    #expect(try expectSameBytes(["a": flags, "b": []], layout))
    #expect(try expectSameBytes(flags.map { [$0.number: $0] }, layout))
    #expect(try expectSameBytes(Generic(value: true), layout))
    #expect(try expectSameBytes([Generic(value: true), Generic(value: false)], layout))
    #expect(try expectSameBytes(Generic(value: [true, false]), layout))
    #expect(try expectSameBytes((0..<9).map { Reading(.int($0), $0 % 2 == 0) }, layout))
  }

  @Test func `three values of one field`() throws {
    for first in Self.payloads {
      for second in Self.payloads {
        for third in Self.payloads { try expectSameBytes(events([first, second, third, first])) }
      }
    }
  }

  @Test(arguments: Layout.all)
  func `values of several kinds are encoded directly`(_ layout: Layout) throws {
    let payloads = (0..<60).map { Self.payloads[$0 % 7] }
    #expect(try expectSameBytes(events(payloads), layout))
    #expect(try expectSameBytes(payloads.map { Reading($0, true) }, layout))
    #expect(try expectSameBytes([events(payloads), events([.null])], layout))
    #expect(try expectSameBytes([events([.null]), events(payloads)], layout))
    let leaves = payloads.map { payload -> JSON in
      switch payload {
      case .array, .object: .int(7)
      default: payload
      }
    }
    #expect(
      try expectSameBytes(
        leaves.enumerated().map {
          Maybe(payload: $0 % 3 == 0 || $1 == .null ? nil : $1, number: $0)
        },
        layout))
  }

  @Test(arguments: [JSON.string("text"), .int(3), .array([.int(1)]), .bool(false), .null])
  func `few values of another kind than most`(_ other: JSON) throws {
    for isArray in [true, false] {
      for place in [1, 2, 9, 30] {
        let payloads = (0..<40).map { index -> JSON in
          if index >= place, index % 7 == 0 || index == place { return other }
          let value = Self.payloads[index % 5]
          return isArray ? .array([value]) : .object(["a": value])
        }
        if case .array = other, isArray { continue }
        #expect(try expectSameBytes(events(payloads)), "\(place)")
      }
    }
  }

  @Test func `records inside of their own type`() throws {
    func tree(_ depth: Int, _ number: Int) -> Tree {
      Tree(
        value: Self.payloads[number % 7], flag: Flag(rawValue: number % 2 == 0),
        children: depth == 0 ? [] : (0..<3).map { tree(depth - 1, number * 3 + $0) })
    }
    for number in 0..<9 { try expectSameBytes(tree(3, number)) }
  }

  /// A value that is the field of a record, and holds such a record.
  private indirect enum Nested: Encodable {
    case number(Int)
    case text(String)
    case record(Holder)

    struct Holder: Encodable {
      var value: Nested
      var number = 1
    }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .number(let value): try value.encode(to: encoder)
      case .text(let value): try value.encode(to: encoder)
      case .record(let value): try value.encode(to: encoder)
      }
    }
  }

  @Test func `a value that holds a record with such a field`() throws {
    let values: [Nested] = [
      .number(1), .text("a"), .record(.init(value: .number(1))), .record(.init(value: .text("b"))),
      .record(.init(value: .record(.init(value: .number(1))))),
    ]
    for first in values {
      for second in values {
        for third in values {
          try expectSameBytes([first, second, third].map { Nested.Holder(value: $0) })
        }
      }
    }
  }

  @Test(arguments: Layout.ofBlocks)
  func `blocks begin in values with tags`(_ layout: Layout) throws {
    func check(_ payloads: [JSON], isDirect: Bool = true) throws {
      let isEncodedDirectly = try expectSameBytes(events(payloads), layout)
      #expect(isEncodedDirectly || !isDirect)
      let archive: [UInt8] = try layout.archiver.encode(events(payloads))
      #expect(ArchiveVerification(of: archive, limits: .trusted).findings == [])
    }
    let long = JSON.array((0..<40_000).map { .int($0 * 1_000) })
    try check([.int(1), .string("a"), long, .int(2), long, .array([.string("b")])])
    let rows = (0..<4_000).map { number -> JSON in
      number % 3 == 0 ? .string("text") : .array((0..<60).map { .int($0 * 1_000 + number) })
    }
    try check(rows + [.array([.string("b")])])
    let objects = (0..<4_000).map { number -> JSON in
      number % 3 == 0
        ? .int(number)
        : .object(["list": .array((0..<60).map { .int($0 * 1_000) }), "text": .string("text")])
    }
    try check(objects + [.object(["list": .int(1)])], isDirect: false)
  }

  /// Encodes values in turn with one encoder.
  ///
  /// - Returns: The number of those that it wrote itself.
  private func expectSameBytesInTurn(
    _ values: [some Encodable], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Int {
    let encoder = DirectEncoder()
    defer { encoder.dispose() }
    let archiver = KeyedArchiver()
    var count = 0
    for (index, value) in values.enumerated() {
      let expected = try expectedBytes(value, archiver)
      let direct = try archiver.encode(value, with: encoder, { unsafe Array($0) }, { $0.array })
      encoder.end()
      guard let direct else { continue }
      count += 1
      let isSame = expected == nil || direct == expected
      #expect(isSame, "\(index)", sourceLocation: sourceLocation)
    }
    return count
  }

  @Test func `the first value of a call is of another kind than in the last`() throws {
    for first in Self.payloads {
      let values = Self.payloads.flatMap { [events([first, $0]), events([$0, first])] }
      #expect(try expectSameBytesInTurn(values + values) > values.count)
    }
  }

  @Test func `a container under the key of a Boolean`() throws {
    typealias Call = ScriptedRecord.Call
    let containers: [Call] = [
      .unkeyed([.int(1)]), .unkeyed([]), .nested([(.a, .int(1))]), .nested([]), .text("text"),
    ]
    var count = 0
    for flag in [Call.flag(true), .generic(true)] {
      for container in containers {
        let lists: [[(ScriptedRecord.Key, Call)]] = [
          [(.a, container)], [(.a, container), (.b, .int(1))],
        ]
        for calls in lists {
          let values: [ScriptedRecord] = [
            ScriptedRecord([(.a, flag), (.b, .int(1))]), ScriptedRecord(calls),
            ScriptedRecord([(.c, .int(1)), (.a, flag)]), ScriptedRecord([(.c, .int(1))] + calls),
          ]
          count += try expectSameBytesInTurn(values + values)
          count += try expectSameBytesInTurn([values, values.reversed()])
        }
      }
    }
    // All: 200.
    #expect(count > 80)
  }

  /// A number, a text, or an optional that is nil.
  private enum Choice: Encodable {
    case number(Int)
    case text(String)
    case none

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let value): try container.encode(value)
      case .text(let value): try container.encode(value)
      case .none: try container.encode(nil as Int?)
      }
    }
  }

  private struct Chosen: Encodable {
    enum CodingKeys: CodingKey { case a, b, choice }
    var choice: Choice
    var other: Int?

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(1, forKey: .a)
      if let other { try container.encode(other, forKey: .b) }
      try container.encode(choice, forKey: .choice)
    }
  }

  @Test func `null that an optional inside of a value writes`() throws {
    let choices = [Choice.number(1), .text("text"), .none]
    var count = 0
    for first in choices {
      for second in choices {
        for third in choices {
          for other in [nil, 2] {
            let values = [
              Chosen(choice: first), Chosen(choice: second, other: other), Chosen(choice: third),
              Chosen(choice: first, other: 3),
            ]
            try expectSameBytes(values)
            count += try expectSameBytesInTurn([
              values, values, Array(values.dropFirst()), values,
            ])
          }
        }
      }
    }
    // All: 216.
    #expect(count > 80)
  }

  @Test func `a value that is no Boolean, in a record inside of its own type`() throws {
    func inner(_ call: ScriptedRecord.Call) -> ScriptedRecord {
      ScriptedRecord([(.b, .itself(ScriptedRecord([(.a, call)])))])
    }
    let values = [inner(.json(.bool(true))), inner(.json(.int(1))), inner(.json(.string("text")))]
    #expect(try expectSameBytesInTurn(values + values + values.reversed()) > 0)
  }

  private struct Lists: Encodable {
    enum CodingKeys: CodingKey { case list, number }
    var list: [Int]?
    var number: Int?

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encodeIfPresent(list, forKey: .list)
      if let number { try container.encode(number, forKey: .number) }
    }
  }

  @Test func `a list is absent in the first record of a shape, and empty in another shape`() throws
  {
    let values = [Lists(list: [], number: 1), Lists(), Lists(list: [1])]
    for order in [[0, 1, 2], [1, 0, 2], [0, 1, 0, 1, 2], [2, 1, 0], [0, 1, 1, 2, 0]] {
      try expectSameBytes(order.map { values[$0] })
    }
    #expect(try expectSameBytes(values))
  }
}
