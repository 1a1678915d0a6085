import TestTraits
import Testing

@testable import KeyedArchives

/// Several containers of one record or map, and encoders for superclasses in maps.
@Suite struct FurtherContainerTests {
  private enum Key: CodingKey { case a, b, c, d }

  private struct TextKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(_ text: String) { stringValue = text }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Two containers for the same keys, in turns.
  private struct TwoContainers: Encodable {
    var number: Int

    func encode(to encoder: any Encoder) throws {
      var one = encoder.container(keyedBy: Key.self)
      var other = encoder.container(keyedBy: Key.self)
      try one.encode(number, forKey: .a)
      var nested = other.nestedContainer(keyedBy: Key.self, forKey: .b)
      try nested.encode("text \(number)", forKey: .a)
      try one.encode([1, number], forKey: .c)
      try other.encode(true, forKey: .d)
    }
  }

  private struct TwoMaps: Encodable {
    var number: Int

    func encode(to encoder: any Encoder) throws {
      var one = encoder.container(keyedBy: TextKey.self)
      var other = encoder.container(keyedBy: TextKey.self)
      try one.encode(number, forKey: TextKey("a"))
      var nested = other.nestedContainer(keyedBy: TextKey.self, forKey: TextKey("b"))
      try nested.encode("text \(number)", forKey: TextKey("a"))
      try one.encode([1, number], forKey: TextKey("c"))
      try other.encode(true, forKey: TextKey("d"))
    }
  }

  @Test(arguments: Layout.all)
  func `two containers for the same keys`(_ layout: Layout) throws {
    #expect(try expectSameBytes(TwoContainers(number: 1), layout))
    #expect(try expectSameBytes((0..<40).map { TwoContainers(number: $0) }, layout))
    #expect(try expectSameBytes(TwoMaps(number: 1), layout))
    #expect(try expectSameBytes((0..<40).map { TwoMaps(number: $0) }, layout))
  }

  /// A nested container whose outer one nobody holds any more, and a further one.
  private struct Forgotten: Encodable {
    var number: Int
    var isSuper = false

    private func inner(_ encoder: any Encoder) -> KeyedEncodingContainer<Key> {
      var container = encoder.container(keyedBy: Key.self)
      return isSuper
        ? container.superEncoder().container(keyedBy: Key.self)
        : container.nestedContainer(keyedBy: Key.self, forKey: .a)
    }

    func encode(to encoder: any Encoder) throws {
      var inner = inner(encoder)
      try inner.encode(number, forKey: .a)
      var further = encoder.container(keyedBy: Key.self)
      try further.encode(number, forKey: .b)
      try inner.encode(number, forKey: .b)
      try further.encode(number, forKey: .c)
      try inner.encode(number, forKey: .c)
    }
  }

  @Test func `a further container is not the nested one`() throws {
    for isSuper in [false, true] {
      let values = (0..<3).map { Forgotten(number: $0, isSuper: isSuper) }
      try expectSameBytes(values[0])
      try expectSameBytes(values)
    }
  }

  /// A value that is complete, and asks for a container after that.
  private struct Complete: Encodable {
    var isMap: Bool

    func encode(to encoder: any Encoder) throws {
      var single = encoder.singleValueContainer()
      try single.encode(5)
      if isMap {
        var map = encoder.container(keyedBy: TextKey.self)
        try map.encode(1, forKey: TextKey("late"))
      } else {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(1, forKey: .d)
      }
    }
  }

  private struct Around: Encodable {
    enum Keys { case others, same, text }
    var keys: Keys
    var isMap: Bool

    private enum Other: CodingKey { case value }

    func encode(to encoder: any Encoder) throws {
      let complete = Complete(isMap: isMap)
      switch keys {
      case .others:
        var container = encoder.container(keyedBy: Other.self)
        try container.encode(complete, forKey: .value)
      case .same:
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(complete, forKey: .a)
      case .text:
        var container = encoder.container(keyedBy: TextKey.self)
        try container.encode(complete, forKey: TextKey("value"))
      }
    }
  }

