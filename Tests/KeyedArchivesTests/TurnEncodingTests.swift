import Foundation
import TestTraits
import Testing

@testable import KeyedArchives

/// Arrays, maps and records inside of a value that are filled in turns, or once later ones are full: they go straight to bytes if they hold leaves,
/// and what they hold is where they were asked for.
@Suite struct TurnEncodingTests {
  private enum Key: CodingKey, CaseIterable { case a, b, c, d, e, f, g, h }

  private struct TextKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// A value that makes some calls. The number tells values apart.
  private struct Value: Encodable {
    let number: Int
    let calls: (any Encoder, Int) throws -> Void
    func encode(to encoder: any Encoder) throws { try calls(encoder, number) }
  }

  /// An object that does.
  private final class Object: Encodable {
    let value: Value
    init(_ value: Value) { self.value = value }
    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }

  /// Values that make the calls, alone, in rows and as objects, are what the general way makes of them.
  ///
  /// - Parameter isDirect: False if the calls need the general way; nil if that depends on other rules. Values in long rows may need it for what
  ///   they hold.
  private func check(
    isDirect: Bool? = true, sourceLocation: SourceLocation = #_sourceLocation,
    _ calls: @escaping (any Encoder, Int) throws -> Void
  ) throws {
    let encoder = DirectEncoder()
    defer { encoder.dispose() }
    func check<Root: Encodable>(_ root: Root, _ name: String, _ isDirect: Bool?) throws {
      for archiver in [KeyedArchiver(), KeyedArchiver(framing: .multiPart)] {
        let general = try archiver.encodeThroughTape(root)
        // Each pass learns of one container.
        for attempt in 0..<4 {
          let direct = try archiver.encode(
            root, with: encoder, { unsafe Array($0) }, { $0.array })
          encoder.end()
          if attempt == 3, let isDirect {
            #expect((direct != nil) == isDirect, "\(name)", sourceLocation: sourceLocation)
          }
          if Differential.isWantedHere(), let direct {
            #expect(direct == general, "\(name)", sourceLocation: sourceLocation)
          }
        }
        let whole: [UInt8] = try archiver.encode(root)
        #expect(whole == general, "\(name)", sourceLocation: sourceLocation)
      }
    }
    let values = (0..<12).map { Value(number: $0, calls: calls) }
    try check(values[3], "alone", isDirect)
    for count in [1, 3, 12] {
      let isDirect = count > 3 && isDirect == true ? nil : isDirect
      try check(Array(values[..<count]), "\(count)", isDirect)
      try check(values[..<count].map { Object($0) }, "\(count) objects", isDirect)
    }
    try check(["k": values[4]], "in a dictionary", isDirect)
  }

  // MARK: Elements

  @Test func `two arrays in turns`() throws {
    func encode(_ encoder: any Encoder, _ number: Int) throws {
      var container = encoder.unkeyedContainer()
      var first = container.nestedUnkeyedContainer()
      var second = container.nestedUnkeyedContainer()
      try first.encode(number)
      try second.encode("x")
      try first.encode(2)
      #expect(first.count == 2 && second.count == 1 && container.count == 2)
      try second.encode("y")
      try first.encode(3)
    }
    try check(encode)
    let bytes: [UInt8] = try KeyedArchiver().encode([Value(number: 1, calls: encode)])
    let back = try KeyedUnarchiver().decode([UnkeyedPair].self, from: bytes)
    #expect(back == [UnkeyedPair(first: [1, 2, 3], second: ["x", "y"])])
  }

