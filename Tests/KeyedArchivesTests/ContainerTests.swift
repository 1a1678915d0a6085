import KeyedArchives
import Testing

/// What `Codable` allows a type to do with its containers.
@Suite struct ContainerTests {
  private enum Key: String, CodingKey { case a, b, c, d, e }

  /// Encodes with a closure; what was written is read as an ``Outline``.
  private struct Custom: Encodable {
    var body: (any Encoder) throws -> Void
    func encode(to encoder: any Encoder) throws { try body(encoder) }
  }

  private func outline(_ body: @escaping (any Encoder) throws -> Void) throws -> Outline {
    let bytes: [UInt8] = try KeyedArchiver().encode(Custom(body: body))
    return try KeyedUnarchiver().decode(Outline.self, from: bytes)
  }

  @Test func `nested containers may be written in turns`() throws {
    let found = try outline { encoder in
      var container = encoder.container(keyedBy: Key.self)
      var first = container.nestedContainer(keyedBy: Key.self, forKey: .a)
      var second = container.nestedUnkeyedContainer(forKey: .b)
      try first.encode(1, forKey: .c)
      try second.encode("x")
      try container.encode(true, forKey: .e)
      try first.encode(2, forKey: .d)
      try second.encode(3.5)
      var third = second.nestedContainer(keyedBy: Key.self)
      try second.encodeNil()
      try third.encode("late", forKey: .a)
    }
    #expect(
      found
        == .keyed([
          "a": .keyed(["c": .int(1), "d": .int(2)]),
          "b": .list([.text("x"), .real(3.5), .keyed(["a": .text("late")]), .null]),
          "e": .bool(true),
        ]))
  }

  @Test func `a nested container may be kept across other values`() throws {
    let found = try outline { encoder in
      var container = encoder.container(keyedBy: Key.self)
      var kept = container.nestedContainer(keyedBy: Key.self, forKey: .a)
      try container.encode([1, 2], forKey: .b)
      try container.encode(Tree(value: 1, children: [Tree(value: 2)]), forKey: .c)
      try kept.encode("kept", forKey: .a)
    }
    guard case .keyed(let fields) = found else {
      Issue.record("no record but \(found)")
      return
    }
    #expect(fields["a"] == .keyed(["a": .text("kept")]))
    #expect(fields["b"] == .list([.int(1), .int(2)]))
  }

  @Test func `super encoders write under their keys`() throws {
    let found = try outline { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: .a)
      let anonymous = container.superEncoder()
      let named = container.superEncoder(forKey: .b)
      var single = named.singleValueContainer()
      try single.encode("named")
      var inner = anonymous.container(keyedBy: Key.self)
      try inner.encode(2, forKey: .a)
    }
    #expect(
      found == .keyed(["a": .int(1), "super": .keyed(["a": .int(2)]), "b": .text("named")]))
  }

  @Test func `two containers on one encoder are one`() throws {
    let found = try outline { encoder in
      var first = encoder.container(keyedBy: Key.self)
      try first.encode(1, forKey: .a)
      var second = encoder.container(keyedBy: Key.self)
      try second.encode(2, forKey: .b)
      try first.encode(3, forKey: .c)
    }
    #expect(found == .keyed(["a": .int(1), "b": .int(2), "c": .int(3)]))
  }

  @Test func `a throw that is caught leaves no trace`() throws {
    struct Failure: Error {}
    let shared = Counter(1)
    let failing = Custom { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(shared, forKey: .a)
      try container.encode("lost", forKey: .b)
      throw Failure()
    }
    func encode(_ attempts: Bool) throws -> [UInt8] {
      try KeyedArchiver().encode(
        Custom { encoder in
          var container = encoder.unkeyedContainer()
          try container.encode(1)
          if attempts {
            try? container.encode(failing)
            var nested = container.nestedUnkeyedContainer()
            try? nested.encode(failing)
          } else {
            _ = container.nestedUnkeyedContainer()
          }
          try container.encode(shared)
          try container.encode(shared)
        })
    }
    #expect(try encode(true) == encode(false))
  }

  @Test func `a container written to from inside a failing value keeps what it got`() throws {
    struct Failure: Error {}
    final class Keep: @unchecked Sendable { var container: (any UnkeyedEncodingContainer)? }
    let keep = Keep()
    let counter = Counter(4)
    let failing = Custom { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode("lost", forKey: .a)
      try keep.container?.encode("kept")
      try keep.container?.encode(counter)
      throw Failure()
    }
    let found = try outline { encoder in
      var container = encoder.container(keyedBy: Key.self)
      keep.container = container.nestedUnkeyedContainer(forKey: .a)
      try? container.encode(failing, forKey: .b)
      try container.encode(counter, forKey: .c)
    }
    #expect(
      found
        == .keyed([
          "a": .list([.text("kept"), .keyed(["value": .int(4)])]), "c": .keyed(["value": .int(4)]),
        ]))
  }

  @Test func `of one key twice in a record the last value counts`() throws {
    let found = try outline { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: .a)
      try container.encode("b", forKey: .b)
      try container.encode(2, forKey: .a)
    }
    #expect(found == .keyed(["a": .int(2), "b": .text("b")]))
  }

  @Test func `a key that was absent may be given a value`() throws {
    let found = try outline { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try container.encodeIfPresent(Int?.none, forKey: .a)
      try container.encode(1, forKey: .b)
      try container.encode(2, forKey: .a)
    }
    #expect(found == .keyed(["a": .int(2), "b": .int(1)]))
  }

  @Test func `containers of two kinds on one encoder are an error`() throws {
    let error = #expect(throws: ArchiveError.self) {
      try outline { encoder in
        var keyed = encoder.container(keyedBy: Key.self)
        try keyed.encode(1, forKey: .a)
        var unkeyed = encoder.unkeyedContainer()
        try? unkeyed.encode(2)
      }
    }
    #expect(error?.code == .invalidValue)
  }

  @Test func `a container that outlives its value is an error`() throws {
    final class Keep: @unchecked Sendable { var container: KeyedEncodingContainer<Key>? }
    let keep = Keep()
    let leaking = Custom { encoder in
      keep.container = encoder.container(keyedBy: Key.self)
      try keep.container?.encode(1, forKey: .a)
    }
    #expect(throws: ArchiveError.self) {
      try outline { encoder in
        var container = encoder.unkeyedContainer()
        try container.encode(leaking)
        try keep.container?.encode(2, forKey: .b)
      }
    }
  }

  @Test func `a value that encodes nothing is an empty record`() throws {
    #expect(try outline { _ in } == .keyed([:]))
  }

  @Test func `keys may be read in any order, left out and asked for in vain`() throws {
    struct Wide: Codable {
      var a = 1
      var b = "b"
      var c: Int? = 3
      var d: Int?
    }
    struct Narrow: Decodable {
      var found: [String]
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let c = try container.decode(Int.self, forKey: .c)
        let a = try container.decode(Int.self, forKey: .a)
        let again = try container.decode(Int.self, forKey: .c)
        #expect(try container.decodeIfPresent(Int.self, forKey: .d) == nil)
        #expect(try container.decodeIfPresent(Int.self, forKey: .e) == nil)
        #expect(container.contains(.b) && !container.contains(.d) && !container.contains(.e))
        #expect(container.allKeys == [.a, .b, .c])
        #expect(throws: DecodingError.self) { try container.decode(Int.self, forKey: .e) }
        #expect(throws: DecodingError.self) { try container.decode(Int.self, forKey: .b) }
        #expect(throws: DecodingError.self) { try container.decodeNil(forKey: .d) }
        found = ["\(c)", "\(a)", "\(again)"]
      }
    }
    let bytes: [UInt8] = try KeyedArchiver().encode(Wide())
    #expect(try KeyedUnarchiver().decode(Narrow.self, from: bytes).found == ["3", "1", "3"])
  }

  @Test func `an unkeyed container that fails stays where it is`() throws {
    struct Retry: Decodable {
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        #expect(container.count == 3)
        #expect(throws: DecodingError.self) { try container.decode(String.self) }
        #expect(container.currentIndex == 0)
        #expect(try container.decode(Int.self) == 1)
        #expect(try container.decodeNil())
        #expect(try !container.decodeNil())
        #expect(try container.decode(Int.self) == 3)
        #expect(container.isAtEnd)
        #expect(throws: DecodingError.self) { try container.decode(Int.self) }
      }
    }
    let bytes: [UInt8] = try KeyedArchiver().encode([1, nil, 3] as [Int?])
    _ = try KeyedUnarchiver().decode(Retry.self, from: bytes)
  }

  @Test func `coding paths name keys and indexes`() throws {
    struct Deep: Codable { var list: [[String: Int]] }
    struct Wrong: Codable { var list: [[String: String]] }
    let bytes: [UInt8] = try KeyedArchiver().encode(Deep(list: [["x": 1], ["y": 2]]))
    let error = #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver().decode(Wrong.self, from: bytes)
    }
    #expect(error?.path.description == "$.list[0].x")
    #expect(error?.code == .typeMismatch)
    #expect(error?.byteOffset != nil)
  }

  @Test func `userInfo reaches encoders and decoders`() throws {
    struct Reader: Codable {
      var text = ""
      static let key = CodingUserInfoKey(rawValue: "text")
      init() {}
      init(from decoder: any Decoder) throws {
        text = Self.key.flatMap { decoder.userInfo[$0] as? String } ?? "missing"
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Self.key.flatMap { encoder.userInfo[$0] as? String } ?? "missing")
      }
    }
    let key = try #require(Reader.key)
    var archiver = KeyedArchiver()
    archiver.userInfo[key] = "out"
    let bytes: [UInt8] = try archiver.encode(Reader())
    #expect(try KeyedUnarchiver().decode(String.self, from: bytes) == "out")
    var unarchiver = KeyedUnarchiver()
    unarchiver.userInfo[key] = "in"
    #expect(try unarchiver.decode(Reader.self, from: bytes).text == "in")
  }
}

/// A class with one value.
final class Counter: Codable {
  var value: Int
  init(_ value: Int) { self.value = value }
}

/// Whatever stands in an archive, read through containers alone.
indirect enum Outline: Decodable, Equatable {
  case null
  case bool(Bool)
  case int(Int)
  case real(Double)
  case text(String)
  case list([Outline])
  case keyed([String: Outline])

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: AnyKey.self) {
      var fields: [String: Outline] = [:]
      for key in container.allKeys {
        fields[key.stringValue] = try container.decode(Outline.self, forKey: key)
      }
      self = .keyed(fields)
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [Outline] = []
      while !container.isAtEnd { elements.append(try container.decode(Outline.self)) }
      self = .list(elements)
    } else {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let value = try? container.decode(Bool.self) {
        self = .bool(value)
      } else if let value = try? container.decode(Int.self) {
        self = .int(value)
      } else if let value = try? container.decode(Double.self) {
        self = .real(value)
      } else {
        self = .text(try container.decode(String.self))
      }
    }
  }
}

struct AnyKey: CodingKey {
  let stringValue: String
  let intValue: Int?
  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = Int(stringValue)
  }
  init(intValue: Int) { self.init(stringValue: "\(intValue)") }
}
