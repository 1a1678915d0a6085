import TestSupport

/// Random records whose fields come and go, are null, and hold values of all kinds.
struct ScriptedSource {
  /// Fields: the content of each, and the number of records of four in which it stands.
  typealias Fields = [(key: ScriptedRecord.Key, content: Content, chance: Int)]

  enum Content: CaseIterable {
    case int, bool, text, double, optional, optionalText, ifPresent, ifPresentBool, numbers, record
    case itself, object, records, nested, unkeyed
    case any, json, optionalJSON, jsonIfPresent, flag, optionalFlag, flagIfPresent, generic

    /// Contents of which values are looked at when they are written, and some others.
    static let watched: [Content] = [
      .any, .json, .optionalJSON, .jsonIfPresent, .flag, .optionalFlag, .flagIfPresent, .generic,
      .int, .bool, .text, .ifPresent, .numbers, .record,
    ]
  }

  private static let inner: Fields = [
    (.h, .int, 4), (.g, .bool, 3), (.f, .text, 2), (.e, .optional, 4),
  ]

  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func number(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  /// One to eight fields of random contents.
  mutating func fields(of contents: [Content] = Content.allCases) -> Fields {
    ScriptedRecord.Key.all.prefix(number(in: 1...8)).map { key in
      (key, contents[number(in: 0...contents.count - 1)], number(in: 2...5))
    }
  }

  mutating func records(_ fields: Fields, count: Int, depth: Int = 2) -> [ScriptedRecord] {
    (0..<count).map { _ in record(fields, depth: depth) }
  }

  private mutating func record(_ fields: Fields, depth: Int) -> ScriptedRecord {
    ScriptedRecord(
      fields.compactMap { key, content, chance in
        number(in: 0...3) < chance ? (key, call(content, depth: depth)) : nil
      })
  }

  private mutating func inner(_ depth: Int) -> ScriptedRecord {
    record(Self.inner, depth: depth - 1)
  }

  /// Mostly leaves, and some containers of them.
  private mutating func json() -> JSON { JSON.random(&random, depth: number(in: 0...7) / 6) }

  private mutating func any(_ depth: Int) -> AnyScripted {
    switch number(in: 0...9) {
    case 0: .record(inner(depth))
    case 1: .part(inner(depth))
    case 2: .dog(number(in: 0...9))
    case 3: .cat(1, "Mia")
    case 4: .choice(number(in: 0...1) == 0 ? .none : .number(2))
    case 5, 6: .int(number(in: 0...200))
    case 7: .text("text")
    case 8: number(in: 0...3) == 0 ? .null : .empty
    default: number(in: 0...1) == 0 ? .map(["a": 1]) : .list([.int(1), .text("b")])
    }
  }

  private mutating func call(_ content: Content, depth: Int) -> ScriptedRecord.Call {
    let isNil = number(in: 0...3) == 0
    let number = number(in: -100...100)
    switch content {
    case .int: return isNil && number > 50 ? .null : .int(number)
    case .bool: return .bool(number > 0)
    case .text: return .text(String(repeating: "t", count: abs(number)))
    case .double: return .double(Double(number) / 8)
    case .optional: return .optional(isNil ? nil : number)
    case .optionalText: return .optionalText(isNil ? nil : "text \(number)")
    case .ifPresent: return .ifPresent(isNil ? nil : number)
    case .ifPresentBool: return .ifPresentBool(isNil ? nil : number > 0)
    case .numbers: return .numbers(isNil ? [] : [number, 2])
    case .record: return .record(inner(depth))
    case .itself: return depth > 0 && number > 0 ? .itself(inner(depth)) : .record(inner(depth))
    case .object: return .object(ScriptedObject(inner(depth)))
    case .records:
      return .records(records(Self.inner, count: self.number(in: 0...11), depth: depth - 1))
    case .any: return .any(any(depth))
    case .json: return .json(json())
    case .optionalJSON: return .optionalJSON(isNil ? nil : json())
    case .jsonIfPresent: return .jsonIfPresent(isNil ? nil : json())
    case .flag: return .flag(number > 0)
    case .optionalFlag: return .optionalFlag(isNil ? nil : number > 0)
    case .flagIfPresent: return .flagIfPresent(isNil ? nil : number > 0)
    case .generic: return .generic(number > 0)
    case .nested: return .nested(inner(depth).calls)
    case .unkeyed:
      return .unkeyed(
        (0..<self.number(in: 0...11)).map { _ in call(isNil ? .bool : .int, depth: depth - 1) })
    }
  }
}
