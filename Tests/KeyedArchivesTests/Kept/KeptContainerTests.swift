import KeyedArchives
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
}
