import TestSupport

/// Reads what ``Places`` wrote in an order of its own, and goes on after errors.
struct LenientPlaces: Decodable {
  enum Key: String, CodingKey, CaseIterable {
    case list, map, optionals, absent, present, wrapped, choices, nested, last
  }
  var found: [String] = []
  var values: [Any] = []

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let seed = CodingUserInfoKey(rawValue: "seed").flatMap { decoder.userInfo[$0] as? UInt64 } ?? 0
    var generator = SeededGenerator(seed: seed)
    let keys = (0..<9).compactMap { _ in Key.allCases.randomElement(using: &generator) }
    for key in keys {
      do {
        values.append(try Self.value(container, key, &generator))
      } catch {
        found.append("\(key): \(error is DecodingError)")
      }
    }
  }

  private static func value(
    _ container: KeyedDecodingContainer<Key>, _ key: Key, _ generator: inout SeededGenerator
  ) throws -> Any {
    if Int.random(in: 0..<8, using: &generator) == 0 {
      return try container.decode([Figure].self, forKey: key)
    }
    switch key {
    case .list: return try container.decode([Counter?].self, forKey: key)
    case .map: return try container.decode([String: Counter].self, forKey: key)
    case .optionals: return try container.decode([String: Counter?].self, forKey: key)
    case .absent, .present: return try container.decodeIfPresent(Counter.self, forKey: key) as Any
    case .wrapped: return try container.decode([Places.Wrapped].self, forKey: key)
    case .choices: return try container.decode([Places.Choice].self, forKey: key)
    case .nested:
      var lists = try container.nestedUnkeyedContainer(forKey: key)
      var counters: [[Counter]] = []
      while !lists.isAtEnd { counters.append(try lists.decode([Counter].self)) }
      return counters
    case .last: return try container.decode(Counter?.self, forKey: key) as Any
    }
  }
}

/// A class without fields.
final class Empty: Codable, Hashable {
  static func == (left: Empty, right: Empty) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A generic class.
final class Crate<Content: Codable>: Codable {
  var content: Content
  init(_ content: Content) { self.content = content }
}

/// A list of objects and others, each read as what it is.
struct Assorted: Codable {
  var counters: [Counter]
  var before: Counter
  var after: Counter
  enum CodingKeys: CodingKey { case before, items, after }

  init(_ counters: [Counter]) {
    self.counters = counters
    before = counters[0]
    after = counters[counters.count - 1]
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    before = try container.decode(Counter.self, forKey: .before)
    var items = try container.nestedUnkeyedContainer(forKey: .items)
    counters = []
    while !items.isAtEnd {
      counters.append(try items.decode(Counter.self))
      _ = try items.decode(Int.self)
      _ = try items.decode(String.self)
    }
    after = try container.decode(Counter.self, forKey: .after)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(before, forKey: .before)
    var items = container.nestedUnkeyedContainer(forKey: .items)
    for counter in counters {
      try items.encode(counter)
      try items.encode(counter.value)
      try items.encode("text")
    }
    try container.encode(after, forKey: .after)
  }
}

/// A subclass that asks for its superclass's decoder before it reads what is its own.
final class Early: Ground {
  var marks: [Counter]
  enum CodingKeys: CodingKey { case marks }
  init(_ mark: Counter, _ marks: [Counter]) {
    self.marks = marks
    super.init(mark)
  }
  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let outer = try container.superDecoder()
    marks = try container.decode([Counter].self, forKey: .marks)
    try super.init(from: outer)
  }
  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try super.encode(to: container.superEncoder())
    try container.encode(marks, forKey: .marks)
  }
}

/// Three classes, of which one gives its superclass a container of its own and one shares it.
class Ground: Codable {
  var mark: Counter
  init(_ mark: Counter) { self.mark = mark }
}

class Middle: Ground {
  var marks: [Counter]
  enum CodingKeys: CodingKey { case marks, base }
  init(_ mark: Counter, _ marks: [Counter]) {
    self.marks = marks
    super.init(mark)
  }
  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    marks = try container.decode([Counter].self, forKey: .marks)
    try super.init(from: container.superDecoder(forKey: .base))
  }
  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try super.encode(to: container.superEncoder(forKey: .base))
    try container.encode(marks, forKey: .marks)
  }
}

final class Top: Middle {
  var next: Top?
  enum CodingKeys: CodingKey { case next }
  init(_ mark: Counter, _ marks: [Counter], _ next: Top?) {
    self.next = next
    super.init(mark, marks)
  }
  required init(from decoder: any Decoder) throws {
    next = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(Top.self, forKey: .next)
    try super.init(from: decoder)
  }
  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(next, forKey: .next)
  }

  static func sample(_ count: Int) -> Top {
    let shared = Counter(0)
    var last: Top?
    for index in 1...count {
      last = Top(Counter(index), [shared, last?.mark ?? shared], last)
    }
    return last ?? Top(shared, [], nil)
  }
}