  @Test func `a complete value gets no container of the value around`() throws {
    for keys: Around.Keys in [.others, .same, .text] {
      for isMap in [false, true] {
        for _ in 0..<4 {
          #expect(throws: (any Error).self) {
            let value = Around(keys: keys, isMap: isMap)
            let _: [UInt8] = try KeyedArchiver().encode([value, value])
          }
        }
      }
    }
  }

  /// A map with one encoder for a superclass or more.
  private struct MapWithSuper: Encodable {
    enum Call { case own, absent, null, superEncoder, superForKey }
    var calls: [Call]

    func encode(to encoder: any Encoder) throws {
      var map = encoder.container(keyedBy: TextKey.self)
      for (index, call) in calls.enumerated() {
        let key = TextKey("key \(index)")
        switch call {
        case .own: try map.encode(index, forKey: key)
        case .absent: try map.encodeIfPresent(nil as Int?, forKey: key)
        case .null: try map.encodeNil(forKey: key)
        case .superEncoder, .superForKey:
          let inner = call == .superEncoder ? map.superEncoder() : map.superEncoder(forKey: key)
          var container = inner.container(keyedBy: TextKey.self)
          try container.encode(index, forKey: TextKey("number"))
        }
      }
    }
  }

  private enum OtherKey: CodingKey { case a }

  /// A nested container without a call, for keys of one type or another.
  private struct Empty: Encodable {
    var isOther: Bool
    var number = 1

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(number, forKey: .a)
      if isOther {
        _ = container.nestedContainer(keyedBy: OtherKey.self, forKey: .b)
      } else {
        _ = container.nestedContainer(keyedBy: Key.self, forKey: .b)
      }
    }
  }

  @Test(arguments: Layout.all)
  func `empty containers have one shape, whatever their keys`(_ layout: Layout) throws {
    for choices in [[false, true], [true, false, false, true], [false, false, true]] {
      let values = choices.map { Empty(isOther: $0) }
      try expectSameBytes(values, layout)
      try expectSameBytes(values.map { [$0] }, layout)
      try expectSameBytes(values.map { ["key": $0] }, layout)
    }
  }

  @Test(arguments: Layout.all)
  func `encoders for superclasses in maps`(_ layout: Layout) throws {
    func isDirect(_ calls: MapWithSuper.Call...) throws -> Bool {
      let map = MapWithSuper(calls: calls)
      let ways = [
        try expectSameBytes(map, layout), try expectSameBytes([map, map, map], layout),
        try expectSameBytes(["a": map, "b": map], layout),
      ]
      #expect(Set(ways).count == 1, "\(ways)")
      return ways[0]
    }
    #expect(try isDirect(.superEncoder, .superForKey))
    #expect(try isDirect(.superForKey, .superEncoder))
    #expect(try isDirect(.superForKey))
    #expect(try isDirect(.superEncoder, .absent))
    #expect(try isDirect(.absent, .superEncoder))
    // Other values are of another kind.
    _ = try isDirect(.own, .superEncoder)
    _ = try isDirect(.superEncoder, .own, .null)
    _ = try isDirect(.superEncoder, .superEncoder, .own)
    // Without a key of its own it is a record.
    #expect(try !isDirect(.superEncoder))
    let values = [
      MapWithSuper(calls: [.superForKey, .superEncoder]), MapWithSuper(calls: [.superEncoder]),
      MapWithSuper(calls: [.superForKey]), MapWithSuper(calls: []),
      MapWithSuper(calls: [.superEncoder, .absent]), MapWithSuper(calls: [.superEncoder, .own]),
    ]
    try expectSameBytes(values, layout)
    try expectSameBytes(values.reversed() as [MapWithSuper], layout)
  }
}
