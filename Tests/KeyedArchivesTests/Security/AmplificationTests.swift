import ArchiveFormat
import Foundation
import Testing

@testable import KeyedArchives

/// “Billion laughs”: objects that refer twice to the next one, asked for as values, which are decoded at each
/// reference anew.
@Suite struct AmplificationTests {
  /// What stands in the body of an object.
  enum Form: CaseIterable {
    case array, set, dictionary, keys, enumeration, record
  }

  /// An object whose body mentions the next one twice.
  final class Laugh: Codable, Hashable {
    let next: Laugh?
    let form: Form
    let number: Int

    init(_ next: Laugh?, _ form: Form, _ number: Int) {
      self.next = next
      self.form = form
      self.number = number
    }

    init(from decoder: any Decoder) throws { throw CancellationError() }

    func encode(to encoder: any Encoder) throws {
      var single = encoder.singleValueContainer()
      guard let next else {
        switch form {
        case .dictionary: return try single.encode([String: Int]())
        case .enumeration: return try single.encode(Fork.none)
        default: return try single.encode([Int]())
        }
      }
      switch form {
      case .array, .record: try single.encode([next, next])
      case .set:
        // Members that differ, and each of which holds the rest.
        try single.encode([next, Laugh(next.next, form, -number)])
      case .dictionary: try single.encode(["a": next, "b": next])
      case .keys: try single.encode([Pair(key: next, value: 1), Pair(key: next, value: 2)])
      case .enumeration: try single.encode(Fork.both(next, next))
      }
    }

    static func == (left: Laugh, right: Laugh) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  struct Pair: Codable {
    var key: Laugh
    var value: Int
  }

  enum Fork: Codable {
    case both(Laugh, Laugh)
    case none
  }

  /// Values that see what objects hold.
  struct Arrays: Decodable {
    var inner: [Arrays]
    init(from decoder: any Decoder) throws {
      inner = try decoder.singleValueContainer().decode([Arrays].self)
    }
  }
  struct Sets: Codable, Hashable {
    var inner: Set<Sets>
    let id = Int.random(in: 0..<Int.max)
    init(from decoder: any Decoder) throws {
      inner = try decoder.singleValueContainer().decode(Set<Sets>.self)
    }
    func encode(to encoder: any Encoder) throws {}
    func hash(into hasher: inout Hasher) {
      hasher.combine(inner)
      hasher.combine(id)
    }
  }
  struct Maps: Codable {
    var inner: [String: Maps]
    init(from decoder: any Decoder) throws {
      inner = try decoder.singleValueContainer().decode([String: Maps].self)
    }
    func encode(to encoder: any Encoder) throws {}
  }
  struct Keys: Decodable {
    struct Entry: Decodable {
      var key: Keys
      var value: Int
    }
    var inner: [Entry]
    init(from decoder: any Decoder) throws {
      inner = try decoder.singleValueContainer().decode([Entry].self)
    }
  }
  indirect enum Forks: Decodable {
    case both(Forks, Forks)
    case none
  }
  struct Swallowing: Decodable {
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      for _ in 0..<2 where !container.isAtEnd { _ = try? container.decode(Swallowing.self) }
    }
  }

  private func archive(_ form: Form, depth: Int) throws -> Data {
    let last = Laugh(nil, form, 0)
    let top = (1...depth).reduce(last) { Laugh($0, form, $1) }
    return try KeyedArchiver().encode(top)
  }

  private func decode(_ form: Form, _ unarchiver: KeyedUnarchiver, _ archive: Data) throws {
    switch form {
    case .array: _ = try unarchiver.decode(Arrays.self, from: archive)
    case .set: _ = try unarchiver.decode(Sets.self, from: archive)
    case .dictionary: _ = try unarchiver.decode(Maps.self, from: archive)
    case .keys: _ = try unarchiver.decode(Keys.self, from: archive)
    case .enumeration: _ = try unarchiver.decode(Forks.self, from: archive)
    case .record: _ = try unarchiver.decode(Swallowing.self, from: archive)
    }
  }

  @Test(arguments: Form.allCases) func laughs(_ form: Form) throws {
    let small = try archive(form, depth: 4)
    let large = try archive(form, depth: form == .set ? 14 : 60)
    for usesCells in [false, true] {
      var unarchiver = KeyedUnarchiver()
      unarchiver.usesCells = usesCells
      try decode(form, unarchiver, small)
      // Work is bounded by the budget: ten times of it take about ten times as long.
      for budget in [1_000, 10_000, 100_000] {
        unarchiver.limits.maximumVisitCount = budget
        let error = #expect(throws: ArchiveError.self, "\(form), \(budget)") {
          try decode(form, unarchiver, large)
        }
        #expect(error?.code == .limitExceeded, "\(form), \(budget)")
        #expect(error?.message.contains("visits") == true, "\(form): \(error?.message ?? "")")
      }
    }
    // As objects each is decoded once, whatever refers to it.
    #expect(large.count < 20_000)
    let value = try KeyedUnarchiver().decode(ArchivedValue.self, from: large)
    #expect(try (KeyedArchiver().encode(value) as Data).count == large.count)
  }
}
