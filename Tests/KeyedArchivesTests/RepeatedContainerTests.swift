import Foundation
import TestTraits
import Testing

@testable import KeyedArchives

/// Nested containers that are asked for again under their key, as a subclass does that fills the one of its superclass.
@Suite struct RepeatedContainerTests {
  private enum Key: String, CodingKey, CaseIterable { case a, b, c }

  private struct TextKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private enum Call {
    case keyed(Key, Int)
    /// A keyed container with keys that are no enumeration's.
    case named(String, Int)
    case unkeyed(Int)
    case number(Int)
    case null
  }

  /// A record, or a map.
  private struct Script<OuterKey: CodingKey>: Encodable {
    var calls: [(Key, Call)]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: OuterKey.self)
      for (name, call) in calls {
        guard let key = OuterKey(stringValue: name.rawValue) else { continue }
        switch call {
        case .keyed(let inner, let number):
          var nested = container.nestedContainer(keyedBy: Key.self, forKey: key)
          try nested.encode(number, forKey: inner)
        case .named(let inner, let number):
          var nested = container.nestedContainer(keyedBy: TextKey.self, forKey: key)
          try nested.encode(number, forKey: TextKey(stringValue: inner))
        case .unkeyed(let number):
          var nested = container.nestedUnkeyedContainer(forKey: key)
          try nested.encode(number)
        case .number(let number): try container.encode(number, forKey: key)
        case .null: try container.encodeNil(forKey: key)
        }
      }
    }
  }

  /// Decodes what a record and a map hold, after all ways of encoding gave the same bytes.
  private func decoded<Value: Decodable & Equatable>(
    _ type: Value.Type, _ calls: [(Key, Call)], _ layout: Layout = Layout.all[0]
  ) throws -> [Value] {
    let (record, map) = (Script<Key>(calls: calls), Script<TextKey>(calls: calls))
    try expectSameBytes(record, layout)
    try expectSameBytes([record, record], layout)
    try expectSameBytes(map, layout)
    try expectSameBytes([map, map], layout)
    let archives = [try layout.bytes(record), try layout.bytes(map)]
    return try archives.map { try KeyedUnarchiver().decode(type, from: $0) }
  }

  @Test(arguments: Layout.all)
  func `the calls of both, as JSON's coders have them`(_ layout: Layout) throws {
    let keyed: [[(Key, Call)]] = [
      [(.a, .keyed(.b, 1)), (.a, .keyed(.c, 2))],
      [(.a, .keyed(.b, 1)), (.b, .keyed(.a, 3)), (.a, .keyed(.c, 2)), (.b, .keyed(.c, 4))],
      [(.a, .keyed(.b, 1)), (.a, .keyed(.b, 2))],
      [(.a, .keyed(.b, 1)), (.a, .named("c", 2)), (.a, .keyed(.a, 3))],
      [(.a, .named("b", 1)), (.a, .named("c", 2)), (.a, .named("b", 3))],
    ]
    for calls in keyed {
      let json = try JSONEncoder().encode(Script<Key>(calls: calls))
      let expected = try JSONDecoder().decode([String: [String: Int]].self, from: json)
      let found = try decoded([String: [String: Int]].self, calls, layout)
      #expect(found == [expected, expected], "\(calls)")
    }
    let unkeyed: [[(Key, Call)]] = [
      [(.a, .unkeyed(1)), (.a, .unkeyed(2))],
      [(.a, .unkeyed(1)), (.b, .unkeyed(2)), (.a, .unkeyed(3)), (.a, .unkeyed(4))],
    ]
    for calls in unkeyed {
      let json = try JSONEncoder().encode(Script<Key>(calls: calls))
      let expected = try JSONDecoder().decode([String: [Int]].self, from: json)
      #expect(try decoded([String: [Int]].self, calls, layout) == [expected, expected], "\(calls)")
    }
  }

  @Test func `what was given in between is gone, and what was given before that`() throws {
    let between: [(Key, Call)] = [
      (.a, .keyed(.b, 1)), (.a, .number(2)), (.a, .keyed(.c, 3)), (.b, .keyed(.a, 4)),
    ]
    let numbers = try decoded([String: [String: Int]].self, between)
    #expect(numbers == [["a": ["c": 3], "b": ["a": 4]], ["a": ["c": 3], "b": ["a": 4]]])
    let last: [(Key, Call)] = [(.a, .keyed(.b, 1)), (.a, .keyed(.c, 2)), (.a, .number(3))]
    #expect(try decoded([String: Int].self, last) == [["a": 3], ["a": 3]])
    let null: [(Key, Call)] = [(.a, .unkeyed(1)), (.a, .null), (.a, .unkeyed(2))]
    #expect(try decoded([String: [Int]].self, null) == [["a": [2]], ["a": [2]]])
    let otherForm: [(Key, Call)] = [(.a, .unkeyed(1)), (.a, .keyed(.b, 2)), (.a, .unkeyed(3))]
    #expect(try decoded([String: [Int]].self, otherForm) == [["a": [3]], ["a": [3]]])
  }

  private struct Late: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      var first = container.nestedContainer(keyedBy: Key.self, forKey: .a)
      try container.encode(1, forKey: .b)
      var again = container.nestedContainer(keyedBy: Key.self, forKey: .a)
      try again.encode(2, forKey: .b)
      try first.encode(3, forKey: .c)
      try again.encode(4, forKey: .a)
      try container.encode(5, forKey: .c)
    }
  }

  private struct Found: Decodable, Equatable {
    var a: [String: Int]
    var b: Int
    var c: Int
  }

  @Test(arguments: Layout.all) func `both are filled in turns`(_ layout: Layout) throws {
    try expectSameBytes(Late(), layout)
    try expectSameBytes([Late(), Late()], layout)
    let found = try KeyedUnarchiver().decode([Found].self, from: layout.bytes([Late()]))
    #expect(found == [Found(a: ["a": 4, "b": 2, "c": 3], b: 1, c: 5)])
  }
}