  /// The contents of the values of `two arrays in turns`.
  private struct UnkeyedPair: Decodable, Equatable {
    var first: [Int]
    var second: [String]
    init(first: [Int], second: [String]) { (self.first, self.second) = (first, second) }
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      first = try container.decode([Int].self)
      second = try container.decode([String].self)
    }
  }

  @Test func `an array behind what follows it`() throws {
    try check { encoder, number in
      var container = encoder.unkeyedContainer()
      var late = container.nestedUnkeyedContainer()
      try container.encode(number)
      var second = container.nestedUnkeyedContainer()
      try second.encode(number)
      try container.encodeNil()
      try late.encode("late")
      try late.encode(Date(timeIntervalSinceReferenceDate: 7))
    }
  }

  @Test func `arrays, maps and records of several levels`() throws {
    try check { encoder, number in
      var container = encoder.unkeyedContainer()
      var inner = container.nestedUnkeyedContainer()
      var innermost = inner.nestedUnkeyedContainer()
      var map = container.nestedContainer(keyedBy: TextKey.self)
      var record = container.nestedContainer(keyedBy: Key.self)
      try innermost.encode(1.5)
      try map.encode(number, forKey: TextKey(stringValue: "n"))
      try record.encode(number, forKey: .a)
      try inner.encode(true)
      try record.encodeIfPresent(number.isMultiple(of: 2) ? nil : number, forKey: .b)
      try map.encodeNil(forKey: TextKey(stringValue: "m"))
      var list = record.nestedUnkeyedContainer(forKey: .c)
      try container.encode(number)
      try list.encode(number)
      var further = map.nestedContainer(keyedBy: Key.self, forKey: TextKey(stringValue: "r"))
      try further.encode(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7)), forKey: .h)
      try innermost.encode(2.5)
    }
  }

  @Test func `encoders for a superclass`() throws {
    // A map of arrays and maps needs the general way for what it holds.
    try check(isDirect: nil) { encoder, number in
      var container = encoder.container(keyedBy: TextKey.self)
      let first = container.superEncoder()
      let second = container.superEncoder(forKey: TextKey(stringValue: "s"))
      var late = first.container(keyedBy: TextKey.self)
      var list = second.unkeyedContainer()
      try container.encode(number, forKey: TextKey(stringValue: "own"))
      try list.encode(number)
      try late.encode(number, forKey: TextKey(stringValue: "x"))
      try list.encode(number + 1)
    }
  }

  // MARK: Fields

  @Test func `arrays and maps in fields`() throws {
    func encode(_ encoder: any Encoder, _ number: Int) throws {
      var container = encoder.container(keyedBy: Key.self)
      var list = container.nestedUnkeyedContainer(forKey: .a)
      var map = container.nestedContainer(keyedBy: TextKey.self, forKey: .b)
      try container.encode(number, forKey: .c)
      try list.encode(number)
      try map.encode("v", forKey: TextKey(stringValue: "k"))
      try container.encodeIfPresent(number.isMultiple(of: 3) ? nil : "t", forKey: .d)
      try list.encode(number + 1)
      try map.encode("w", forKey: TextKey(stringValue: "l"))
    }
    try check(encode)
    struct Fields: Decodable {
      var a: [Int]
      var b: [String: String]
      var c: Int
      var d: String?
    }
    let values = (0..<4).map { Value(number: $0, calls: encode) }
    let bytes: [UInt8] = try KeyedArchiver().encode(values)
    for (number, back) in try KeyedUnarchiver().decode([Fields].self, from: bytes).enumerated() {
      #expect(back.a == [number, number + 1] && back.b == ["k": "v", "l": "w"])
      #expect(back.c == number && back.d == (number == 0 || number == 3 ? nil : "t"))
    }
  }

  /// Records inside of such arrays get the numbers of their shapes when the record around ends: that is as if they had come in turn, if there is
  /// no other record behind them.
  @Test func `records in an array of a field`() throws {
    for hasOther in [false, true] {
      try check(isDirect: !hasOther) { encoder, number in
        var container = encoder.container(keyedBy: Key.self)
        var list = container.nestedUnkeyedContainer(forKey: .a)
        var second = container.nestedUnkeyedContainer(forKey: .b)
        if hasOther {
          var other = container.nestedContainer(keyedBy: TextKey.self, forKey: .c)
          var inner = other.nestedContainer(keyedBy: Key.self, forKey: TextKey(stringValue: "o"))
          try inner.encode(number, forKey: .g)
        } else {
          try container.encode(number, forKey: .c)
        }
        var record = list.nestedContainer(keyedBy: Key.self)
        try record.encode(number, forKey: .a)
        var last = second.nestedContainer(keyedBy: Key.self)
        try last.encode("x", forKey: .b)
      }
    }
  }

  // MARK: What cannot wait

  @Test func `values that run code`() throws {
    struct Point: Codable { var (x, y) = (1, 2) }
    try check(isDirect: false) { encoder, number in
      var container = encoder.unkeyedContainer()
      var first = container.nestedUnkeyedContainer()
      var second = container.nestedUnkeyedContainer()
      try first.encode(Point())
      try second.encode(number)
      try first.encode(Point())
    }
    try check(isDirect: false) { encoder, number in
      var container = encoder.container(keyedBy: Key.self)
      var first = container.nestedUnkeyedContainer(forKey: .a)
      try container.encode(number, forKey: .b)
      try first.encode(Point())
    }
  }

  /// A value that throws is thrown once, where it is given, and what was given before stays.
  @Test func `errors that are caught`() throws {
    struct Failing: Encodable {
      func encode(to encoder: any Encoder) throws { throw CocoaError(.coderInvalidValue) }
    }
    try check(isDirect: false) { encoder, number in
      var container = encoder.unkeyedContainer()
      var first = container.nestedUnkeyedContainer()
      try container.encode(number)
      #expect(throws: (any Error).self) { try first.encode(Failing()) }
      try first.encode(number)
    }
  }

  /// Memory that is lent for a call, and keys that are others later, are looked at when they are given.
  @Test func `values that change`() throws {
    final class Name: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(_ text: String) { stringValue = text }
      init?(stringValue: String) { nil }
      init?(intValue: Int) { nil }
    }
    try check { encoder, _ in
      var container = encoder.unkeyedContainer()
      var map = container.nestedContainer(keyedBy: Name.self)
      let key = Name("first")
      try container.encode(1)
      try map.encode(1, forKey: key)
      key.stringValue = "second"
      try map.encode(2, forKey: key)
    }
    try check(isDirect: false) { encoder, number in
      var container = encoder.unkeyedContainer()
      var list = container.nestedUnkeyedContainer()
      try container.encode(number)
      let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 8)
      defer { unsafe memory.deallocate() }
      unsafe memory.initializeMemory(as: UInt8.self, repeating: 1)
      if let start = unsafe memory.baseAddress {
        unsafe try list.encode(Data(bytesNoCopy: start, count: 64, deallocator: .none))
      }
      unsafe memory.initializeMemory(as: UInt8.self, repeating: 2)
    }
  }

  // MARK: Records without keys

  /// All records without a type and keys have one shape, whatever their keys would be.
  @Test func `records without keys in one row`() throws {
    try check(isDirect: nil) { encoder, _ in
      var container = encoder.unkeyedContainer()
      _ = container.nestedContainer(keyedBy: TextKey.self)
      _ = container.nestedContainer(keyedBy: Key.self)
      _ = container.nestedContainer(keyedBy: Key.self)
    }
  }

  // MARK: Any order

  /// A container, with the number of keys that it was given.
  private enum Container {
    case unkeyed(any UnkeyedEncodingContainer)
    case keyed(KeyedEncodingContainer<Key>, Int)
    case map(KeyedEncodingContainer<TextKey>, Int)
  }

  /// Makes a number of calls of containers that come from a seed.
  private static func scripted(_ seed: UInt64) -> (any Encoder, Int) throws -> Void {
    { encoder, _ in
      var source = SystemSource(seed)
      var all: [Container] =
        switch source.number(3) {
        case 0: [.unkeyed(encoder.unkeyedContainer())]
        case 1: [.keyed(encoder.container(keyedBy: Key.self), 0)]
        default: [.map(encoder.container(keyedBy: TextKey.self), 0)]
        }
      for _ in 0..<source.number(14) + 2 {
        let index = source.number(5) % all.count
        let call = source.number(8)
        var made: Container?
        switch all[index] {
        case .unkeyed(var container):
          switch call {
          case 0: made = .unkeyed(container.nestedUnkeyedContainer())
          case 1: made = .map(container.nestedContainer(keyedBy: TextKey.self), 0)
          case 2: made = .keyed(container.nestedContainer(keyedBy: Key.self), 0)
          case 3: try container.encodeNil()
          case 4: try container.encode(source.number(3) == 0)
          case 5: try container.encode("text")
          default: try container.encode(source.number(100))
          }
          all[index] = .unkeyed(container)
        case .keyed(var container, let count):
          guard count < Key.allCases.count else { continue }
          let key = Key.allCases[count]
          switch call {
          case 0: made = .unkeyed(container.nestedUnkeyedContainer(forKey: key))
          case 1: made = .map(container.nestedContainer(keyedBy: TextKey.self, forKey: key), 0)
          case 2: made = .keyed(container.nestedContainer(keyedBy: Key.self, forKey: key), 0)
          case 3: try container.encodeNil(forKey: key)
          case 4: try container.encodeIfPresent(source.number(2) == 0 ? nil : 1, forKey: key)
          case 5: try container.encode("text", forKey: key)
          default: try container.encode(source.number(100), forKey: key)
          }
          all[index] = .keyed(container, count + 1)
        case .map(var container, let count):
          let key = TextKey(stringValue: "k\(count)")
          switch call {
          case 0: made = .unkeyed(container.nestedUnkeyedContainer(forKey: key))
          case 1: made = .map(container.nestedContainer(keyedBy: TextKey.self, forKey: key), 0)
          case 2: made = .keyed(container.nestedContainer(keyedBy: Key.self, forKey: key), 0)
          case 3: try container.encodeNil(forKey: key)
          case 4: try container.encodeIfPresent(source.number(2) == 0 ? nil : 1, forKey: key)
          case 5: try container.encode("text", forKey: key)
          default: try container.encode(source.number(100), forKey: key)
          }
          all[index] = .map(container, count + 1)
        }
        if let made { all.append(made) }
      }
    }
  }

  /// Numbers that follow from a seed.
  private struct SystemSource {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }
    mutating func number(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> UInt64(33)) % count
    }
  }

  @Test(arguments: 0..<40) func `any order`(_ seed: Int) throws {
    var directCount = 0
    for offset in 0..<UInt64(8) {
      let encoder = DirectEncoder()
      defer { encoder.dispose() }
      let (first, second) = (UInt64(seed) * 8 + offset, UInt64(seed) * 8 + offset ^ 5)
      for seeds in [[first], [first, first, first], [first, second], [second, first, first]] {
        let values = seeds.map { Value(number: 0, calls: Self.scripted($0)) }
        let general = try KeyedArchiver().encodeThroughTape(values)
        for _ in 0..<2 {
          let direct = try KeyedArchiver().encode(
            values, with: encoder, { unsafe Array($0) }, { $0.array })
          encoder.end()
          if direct != nil { directCount += 1 }
          if Differential.isWantedHere(), let direct { #expect(direct == general) }
        }
      }
    }
    #expect(directCount > 8)
  }
}
