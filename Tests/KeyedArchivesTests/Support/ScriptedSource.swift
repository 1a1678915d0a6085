import TestSupport

/// Random records whose fields come and go, are null, and hold values of all kinds.
struct ScriptedSource {
  /// What stands in a field, and in how many of four records it stands.
  typealias Fields = [(key: ScriptedRecord.Key, content: Content, chance: Int)]

  enum Content: CaseIterable {
    case int, bool, text, double, optional, optionalText, ifPresent, ifPresentBool, numbers, record
    case itself, object, records, nested, unkeyed
  }

  private static let inner: Fields = [
    (.h, .int, 4), (.g, .bool, 3), (.f, .text, 2), (.e, .optional, 4),
  ]

  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func number(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  /// One to eight fields of random contents.
  mutating func fields() -> Fields {
    let contents = Content.allCases
    return ScriptedRecord.Key.all.prefix(number(in: 1...8)).map { key in
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
    case .nested: return .nested(inner(depth).calls)
    case .unkeyed:
      return .unkeyed(
        (0..<self.number(in: 0...11)).map { _ in call(isNil ? .bool : .int, depth: depth - 1) })
    }
  }
}
