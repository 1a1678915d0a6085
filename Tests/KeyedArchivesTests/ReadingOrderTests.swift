import Foundation
import KeyedArchives
import TestSupport
import Testing
import Workloads

/// Records are read alike, and at the same cost, in whichever order their fields are asked for.
@Suite struct ReadingOrderTests {
  private struct Empty: Codable, Equatable {}

  /// A record of fields of all sorts, which asks for them in the order that the user info has.
  private struct Mixed: Codable, Equatable {
    var number = 1
    var row = [1, 2, 300]
    var isOn = true
    var texts = ["a", "bc"]
    var inner: [Mixed] = []
    var note: String?
    var weight: Double?
    var table = ["x": [1, 2], "y": []]
    var empties = [Empty(), Empty(), Empty()]
    var flags: [Bool?] = [true, nil]

    enum CodingKeys: CodingKey, CaseIterable {
      case number, row, isOn, texts, inner, note, weight, table, empties, flags
    }

    static let order = CodingUserInfoKey(rawValue: "order").unsafelyUnwrapped

    init(_ seed: Int, depth: Int) {
      (number, isOn) = (seed, seed % 2 == 0)
      note = seed % 3 == 0 ? nil : "note \(seed)"
      weight = seed % 4 == 0 ? nil : Double(seed) / 8
      if depth > 0 { inner = (0..<2).map { Mixed(seed * 3 + $0, depth: depth - 1) } }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      for index in decoder.userInfo[Self.order] as? [Int] ?? [] {
        switch CodingKeys.allCases[index] {
        case .number: number = try container.decode(Int.self, forKey: .number)
        case .row: row = try container.decode([Int].self, forKey: .row)
        case .isOn: isOn = try container.decode(Bool.self, forKey: .isOn)
        case .texts: texts = try container.decode([String].self, forKey: .texts)
        case .inner: inner = try container.decode([Mixed].self, forKey: .inner)
        case .note: note = try container.decodeIfPresent(String.self, forKey: .note)
        case .weight: weight = try container.decodeIfPresent(Double.self, forKey: .weight)
        case .table: table = try container.decode([String: [Int]].self, forKey: .table)
        case .empties: empties = try container.decode([Empty].self, forKey: .empties)
        case .flags: flags = try container.decode([Bool?].self, forKey: .flags)
        }
      }
    }
  }

  private static func decode(
    _ bytes: [UInt8], _ order: [Int], _ change: (inout ArchiveLimits) -> Void = { _ in }
  ) throws -> Mixed {
    var unarchiver = KeyedUnarchiver()
    unarchiver.userInfo[Mixed.order] = order
    change(&unarchiver.limits)
    return try unarchiver.decode(Mixed.self, from: bytes)
  }

  private static let fieldCount = Mixed.CodingKeys.allCases.count

  /// Orders of all fields, some of which ask for a field a second time.
  private static let orders: [[Int]] = {
    var random = SeededGenerator(seed: 31)
    let inOrder = Array(0..<fieldCount)
    let shuffled = (0..<60).map { _ in inOrder.shuffled(using: &random) }
    return [inOrder.reversed(), inOrder + inOrder, inOrder + inOrder.reversed()] + shuffled
      + shuffled.prefix(20).map { $0 + $0.prefix(4) }
  }()

