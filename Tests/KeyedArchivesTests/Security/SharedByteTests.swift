import ArchiveCompression
import ArchiveFormat
import Foundation
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

  /// A class whose body is its element.
  final class Holder<Element: Codable & Hashable>: Codable, Equatable {
    var element: Element
    init(_ element: Element) { self.element = element }
    static func == (one: Holder, other: Holder) -> Bool { one.element == other.element }
  }

  enum Choice<Element: Codable & Hashable>: Codable, Hashable {
    case one(Element)
    case two(first: Element, second: Element)
  }

  /// Stands for its element.
  struct Wrapper<Element: Codable & Hashable>: Codable, Hashable {
    var element: Element
    init(_ element: Element) { self.element = element }
    init(from decoder: any Decoder) throws {
      element = try decoder.singleValueContainer().decode(Element.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(element)
    }
  }

  struct Pair<First: Codable & Equatable, Second: Codable & Equatable>: Codable, Equatable {
    var first: First
    var second: Second
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

  @Test func `objects, cases and wrappers of records without bytes`() throws {
    let element = Optionals(a: Empty(), b: nil, c: nil, d: nil)
    try check(each: Pair(first: Holder(Eight(Empty())), second: Eight(Empty())))
    try check(each: Pair(first: Choice.one(Eight(Empty())), second: Eight(Empty())))
    try check(each: Choice.two(first: Eight(Empty()), second: Eight(Empty())))
    try check(each: Pair(first: Holder(element), second: Choice.one(Empty())))
    try check(each: Wrapper(Eight(Wrapper(Empty()))))
    try check(each: Numbered(element: Eight(Wrapper(Wrapper(Empty())))))
  }

  @Test func `as many as the base of the budget pays for`() throws {
    try law.check([Empty](repeating: Empty(), count: 999), isPaid: false)
    try law.check([Empty?](repeating: Empty(), count: 900), isPaid: false)
    try law.check([Wrapper<Empty>](repeating: Wrapper(Empty()), count: 900), isPaid: false)
    try law.check(
      [Wrapper<Empty?>?](repeating: Wrapper(Empty()), count: 990), isPaid: false)
    try law.check([Wrapper<Int8>](repeating: Wrapper(1), count: 3_000))
  }

  @Test func `a row without bytes in which a block ends`() throws {
    struct Large: Codable, Equatable {
      var data = Data(count: 300_000)
      var empties: [Empty]
    }
    let archiver = KeyedArchiver()
    for (count, isDirect) in [(10_000, true), (200_000, false)] {
      let value = Large(empties: .init(repeating: Empty(), count: count))
      for _ in 0..<3 {
        let direct = try archiver.directly(value, { unsafe Array($0) }, { $0.array })
        #expect(!isDirect || direct != nil)
        #expect(isDirect || direct == nil)
      }
      let data: Data = try archiver.encode(value)
      #expect(try KeyedUnarchiver().decode(Large.self, from: data) == value)
    }
  }

  @Test func `batches of a stream share a small budget`() throws {
    var budget = ReadingBudget()
    (budget.baseVisitCount, budget.visitCountPerInputByte) = (1_000, 1)
    var archiver = KeyedArchiver()
    archiver.readingBudget = budget
    var unarchiver = KeyedUnarchiver()
    unarchiver.limits.budget = budget
    var (bytes, count) = ([UInt8](), 0)
    let writer = ArchiveStreamWriter<[Bool]>(archiver, to: ArchiveOutput { bytes += $0 })
    do {
      for _ in 0..<50 {
        try writer.append([Bool](repeating: true, count: 200))
        try writer.flush()
        count += 1
      }
      Issue.record("the bytes cannot pay for 10,000 values")
    } catch let error as ArchiveError {
      #expect(error.code == .limitExceeded)
    }
    #expect(count > 0)
    let reader = ArchiveStreamReader<[Bool]>(ArchiveInput(Data(bytes)), unarchiver)
    for _ in 0..<count { #expect(try reader.next()?.count == 200) }
  }

  @Test func `a few values that share a byte are no error`() throws {
    try law.check([Numbered(element: Eight(Eight(Empty())))])
    try law.check([Eight<Empty>](repeating: Eight(Empty()), count: 60))
    try law.check([Chain](repeating: Chain(number: 1), count: 40))
  }
}
