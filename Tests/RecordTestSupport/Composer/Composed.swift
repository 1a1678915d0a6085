internal import Foundation
package import TestSupport

/// A type that is put together at run time, of which values can be made.
package protocol Composed: Codable, Hashable {
  static func make(_ random: inout SeededGenerator) -> Self
  /// What of the value is archived.
  var form: ComposedForm { get }
}

/// What of a value is archived: nils are one, members of a set that are alike too, and of keys that are alike the last value counts.
package indirect enum ComposedForm: Hashable {
  case null
  case leaf(String)
  case list([ComposedForm])
  case members(Set<ComposedForm>)
  case entries([ComposedForm: ComposedForm])
}

extension SeededGenerator {
  /// A number from 0 on, below a limit.
  package mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
}

// MARK: Containers

extension Array: Composed where Element: Composed {
  package static func make(_ random: inout SeededGenerator) -> [Element] {
    (0..<random.below(5)).map { _ in Element.make(&random) }
  }
  package var form: ComposedForm { .list(map(\.form)) }
}

extension Set: Composed where Element: Composed {
  package static func make(_ random: inout SeededGenerator) -> Set<Element> {
    Set((0..<random.below(5)).map { _ in Element.make(&random) })
  }
  package var form: ComposedForm { .members(Set<ComposedForm>(map(\.form))) }
}

extension Dictionary: Composed where Key: Composed, Value: Composed {
  package static func make(_ random: inout SeededGenerator) -> [Key: Value] {
    var entries: [Key: Value] = [:]
    for _ in 0..<random.below(5) { entries[Key.make(&random)] = Value.make(&random) }
    return entries
  }
  package var form: ComposedForm {
    var entries: [ComposedForm: ComposedForm] = [:]
    for (key, value) in self { entries[key.form] = value.form }
    return .entries(entries)
  }
}

extension Optional: Composed where Wrapped: Composed {
  package static func make(_ random: inout SeededGenerator) -> Wrapped? {
    random.below(3) == 0 ? nil : Wrapped.make(&random)
  }
  package var form: ComposedForm { self?.form ?? .null }
}

// MARK: Types with parameters

package struct ComposedPair<First: Composed, Second: Composed>: Composed {
  var first: First
  var second: Second?
  var rest: [First]

  package static func make(_ random: inout SeededGenerator) -> Self {
    Self(first: .make(&random), second: .make(&random), rest: .make(&random))
  }
  package var form: ComposedForm { .list([first.form, second.form, rest.form]) }
}

package enum ComposedChoice<First: Composed, Second: Composed>: Composed {
  case first(First)
  case both(First, second: Second)
  case perhaps(Second?)
  case none

  package static func make(_ random: inout SeededGenerator) -> Self {
    switch random.below(4) {
    case 0: .first(.make(&random))
    case 1: .both(.make(&random), second: .make(&random))
    case 2: .perhaps(.make(&random))
    default: .none
    }
  }
  package var form: ComposedForm {
    switch self {
    case .first(let first): .list([.leaf("first"), first.form])
    case .both(let first, let second): .list([.leaf("both"), first.form, second.form])
    case .perhaps(let second): .list([.leaf("perhaps"), second.form])
    case .none: .leaf("none")
    }
  }
}

package final class ComposedBox<Value: Composed>: Composed {
  let value: Value

  package init(_ value: Value) { self.value = value }
  package static func make(_ random: inout SeededGenerator) -> ComposedBox {
    ComposedBox(.make(&random))
  }
  package static func == (left: ComposedBox, right: ComposedBox) -> Bool {
    left.value == right.value
  }
  package func hash(into hasher: inout Hasher) { hasher.combine(value) }
  package var form: ComposedForm { .list([value.form]) }
}

/// A value in the place of what holds it.
@propertyWrapper package struct ComposedHeld<Value: Composed>: Composed {
  package var wrappedValue: Value

  package init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  package init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode(Value.self)
  }
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
  package static func make(_ random: inout SeededGenerator) -> Self {
    Self(wrappedValue: .make(&random))
  }
  package var form: ComposedForm { wrappedValue.form }
}

package struct ComposedHolder<Value: Composed>: Composed {
  @ComposedHeld var value: Value
  @ComposedHeld var list: [Value]

  package static func make(_ random: inout SeededGenerator) -> Self {
    Self(value: .make(&random), list: .make(&random))
  }
  package var form: ComposedForm { .list([value.form, list.form]) }
}

/// What two values may differ in is not archived.
package struct ComposedHiding<Value: Composed>: Composed {
  var value: Value
  var isHidden = false

  private enum CodingKeys: CodingKey { case value }
  package static func make(_ random: inout SeededGenerator) -> Self {
    Self(value: .make(&random), isHidden: random.below(2) == 0)
  }
  package var form: ComposedForm { .list([value.form]) }
}
