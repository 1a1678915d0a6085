import TestSupport
import Testing

@testable import KeyedArchives

/// Containers and decoders inside of a record, asked for in any order and again, in archives with and without objects.
@Suite struct NestedOrderTests {
  private enum Keys: String, CodingKey, CaseIterable { case number, group, list, inner, maybe }
  private enum GroupKeys: String, CodingKey { case text, thing, ratio }

  private final class Thing: Codable, Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  /// The content of `inner` and `maybe`.
  private enum Content: Codable, Equatable {
    case group(String)
    case map([String: Int])
    case list([Int])

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .group(let text):
        var container = encoder.container(keyedBy: GroupKeys.self)
        try container.encode(text, forKey: .text)
      case .map(let map): try map.encode(to: encoder)
      case .list(let list): try list.encode(to: encoder)
      }
    }

    /// Reads the content as what it is.
    func read(_ decoder: any Decoder) throws -> Content {
      switch self {
      case .group:
        .group(try decoder.container(keyedBy: GroupKeys.self).decode(String.self, forKey: .text))
      case .map: .map(try decoder.singleValueContainer().decode([String: Int].self))
      case .list: .list(try [Int](from: decoder))
      }
    }

    init(from decoder: any Decoder) throws { self = try Content.list([]).read(decoder) }

    init(_ random: inout SeededGenerator) {
      let count = Int.random(in: 0..<3, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: self = .group("text \(count)")
      case 1: self = .map(Dictionary(uniqueKeysWithValues: (0..<count).map { ("k\($0)", $0) }))
      default: self = .list(Array(0..<count))
      }
    }
  }

  private struct Sample: Encodable {
    var number: Int
    var text: String
    var thing: Thing?
    var ratio: Double
    var list: [Int]
    var inner: Content
    var maybe: Content?

    init(_ random: inout SeededGenerator, _ things: [Thing]) {
      number = .random(in: 0..<1_000, using: &random)
      text = String(repeating: "t", count: .random(in: 0..<20, using: &random))
      thing = things.randomElement(using: &random)
      ratio = Double(number) / 4
      list = Array(0..<Int.random(in: 0..<4, using: &random))
      inner = Content(&random)
      maybe = Bool.random(using: &random) ? Content(&random) : nil
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(number, forKey: .number)
      var group = container.nestedContainer(keyedBy: GroupKeys.self, forKey: .group)
      try group.encode(text, forKey: .text)
      try group.encodeIfPresent(thing, forKey: .thing)
      try group.encode(ratio, forKey: .ratio)
      var elements = container.nestedUnkeyedContainer(forKey: .list)
      for element in list { try elements.encode(element) }
      try inner.encode(to: container.superEncoder(forKey: .inner))
      if let maybe { try maybe.encode(to: container.superEncoder(forKey: .maybe)) }
    }
  }

  /// Draws calls, and notes what did not come as it should.
  private final class Script: @unchecked Sendable {
    static let key = CodingUserInfoKey(rawValue: "script").unsafelyUnwrapped
    let samples: [Sample]
    var random: SeededGenerator
    var next = 0
    var differences: [String] = []

    init(_ samples: [Sample], _ random: SeededGenerator) {
      (self.samples, self.random) = (samples, random)
    }

    private func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    private func expect<Value: Equatable>(
      _ expected: Value, _ found: Value, _ key: any CodingKey
    ) {
      if expected != found { differences.append("\(key.stringValue): \(found), not \(expected)") }
    }

    func read(_ decoder: any Decoder) throws {
      let sample = samples[next]
      next += 1
      let container = try decoder.container(keyedBy: Keys.self)
      for _ in 0..<1 + draw(8) {
        guard let key = Keys.allCases.randomElement(using: &random) else { return }
        do {
          try read(key, container, sample)
        } catch {
          differences.append("\(key): \(error)")
        }
      }
    }

    private func read(
      _ key: Keys, _ container: KeyedDecodingContainer<Keys>, _ sample: Sample
    ) throws {
      switch key {
      case .number: expect(sample.number, try container.decode(Int.self, forKey: key), key)
      case .group:
        let group = try container.nestedContainer(keyedBy: GroupKeys.self, forKey: key)
        if draw(2) == 0 {
          expect(sample.ratio, try group.decode(Double.self, forKey: .ratio), key)
        }
        if draw(2) == 0 {
          let thing = try group.decodeIfPresent(Thing.self, forKey: .thing)
          expect(sample.thing?.number, thing?.number, key)
        }
        expect(sample.text, try group.decode(String.self, forKey: .text), key)
      case .list:
        var elements = try container.nestedUnkeyedContainer(forKey: key)
        var found: [Int] = []
        while !elements.isAtEnd { found.append(try elements.decode(Int.self)) }
        expect(sample.list, found, key)
      case .inner:
        expect(sample.inner, try sample.inner.read(container.superDecoder(forKey: key)), key)
      case .maybe:
        guard let maybe = sample.maybe else { return expect(false, container.contains(key), key) }
        expect(maybe, try maybe.read(container.superDecoder(forKey: key)), key)
      }
    }
  }

  private struct Reader: Decodable {
    init(from decoder: any Decoder) throws {
      let script = decoder.userInfo[Script.key] as? Script
      try script?.read(decoder)
    }
  }

  private func check(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let things = seed % 2 == 0 ? [] : [Thing(1), Thing(2)]
    let count = Int.random(in: 1..<8, using: &random)
    let samples = (0..<count).map { _ in Sample(&random, things) }
    let archive: [UInt8] = try KeyedArchiver().encode(samples)
    for usesCells in [false, true] {
      let script = Script(samples, random)
      var unarchiver = KeyedUnarchiver()
      unarchiver.usesCells = usesCells
      unarchiver.userInfo[Script.key] = script
      _ = try unarchiver.decode([Reader].self, from: archive)
      if let first = script.differences.first {
        Issue.record("seed \(seed), cells \(usesCells): \(first)")
      }
    }
  }

  @Test func `a thousand archives of records`() throws {
    for seed in 0..<1_000 { try check(seed: UInt64(seed)) }
  }

  // MARK: Superclasses

  /// The order in which a class writes, and reads, its superclass and its own fields.
  private struct Order: Hashable {
    static let key = CodingUserInfoKey(rawValue: "order").unsafelyUnwrapped
    var writesSuperFirst = true
    var readsSuperFirst = true
  }

  private class Base: Codable {
    enum Keys: CodingKey { case number, thing }
    var number = 1
    var thing: Thing

    init(_ thing: Thing) { self.thing = thing }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      thing = try container.decode(Thing.self, forKey: .thing)
      number = try container.decode(Int.self, forKey: .number)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(number, forKey: .number)
      try container.encode(thing, forKey: .thing)
    }
  }

  private class Middle: Base {
    enum MiddleKeys: CodingKey { case number, list, other }
    var list = [2, 3]
    var other: Thing

    init(_ thing: Thing, _ other: Thing) {
      self.other = other
      super.init(thing)
    }

    required init(from decoder: any Decoder) throws {
      let order = decoder.userInfo[Order.key] as? Order
      let container = try decoder.container(keyedBy: MiddleKeys.self)
      let inner = order?.readsSuperFirst == true ? try container.superDecoder() : nil
      if let inner { _ = try Base(from: inner) }
      other = try container.decode(Thing.self, forKey: .other)
      list = try container.decode([Int].self, forKey: .list)
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      let order = encoder.userInfo[Order.key] as? Order
      var container = encoder.container(keyedBy: MiddleKeys.self)
      if order?.writesSuperFirst == true { try super.encode(to: container.superEncoder()) }
      try container.encode(list, forKey: .list)
      try container.encode(other, forKey: .other)
      if order?.writesSuperFirst == false { try super.encode(to: container.superEncoder()) }
    }
  }

  private final class Last: Middle {
    enum LastKeys: CodingKey { case text }
    var text = "last"

    override init(_ thing: Thing, _ other: Thing) { super.init(thing, other) }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: LastKeys.self)
      text = try container.decode(String.self, forKey: .text)
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: LastKeys.self)
      try super.encode(to: container.superEncoder())
      try container.encode(text, forKey: .text)
    }
  }

  @Test func `superclasses are read before and after own fields, with their objects`() throws {
    let things = [Thing(1), Thing(2)]
    let values = (0..<6).map { Last(things[$0 % 2], things[$0 / 3]) }
    for order in [true, false].flatMap({ first in
      [true, false].map { Order(writesSuperFirst: first, readsSuperFirst: $0) }
    }) {
      var archiver = KeyedArchiver()
      archiver.userInfo[Order.key] = order
      let bytes: [UInt8] = try archiver.encode(values)
      for usesCells in [false, true] {
        var unarchiver = KeyedUnarchiver()
        unarchiver.usesCells = usesCells
        unarchiver.userInfo[Order.key] = order
        let back = try unarchiver.decode([Last].self, from: bytes)
        for (index, last) in back.enumerated() {
          #expect(last.text == "last" && last.list == [2, 3] && last.number == 1)
          #expect(last.thing === back[index % 2].thing)
          #expect(last.thing.number == 1 + index % 2 && last.other.number == 1 + index / 3)
          #expect(last.other === (index < 3 ? back[0].thing : back[1].thing))
        }
      }
    }
  }

  // MARK: Limits

  private struct Empty: Codable {}

  private struct Wide: Codable {
    enum Keys: CodingKey { case group, empties, last }
    var emptyCount = 600_000

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      var group = container.nestedContainer(keyedBy: Keys.self, forKey: .group)
      try group.encode(1, forKey: .last)
      try container.encode(Array(repeating: Empty(), count: emptyCount), forKey: .empties)
      try container.encode(2, forKey: .last)
    }

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      emptyCount = try container.decode([Empty].self, forKey: .empties).count
      let group = try container.nestedContainer(keyedBy: Keys.self, forKey: .group)
      #expect(try group.decode(Int.self, forKey: .last) == 1)
      #expect(try container.decode(Int.self, forKey: .last) == 2)
    }
  }

  /// Values that are passed over once more are not counted twice.
  @Test func `going back costs no values`() throws {
    let bytes: [UInt8] = try KeyedArchiver().encode(Wide())
    for usesCells in [false, true] {
      var unarchiver = KeyedUnarchiver()
      unarchiver.usesCells = usesCells
      #expect(try unarchiver.decode(Wide.self, from: bytes).emptyCount == 600_000)
    }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private struct MapReader: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Name.self)
      #expect(try container.decodeIfPresent(Int.self, forKey: Name(stringValue: "a")) == nil)
    }
  }

  @Test func `empty maps count as values without bytes`() throws {
    let bytes: [UInt8] = try KeyedArchiver().encode([String: Int]())
    for usesCells in [false, true] {
      for limit in 0..<4 {
        var unarchiver = KeyedUnarchiver()
        unarchiver.usesCells = usesCells
        unarchiver.limits.maximumZeroWidthCount = limit
        let isRead = (try? unarchiver.decode(MapReader.self, from: bytes)) != nil
        #expect(isRead == (limit >= 2), "\(limit), cells \(usesCells)")
      }
    }
  }
}
