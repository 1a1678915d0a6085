import KeyedArchives
import TestSupport
import Testing

/// Containers that user code keeps after their value was decoded go on by themselves.
@Suite struct KeptContainerTests {
  /// A record of as many fields as asked for that keeps its container.
  private struct Keeper: Codable {
    var count: Int
    var container: KeyedDecodingContainer<Key>?

    enum Key: CodingKey, CaseIterable { case a, b, c, d, e, f, g, h }

    init(count: Int) { self.count = count }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      for key in Key.allCases.prefix(count) { try container.encode(count, forKey: key) }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      count = try container.decode(Int.self, forKey: .a)
      self.container = container
    }
  }

  private func decode(_ count: Int) throws -> Keeper {
    let bytes: [UInt8] = try KeyedArchiver().encode(Keeper(count: count))
    return try KeyedUnarchiver().decode(Keeper.self, from: bytes)
  }

  @Test func `they outlive what was learned of their shapes`() throws {
    for _ in 0..<50 {
      let kept = try (1...8).map { try decode($0) }
      // Other shapes take the place of theirs.
      for count in (1...8).reversed() { _ = try decode(count) }
      for keeper in kept {
        let container = try #require(keeper.container)
        let last = try #require(Keeper.Key.allCases.prefix(keeper.count).last)
        #expect(try container.decode(Int.self, forKey: last) == keeper.count)
        #expect(container.allKeys.count == keeper.count)
        let unknown = try container.decodeIfPresent(ArchivedUnknownFields.self, forKey: .a)
        #expect(unknown?.isEmpty ?? true)
      }
    }
  }

  /// A record that is read by keys of two types, whose containers it keeps.
  private struct TwoKeys: Codable {
    var number: Int
    var first: KeyedDecodingContainer<Key>?
    var second: KeyedDecodingContainer<Other>?

    enum Key: CodingKey { case a, b, c }
    enum Other: CodingKey { case c, b, a }

    init(number: Int) { self.number = number }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(number, forKey: .a)
      try container.encode(number + 1, forKey: .b)
      try container.encode(number + 2, forKey: .c)
    }

    init(from decoder: any Decoder) throws {
      number = 0
      first = try decoder.container(keyedBy: Key.self)
      second = try decoder.container(keyedBy: Other.self)
    }
  }

  @Test func `records are read by keys of two types in turns`() throws {
    let values = (0..<20).map { TwoKeys(number: 10 * $0) }
    let bytes: [UInt8] = try KeyedArchiver().encode(values)
    var random = SeededGenerator(seed: 7)
    for (index, value) in try KeyedUnarchiver().decode([TwoKeys].self, from: bytes).enumerated() {
      let (first, second) = (try #require(value.first), try #require(value.second))
      for _ in 0..<12 {
        let number = Int.random(in: 0..<3, using: &random)
        let key: TwoKeys.Key = [.a, .b, .c][number]
        let other: TwoKeys.Other = [.a, .b, .c][number]
        let found =
          Bool.random(using: &random)
          ? try first.decode(Int.self, forKey: key) : try second.decode(Int.self, forKey: other)
        #expect(found == 10 * index + number)
      }
    }
  }

  /// A record in a record, both of which keep their decoders and containers.
  private struct Outer: Codable {
    var count: Int
    var decoder: (any Decoder)?
    var nested: KeyedDecodingContainer<Keeper.Key>?

    enum Key: CodingKey { case count, inner, last }

    init(count: Int) { self.count = count }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(count, forKey: .count)
      var inner = container.nestedContainer(keyedBy: Keeper.Key.self, forKey: .inner)
      for key in Keeper.Key.allCases.prefix(count) { try inner.encode(count, forKey: key) }
      try container.encode("last", forKey: .last)
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      count = try container.decode(Int.self, forKey: .count)
      nested = try container.nestedContainer(keyedBy: Keeper.Key.self, forKey: .inner)
      self.decoder = decoder
    }
  }

  @Test func `nested ones and decoders do, too`() throws {
    for _ in 0..<50 {
      let kept = try (1...8).map { count in
        let bytes: [UInt8] = try KeyedArchiver().encode(Outer(count: count))
        return try KeyedUnarchiver().decode(Outer.self, from: bytes)
      }
      for count in (1...8).reversed() { _ = try decode(count) }
      for outer in kept {
        #expect(try outer.nested?.decode(Int.self, forKey: .a) == outer.count)
        let container = try outer.decoder?.container(keyedBy: Outer.Key.self)
        #expect(try container?.decode(String.self, forKey: .last) == "last")
      }
    }
  }

  /// A record that keeps its decoder and is asked with two types of keys, whose cases are other bytes.
  private struct Pair: Codable {
    var number: Int
    var decoder: (any Decoder)?

    enum Key: CodingKey { case first, second, third }
    enum OtherKey: CodingKey { case third, first, absent, second }

    init(number: Int) { self.number = number }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(number, forKey: .first)
      try container.encode("text \(number)", forKey: .second)
      try container.encode(number % 2 == 0, forKey: .third)
    }

    init(from decoder: any Decoder) throws {
      number = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .first)
      self.decoder = decoder
    }
  }

  @Test(arguments: [false, true])
  func `two types of keys ask one record in turns, with others between`(
    _ usesCells: Bool
  ) throws {
    let bytes: [UInt8] = try KeyedArchiver().encode((0..<20).map { Pair(number: $0 * 100) })
    var unarchiver = KeyedUnarchiver()
    unarchiver.usesCells = usesCells
    let pairs = try unarchiver.decode([Pair].self, from: bytes)
    let kept = try pairs.map { pair in
      let decoder = try #require(pair.decoder)
      return (
        number: pair.number, one: try decoder.container(keyedBy: Pair.Key.self),
        other: try decoder.container(keyedBy: Pair.OtherKey.self)
      )
    }
    for round in 0..<3 {
      for pair in kept {
        #expect(try pair.one.decode(String.self, forKey: .second) == "text \(pair.number)")
        #expect(try pair.other.decode(Bool.self, forKey: .third) == (pair.number % 2 == 0))
        #expect(try pair.one.decode(Int.self, forKey: .first) == pair.number)
      }
      for pair in kept.reversed() {
        #expect(try pair.other.decode(String.self, forKey: .second) == "text \(pair.number)")
        #expect(try pair.other.decode(Int.self, forKey: .first) == pair.number, "round \(round)")
        #expect(try pair.one.decode(Bool.self, forKey: .third) == (pair.number % 2 == 0))
        #expect(try pair.other.decodeIfPresent(Int.self, forKey: .absent) == nil)
      }
      // Each type of keys finds the record closed.
      for pair in kept {
        #expect(try pair.other.decode(Int.self, forKey: .first) == pair.number)
      }
      for pair in kept { #expect(try pair.one.decode(Int.self, forKey: .first) == pair.number) }
    }
  }
}
