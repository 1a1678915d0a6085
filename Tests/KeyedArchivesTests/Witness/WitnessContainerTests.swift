import Foundation
import KeyedArchives
import RecordTestSupport
import ReferenceCoder
import TestSupport
import TestTraits
import Testing

/// The reference coder and that of this package: the ways of containers that types seldom go.
@Suite(.differential) struct WitnessContainerTests {
  private let coders = TwoCoders()

  /// A value that throws when its number is odd, after it has written something.
  private struct Refused: Codable {
    struct Odd: Error {}
    var number: Int
    var counter: Counter

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(counter, forKey: .counter)
      try container.encode(number, forKey: .number)
      if number % 2 == 1 { throw Odd() }
    }
  }

  /// Swallows what its values throw.
  private struct Swallowing: Encodable {
    enum Keys: CodingKey { case first, second, third, list }
    var values: [Refused]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      for (key, value) in zip([Keys.first, .second, .third], values) {
        try? container.encode(value, forKey: key)
      }
      var list = container.nestedUnkeyedContainer(forKey: .list)
      for value in values { try? list.encode(value) }
    }
  }

  @Test func `what a swallowed throw left is taken back alike`() {
    let shared = Counter(7)
    for numbers in [[1, 2, 3], [2, 4, 1], [1, 3, 5], [0, 1, 2]] {
      let values = numbers.map {
        Refused(number: $0, counter: $0 < 3 ? shared : Counter($0))
      }
      coders.expectSameBytes([Swallowing(values: values)], .singlePart, "\(numbers)")
    }
  }

  /// Writes to containers that it was handed before others, and to one key again.
  private struct Late: Encodable {
    enum Keys: CodingKey { case a, b, c, d }
    var seed: Int

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      let shared = Counter(seed)
      var first = container.nestedContainer(keyedBy: Keys.self, forKey: .a)
      var list = container.nestedUnkeyedContainer(forKey: .b)
      let above = container.superEncoder(forKey: .c)
      try container.encode(shared, forKey: .d)
      try list.encode(seed)
      try list.encodeNil()
      var inner = list.nestedUnkeyedContainer()
      try list.encode("after")
      try inner.encode(shared)
      try first.encode(seed % 2 == 0 ? 1.5 : Double?.none, forKey: .b)
      try first.encode(shared, forKey: .a)
      if seed % 3 > 0 { try container.encode(seed, forKey: .d) }
      if seed % 3 > 1 { try container.encodeNil(forKey: .d) }
      var single = above.singleValueContainer()
      if seed % 2 == 0 { try single.encode([shared, Counter(1)]) } else { try single.encodeNil() }
    }
  }

  @Test func `containers that are filled late are written alike`() {
    coders.expectSameBytes((0..<12).map(Late.init), .singlePart)
    for seed in 0..<6 { coders.expectSameBytes(Late(seed: seed), .multiPart, "seed \(seed)") }
  }

  private enum Suit: String, Codable, CodingKeyRepresentable { case hearts, spades }
  private struct Keyed: Codable {
    var suits: [Suit: [Int?]]
    var ids: [UUID: Range<Int>]
    var numbers: [Int8: Bool?]
    var point: ContiguousArray<CGPoint>
    var wide: [UInt128]
    var set: Set<[Int]>
    var limits: ClosedRange<Double>?
  }

  @Test func `keys and collections of all kinds are written and read alike`() {
    let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    coders.expectSame(
      (0..<14).map { number in
        Keyed(
          suits: number % 2 == 0 ? [:] : [.hearts: [1, nil], .spades: []], ids: [id: 0..<number],
          numbers: [Int8(number): number % 3 == 0 ? nil : true],
          point: [CGPoint(x: number, y: 1)], wide: [UInt128(number) << 70],
          set: [[number], []], limits: number > 9 ? 0...1 : nil)
      })
  }

  @Test func `values of several blocks are written and read alike`() {
    let text = String(repeating: "0123456789abcdef", count: 20)
    coders.expectSame(
      (0..<1_300).map { "\($0)\(text)" }, "texts", framings: [.automatic])
    coders.expectSame(
      Dictionary(uniqueKeysWithValues: (0..<1_200).map { ("\($0)", [text, nil]) }), "map",
      framings: [.automatic])
    coders.expectSame(
      [Data(repeating: 7, count: 1_500_000), Data(repeating: 8, count: 90_000)], "data",
      framings: [.automatic])
    let links = (0..<1_000).map { Labelled(name: "\($0)\(text)", counter: Counter($0 / 2)) }
    coders.expectSame(["a": links, "b": links], "objects", framings: [.automatic])
  }

  private final class Labelled: Codable {
    let name: String
    let counter: Counter
    init(name: String, counter: Counter) { (self.name, self.counter) = (name, counter) }
  }

  @Test func `several roots are written alike`() throws {
    let shared = Counter(3)
    let links = (0..<3).map { ReferenceSamples.Link($0) }
    (links[0].next, links[1].next) = (links[1], links[2])
    let roots: [(name: String, value: any Codable)] = [
      ("a", [shared, Counter(1)]), ("", links[0]), ("zwei", ["x": shared]), ("b", [links[2]]),
    ]
    let ours = try KeyedArchiver().encodeRoots { encoder in
      for root in roots { try encoder.encode(root.value, named: root.name) }
    }
    let theirs = try ReferenceEncoder(names: .declared).encode(roots: roots.map { ($0, $1) })
    #expect([UInt8](ours) == theirs)
    let read = try ReferenceDecoder.inflating().decode([Counter].self, from: theirs, root: "a")
    #expect(read.map(\.value) == [3, 1])
  }

  @Test func `records against a dictionary are written and read alike`() throws {
    var composer = Composer(random: SeededGenerator(seed: 11))
    for number in 0..<Rounds.of(120) {
      let type = composer.type(depth: 3)
      func check<Value: Composed>(_ type: Value.Type, _ random: inout SeededGenerator) throws {
        var dictionary = ShapeDictionary()
        for round in 0..<4 {
          let value = Value.make(&random)
          let encoding = try KeyedArchiver().encode(value, against: dictionary)
          let theirs = try ReferenceEncoder(names: .declared).encode(
            value, against: dictionary.rows)
          #expect(encoding.bytes == theirs.bytes, "type \(number), round \(round), \(type)")
          #expect(encoding.additions.rows == theirs.additions)
          dictionary = try dictionary.adding(encoding.additions)
          let decoder = ReferenceDecoder.inflating(dictionary: dictionary.rows)
          #expect(try decoder.decode(type, from: encoding.bytes).form == value.form)
        }
      }
      try check(type, &composer.random)
    }
  }
}
