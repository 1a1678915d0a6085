internal import Foundation
package import TestSupport

/// Puts types together.
package struct Composer {
  package var random: SeededGenerator

  package init(random: SeededGenerator) { self.random = random }

  private static let leaves: [any Composed.Type] = [
    Int.self, Int8.self, UInt64.self, Bool.self, String.self, Double.self, Float.self, Data.self,
    Date.self, UUID.self, URL.self, Decimal.self, Range<Int>.self, ClosedRange<Double>.self,
    ComposedSuit.self, ComposedMaybe.self, ComposedProblem.self,
  ]

  /// A type that nests at most so deep.
  package mutating func type(depth: Int) -> any Composed.Type {
    guard depth > 0 else { return Self.leaves[random.below(Self.leaves.count)] }
    let first = type(depth: random.below(depth))
    let second = type(depth: random.below(depth))
    return switch random.below(13) {
    case 0, 1: array(first)
    case 2: set(first)
    case 3, 4: map(first, second)
    case 5, 6, 7: optional(first)
    case 8: pair(first, second)
    case 9: choice(first, second)
    case 10: random.below(2) == 0 ? box(first) : holder(first)
    case 11: hiding(first)
    default: result(first)
    }
  }

  private func array<Element: Composed>(_: Element.Type) -> any Composed.Type { [Element].self }
  private func set<Element: Composed>(_: Element.Type) -> any Composed.Type { Set<Element>.self }
  private func optional<Value: Composed>(_: Value.Type) -> any Composed.Type { Value?.self }
  private func box<Value: Composed>(_: Value.Type) -> any Composed.Type { ComposedBox<Value>.self }
  private func holder<Value: Composed>(_: Value.Type) -> any Composed.Type {
    ComposedHolder<Value>.self
  }
  private func hiding<Value: Composed>(_: Value.Type) -> any Composed.Type {
    ComposedHiding<Value>.self
  }
  private func result<Value: Composed>(_: Value.Type) -> any Composed.Type {
    Result<Value, ComposedProblem>.self
  }
  private func map<Key: Composed, Value: Composed>(
    _: Key.Type, _: Value.Type
  ) -> any Composed.Type { [Key: Value].self }
  private func pair<First: Composed, Second: Composed>(
    _: First.Type, _: Second.Type
  ) -> any Composed.Type { ComposedPair<First, Second>.self }
  private func choice<First: Composed, Second: Composed>(
    _: First.Type, _: Second.Type
  ) -> any Composed.Type { ComposedChoice<First, Second>.self }
}