  @Test func `a record is the same in each order`() throws {
    let value = Mixed(5, depth: 3)
    let bytes: [UInt8] = try KeyedArchiver().encode(value)
    for order in Self.orders { #expect(try Self.decode(bytes, order) == value, "\(order)") }
  }

  @Test func `an order costs as many values as another`() throws {
    let bytes: [UInt8] = try KeyedArchiver().encode(Mixed(5, depth: 2))
    let inOrder = Array(0..<Self.fieldCount)
    func isEnough(_ count: Int, _ order: [Int]) -> Bool {
      (try? Self.decode(bytes, order) { $0.maximumValueCount = count }) != nil
    }
    let least = try #require((1...2_000).first { isEnough($0, inOrder) })
    for order in Self.orders {
      #expect(isEnough(least, order), "\(order)")
      #expect(!isEnough(least - 1, order), "\(order)")
    }
  }

  /// Asks for its fields from the last to the first.
  private struct Nest: Codable {
    var inner: [Nest] = []
    var empties: [Empty] = []
    var number = 1

    enum CodingKeys: CodingKey { case inner, empties, number }
    static let isBackwards = CodingUserInfoKey(rawValue: "backwards").unsafelyUnwrapped
    static let asksTwice = CodingUserInfoKey(rawValue: "twice").unsafelyUnwrapped

    init(depth: Int, emptyCount: Int) {
      if depth > 0 {
        inner = [Nest(depth: depth - 1, emptyCount: emptyCount)]
      } else {
        empties = Array(repeating: Empty(), count: emptyCount)
      }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      if decoder.userInfo[Self.isBackwards] != nil {
        number = try container.decode(Int.self, forKey: .number)
        empties = try container.decode([Empty].self, forKey: .empties)
      }
      inner = try container.decode([Nest].self, forKey: .inner)
      empties = try container.decode([Empty].self, forKey: .empties)
      if decoder.userInfo[Self.asksTwice] != nil {
        for _ in 0..<2 { number = try container.decode(Int.self, forKey: .number) }
      }
    }
  }

  /// The same as a map.
  private struct MapNest: Codable {
    var inner: [MapNest] = []
    var empties: [Empty] = []

    struct Key: CodingKey {
      var stringValue: String
      init(stringValue: String) { self.stringValue = stringValue }
      var intValue: Int? { nil }
      init?(intValue: Int) { nil }
    }

    init(depth: Int, emptyCount: Int) {
      if depth > 0 {
        inner = [MapNest(depth: depth - 1, emptyCount: emptyCount)]
      } else {
        empties = Array(repeating: Empty(), count: emptyCount)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(inner, forKey: Key(stringValue: "inner"))
      try container.encode(empties, forKey: Key(stringValue: "empties"))
      try container.encode(1, forKey: Key(stringValue: "number"))
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let number = Key(stringValue: "number")
      if decoder.userInfo[Nest.isBackwards] != nil {
        _ = try container.decode(Int.self, forKey: number)
      }
      inner = try container.decode([MapNest].self, forKey: Key(stringValue: "inner"))
      empties = try container.decode([Empty].self, forKey: Key(stringValue: "empties"))
      if decoder.userInfo[Nest.asksTwice] != nil {
        for _ in 0..<2 { _ = try container.decode(Int.self, forKey: number) }
      }
    }
  }

  /// Each record around it could pass over all of them once more.
  @Test func `values without bytes are not passed over at each level`() throws {
    func expectBounded<Value: Codable>(_ value: Value) throws {
      let bytes: [UInt8] = try KeyedArchiver().encode(value)
      #expect(bytes.count < 10_000)
      func time(_ unarchiver: KeyedUnarchiver) -> Duration {
        ContinuousClock().measure { _ = try? unarchiver.decode(Value.self, from: bytes) }
      }
      let inOrder = time(KeyedUnarchiver())
      for way in [Nest.isBackwards, Nest.asksTwice] {
        var unarchiver = KeyedUnarchiver()
        unarchiver.userInfo[way] = true
        // 80 levels, but for the bound.
        #expect(time(unarchiver) < inOrder * 12 + .milliseconds(100), "\(way.rawValue)")
      }
    }
    try expectBounded(Nest(depth: 80, emptyCount: 60_000))
    try expectBounded(MapNest(depth: 80, emptyCount: 60_000))
  }

  /// A map of values of all sorts, each in a run of its own, which asks for them in the order that the user info has.
  private struct MixedMap: Codable, Equatable {
    var number = 1
    var text = "text"
    var isOn = true
    var list = [1, 2, 300]
    var weight: Double?

    static let keys = ["number", "text", "isOn", "list", "weight"].map {
      MapNest.Key(stringValue: $0)
    }

    init() {}

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MapNest.Key.self)
      try container.encode(number, forKey: Self.keys[0])
      try container.encode(text, forKey: Self.keys[1])
      try container.encode(isOn, forKey: Self.keys[2])
      try container.encode(list, forKey: Self.keys[3])
      try container.encodeNil(forKey: Self.keys[4])
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MapNest.Key.self)
      (number, text, isOn, list, weight) = (0, "", false, [], 1)
      for index in decoder.userInfo[Mixed.order] as? [Int] ?? [] {
        switch index {
        case 0: number = try container.decode(Int.self, forKey: Self.keys[0])
        case 1: text = try container.decode(String.self, forKey: Self.keys[1])
        case 2: isOn = try container.decode(Bool.self, forKey: Self.keys[2])
        case 3: list = try container.decode([Int].self, forKey: Self.keys[3])
        default: weight = try container.decodeIfPresent(Double.self, forKey: Self.keys[4])
        }
      }
    }
  }

  @Test func `a map is the same in each order`() throws {
    let bytes: [UInt8] = try KeyedArchiver().encode([MixedMap(), MixedMap()])
    var random = SeededGenerator(seed: 37)
    for _ in 0..<200 {
      let order =
        Array(0..<5).shuffled(using: &random) + Array((0..<5).shuffled(using: &random).prefix(2))
      var unarchiver = KeyedUnarchiver()
      unarchiver.userInfo[Mixed.order] = order
      let read = try unarchiver.decode([MixedMap].self, from: bytes)
      #expect(read == [MixedMap(), MixedMap()], "\(order)")
    }
  }

  /// Values of one kind, some of which are null, under keys that are data; asks for them in the order that the user info has.
  private struct NullMap: Codable, Equatable {
    var values: [Int?]
    init(_ values: [Int?]) { self.values = values }

    private static func key(_ index: Int) -> MapNest.Key {
      MapNest.Key(stringValue: "key \(index)")
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MapNest.Key.self)
      for (index, value) in values.enumerated() {
        try container.encode(value, forKey: Self.key(index))
      }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MapNest.Key.self)
      values = Array(repeating: -1, count: container.allKeys.count)
      for index in decoder.userInfo[Mixed.order] as? [Int] ?? [] {
        values[index] = try container.decodeIfPresent(Int.self, forKey: Self.key(index))
      }
    }
  }

  @Test func `a map with nulls is the same in each order`() throws {
    var random = SeededGenerator(seed: 43)
    for _ in 0..<200 {
      let map = NullMap((0..<8).map { Int.random(in: 0...2, using: &random) == 0 ? nil : $0 * 99 })
      let bytes: [UInt8] = try KeyedArchiver().encode([map, map])
      var unarchiver = KeyedUnarchiver()
      unarchiver.userInfo[Mixed.order] = Array(0..<8).shuffled(using: &random)
      #expect(try unarchiver.decode([NullMap].self, from: bytes) == [map, map])
    }
  }

  private final class Chip: Codable {}

  private struct Beside: Codable, Equatable {
    var chip = Chip()
    var rows: [Row]
    static func == (left: Self, right: Self) -> Bool { left.rows == right.rows }
  }

  /// A field of which only a tag tells the kind, asked for after the one behind it.
  private struct Row: Codable, Equatable {
    var number: Int?
    var text: String?
    var last: String

    enum CodingKeys: CodingKey { case any, last }

    init(_ index: Int) {
      if index % 2 == 0 { number = index } else { text = "text \(index)" }
      last = String(repeating: "x", count: 40)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      if let number { try container.encode(number, forKey: .any) }
      if let text { try container.encode(text, forKey: .any) }
      try container.encode(last, forKey: .last)
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      last = try container.decode(String.self, forKey: .last)
      number = try? container.decode(Int.self, forKey: .any)
      if number == nil { text = try container.decode(String.self, forKey: .any) }
    }
  }

  @Test func `a field of any kind is read late beside objects`() throws {
    let value = Beside(rows: (0..<3_000).map { Row($0) })
    for archiver in [KeyedArchiver(), KeyedArchiver(compression: .zlib())] {
      let data: Data = try archiver.encode(value)
      #expect(try KeyedUnarchiver().decode(Beside.self, from: data) == value)
    }
  }

  @Test func `damage is found in each order`() throws {
    let bytes: [UInt8] = try KeyedArchiver(framing: .singlePart).encode(Mixed(5, depth: 1))
    var unarchiver = KeyedUnarchiver()
    unarchiver.verifiesChecksums = false
    var refusedCount = 0
    for index in bytes.indices.dropFirst() {
      var changed = bytes
      changed[index] ^= 0x55
      func outcome(_ order: [Int]) -> Mixed? {
        unarchiver.userInfo[Mixed.order] = order
        return try? unarchiver.decode(Mixed.self, from: changed)
      }
      let expected = outcome(Array(0..<Self.fieldCount))
      if expected == nil { refusedCount += 1 }
      for order in Self.orders.prefix(12) {
        #expect(outcome(order) == expected, "byte \(index), \(order)")
      }
    }
    #expect(refusedCount > 50)
  }
}
