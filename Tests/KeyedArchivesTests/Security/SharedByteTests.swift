import Testing

@testable import KeyedArchives

/// Many values that share one byte, as records in each other do, are read with the same budget of visits.
@Suite struct SharedByteTests {
  private let law = BudgetLaw(baseByteCount: 32 << 20)

  struct Empty: Codable, Hashable {}

  struct Eight<Element: Codable & Hashable>: Codable, Hashable {
    var a: Element
    var b: Element
    var c: Element
    var d: Element
    var e: Element
    var f: Element
    var g: Element
    var h: Element
    init(_ one: Element) { (a, b, c, d, e, f, g, h) = (one, one, one, one, one, one, one, one) }
  }

  struct Numbered<Element: Codable & Hashable>: Codable, Hashable {
    var element: Element
    var number: Int8 = 1
  }

  struct Optionals<Element: Codable & Hashable>: Codable, Hashable {
    var a: Element?
    var b: Element?
    var c: Element?
    var d: Element?
  }

  /// Writes null for each of its keys.
  struct Nulls: Codable, Hashable {
    private enum Keys: String, CodingKey, CaseIterable {
      case a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x
    }
    init() {}
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      for key in Keys.allCases where try !container.decodeNil(forKey: key) {
        throw CancellationError()
      }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      for key in Keys.allCases { try container.encodeNil(forKey: key) }
    }
  }

  /// Containers in each other, and a number in the innermost one.
  struct Chain: Codable, Hashable {
    private enum Keys: String, CodingKey, CaseIterable {
      case a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x
    }
    var number: Int
    init(number: Int) { self.number = number }
    init(from decoder: any Decoder) throws {
      var container = try decoder.container(keyedBy: Keys.self)
      for key in Keys.allCases.dropLast() {
        container = try container.nestedContainer(keyedBy: Keys.self, forKey: key)
      }
      number = try container.decode(Int.self, forKey: .x)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      for key in Keys.allCases.dropLast() {
        container = container.nestedContainer(keyedBy: Keys.self, forKey: key)
      }
      try container.encode(number, forKey: .x)
    }
  }

  private func check<Element: Codable & Equatable>(each value: Element) throws {
    try law.check(["a": [Element](repeating: value, count: 40)], isPaid: false)
    try law.check([[Element]](repeating: [value], count: 20), isPaid: false)
  }

  @Test func `records that share a byte`() throws {
    try check(each: Numbered(element: Eight(Empty())))
    try check(each: Numbered(element: Eight(Eight(Empty()))))
    try check(each: Numbered(element: Eight(Nulls())))
    try check(each: Chain(number: 1))
    try check(each: Eight(Numbered(element: Chain(number: 1))))
    try check(each: Optionals(a: Eight(Empty()), b: nil, c: Eight(Empty()), d: nil))
    try check(each: Optionals(a: Eight(Eight(Empty()))))
    try check(each: Eight(Optionals<Nulls>()))
    try check(each: Eight(Optional(Eight(true))))
  }

  @Test func `records without bytes`() throws {
    try check(each: Empty())
    try check(each: Eight(Empty()))
    try check(each: Eight(Eight(Empty())))
    try check(each: Nulls())
    try check(each: Optional(Eight(Empty())))
    try law.check(
      [[Eight<Empty>]](repeating: .init(repeating: Eight(Empty()), count: 15), count: 40),
      isPaid: false)
    try law.check([Eight<Empty>?](repeating: nil, count: 700) + [Eight(Empty())], isPaid: false)
  }

  @Test func `a few values that share a byte are no error`() throws {
    try law.check([Numbered(element: Eight(Eight(Empty())))])
    try law.check([Eight<Empty>](repeating: Eight(Empty()), count: 60))
    try law.check([Chain](repeating: Chain(number: 1), count: 40))
  }
}
