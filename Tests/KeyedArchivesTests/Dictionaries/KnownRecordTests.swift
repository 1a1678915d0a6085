import ArchiveCompression
import Foundation
import TestSupport
import TestTraits
import Testing
import Workloads

@testable import KeyedArchives

/// Records against a dictionary are written straight to bytes where it is known that these are the same.
@Suite struct KnownRecordTests {
  struct Inner: Codable, Equatable {
    var x = 1
    var y: Bool?
    var z: Double?
  }
  enum Choice: Codable, Equatable {
    case none
    case number(Int)
    case inner(Inner?, Bool)
  }
  enum Kind: String, Codable { case first, second }
  final class Node: Codable, Equatable {
    var name = "n"
    var next: Node?
    static func == (left: Node, right: Node) -> Bool {
      left.name == right.name && left.next == right.next
    }
  }

  struct Fields: Codable, Equatable {
    var id = 0
    var isBig = false
    var flag: Bool?
    var count: Int?
    var name: String?
    var numbers: [Int]?
    var inner: Inner?
    var inners: [Inner] = []
    var choice: Choice?
    var kind: Kind?
    var tags: Set<String>?
    var map: [String: Int]?
    var date: Date?
    var node: Node?
    var nested: [[Double]?]?
    var data = Data([1])

    init() {}

    init(_ random: inout SeededGenerator, presence: Int) {
      func any<Value>(_ value: Value) -> Value? {
        Int.random(in: 0..<100, using: &random) < presence ? value : nil
      }
      id = Int.random(in: -9...9, using: &random)
      isBig = Bool.random(using: &random)
      flag = any(Bool.random(using: &random))
      count = any(Int.random(in: 0..<300, using: &random))
      name = any(String(repeating: "é", count: Int.random(in: 0..<4, using: &random)))
      numbers = any((0..<Int.random(in: 0..<3, using: &random)).map { $0 * 1_000 })
      inner = any(Inner(x: 3, y: any(true), z: any(0.5)))
      inners = (0..<Int.random(in: 0..<3, using: &random)).map { Inner(x: $0, y: any(false)) }
      choice = any([.none, .number(4), .inner(nil, true), .inner(Inner(), false)][id & 3])
      kind = any(.second)
      tags = any(["only"])
      map = any(["key": id])
      date = any(Date(timeIntervalSinceReferenceDate: Double(id)))
      node = presence == 77 ? any(Node()) : nil
      nested = any([[1], nil, []])
    }
  }

  /// What the first call finds out, later ones use; all give what the general way gives.
  @Test(.long, arguments: 1...40) func `records have the bytes of the general way`(seed: UInt64)
    throws
  {
    var random = SeededGenerator(seed: seed)
    var dictionary = ShapeDictionary()
    let presences = [0, 5, 50, 77, 95, 100]
    var pool: [Fields] = []
    var archiver = KeyedArchiver()
    archiver.usesGeneratedCode = seed % 2 == 0
    for step in 0..<60 {
      let presence = presences[Int.random(in: 0..<presences.count, using: &random)]
      pool.append(Fields(&random, presence: presence))
      let value = pool[Int.random(in: 0..<pool.count, using: &random)]
      let expected = try archiver.encodeThroughTape(value, dictionary)
      for _ in 0..<3 {
        let encoding = try archiver.encode(value, against: dictionary)
        let (record, additions) = try archiver.data(of: value, against: dictionary)
        if Differential.isWantedHere() {
          #expect(encoding == expected, "seed \(seed), step \(step)")
          #expect(record == Data(expected.bytes))
          #expect((additions ?? expected.additions) == expected.additions)
        }
        #expect(
          try KeyedUnarchiver(allowedTypes: [Node.self]).decode(
            Fields.self, from: encoding.bytes, dictionary: dictionary.adding(encoding.additions))
            == value, "seed \(seed), step \(step)")
      }
      let grown = try dictionary.adding(expected.additions)
      for _ in 0..<2 {
        #expect(
          try KeyedUnarchiver(allowedTypes: [Node.self])
            .decode(Fields.self, from: expected.bytes, dictionary: grown) == value)
      }
      if step % 3 != 2 { dictionary = grown }
    }
  }

  /// Straight to bytes is what happens, not just what could.
  @Test func `small records are known after the first`() throws {
    var dictionary = ShapeDictionary()
    let value = Inner(x: 5, y: true, z: 1)
    dictionary = try dictionary.adding(KeyedArchiver().encode(value, against: dictionary).additions)
    let encoder = DirectEncoder()
    for value in [value, Inner(), Inner(x: 7, y: nil, z: 2)] {
      for isKnown in [false, true] {
        let record = unsafe encoder.knownRecord(of: value, KeyedArchiver(), dictionary)
        let expected = try KeyedArchiver().encodeThroughTape(value, dictionary)
        #expect(expected.additions.isEmpty)
        // A bool that is absent takes another row of states, and is left to the general way.
        #expect(unsafe (record == nil) == (!isKnown || value.y == nil))
        if let record = unsafe record {
          let bytes = unsafe Array(record)
          if Differential.isWantedHere() { #expect(bytes == expected.bytes) }
          #expect(
            try KeyedUnarchiver().decode(Inner.self, from: bytes, dictionary: dictionary) == value)
        }
        if !isKnown { encoder.learn(expected.bytes, dictionary) }
      }
    }
  }

  @Test func `generated code reads and writes records`() throws {
    var random = SeededGenerator(seed: 3)
    var dictionary = ShapeDictionary()
    for _ in 0..<50 {
      var value = Tiny.sample
      value.id = Int64.random(in: 0..<1_000, using: &random)
      value.tag = Bool.random(using: &random) ? "" : "tag"
      let encoding = try KeyedArchiver().encode(value, against: dictionary)
      dictionary = try dictionary.adding(encoding.additions)
      for _ in 0..<2 {
        #expect(try KeyedArchiver().encode(value, against: dictionary).bytes == encoding.bytes)
        #expect(
          try KeyedUnarchiver().decode(Tiny.self, from: encoding.bytes, dictionary: dictionary)
            == value)
      }
    }
  }

  /// What was learned of one dictionary is not used for another that has as many rows.
  @Test func `dictionaries are told from each other`() throws {
    struct Other: Codable { var a = "a", b: Bool?, c = [1] }
    var dictionaries: [ShapeDictionary] = []
    for first in [Inner(x: 1), Other(), Fields(), [Inner()]] as [any Encodable] {
      func additions(_ value: some Encodable) throws -> ShapeAdditions {
        try KeyedArchiver().encode(value, against: ShapeDictionary()).additions
      }
      var dictionary = try ShapeDictionary().adding(additions(first))
      dictionary = try dictionary.adding(
        KeyedArchiver().encode(Inner(x: 2, y: true, z: 2), against: dictionary).additions)
      dictionaries.append(dictionary)
    }
    for round in 0..<12 {
      let dictionary = dictionaries[round % dictionaries.count]
      let value = Inner(x: round, y: true, z: 3)
      let encoding = try KeyedArchiver().encode(value, against: dictionary)
      if Differential.isWantedHere() {
        #expect(encoding == (try KeyedArchiver().encodeThroughTape(value, dictionary)))
      }
      #expect(
        try KeyedUnarchiver().decode(Inner.self, from: encoding.bytes, dictionary: dictionary)
          == value)
      for other in dictionaries where other != dictionary {
        #expect(throws: ArchiveError.self) {
          try KeyedUnarchiver().decode(Inner.self, from: encoding.bytes, dictionary: other)
        }
      }
    }
  }

  /// What was learned of one record is not used for others of the same form that a newer shape takes.
  @Test func `records that newer shapes take are written the general way`() throws {
    struct Place: Codable {
      var id = 0
      var x: Int?
      enum Keys: String, CodingKey { case id, pos }
      enum Inner: String, CodingKey { case x }
      init(_ x: Int?) { self.x = x }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(id, forKey: .id)
        var inner = container.nestedContainer(keyedBy: Inner.self, forKey: .pos)
        try inner.encodeIfPresent(x, forKey: .x)
      }
    }
    struct Other: Codable {
      var id = 0
      enum Keys: String, CodingKey { case id, pos }
      enum Inner: String, CodingKey { case x, y, z }
      init() {}
      init(from decoder: any Decoder) throws {}
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(id, forKey: .id)
        var inner = container.nestedContainer(keyedBy: Inner.self, forKey: .pos)
        try inner.encodeIfPresent("x" as String?, forKey: .x)
        try inner.encodeIfPresent(1 as Int?, forKey: .y)
        try inner.encodeIfPresent(1 as Int?, forKey: .z)
      }
    }
    struct Places: Codable { var items: [Place] }
    struct Holder: Codable { var other = Other() }
    var dictionary = ShapeDictionary()
    func grow(_ value: some Encodable) throws {
      dictionary = try dictionary.adding(
        KeyedArchiver().encodeThroughTape(value, dictionary).additions)
    }
    try grow(Places(items: [Place(1)]))
    try grow(Holder())
    try grow(Places(items: [Place(1)]))
    for _ in 0..<4 {
      for items in [[Place(1)], [Place(1), Place(nil)], [Place(nil)], [Place(1), Place(2)]] {
        let value = Places(items: items)
        if Differential.isWantedHere() {
          #expect(
            try KeyedArchiver().encode(value, against: dictionary)
              == KeyedArchiver().encodeThroughTape(value, dictionary))
        }
      }
    }
  }

  /// A type for each `Twin`, all with one archive name, so that the archiver knows nothing of one type that it learned
  /// of another.
  private struct Spot<Twin>: Encodable, ArchiveNamed {
    static var archiveName: String { "Spot" }
    var x: Int?
    enum Keys: String, CodingKey { case id, pos }
    enum Inner: String, CodingKey { case x, y, z }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(0, forKey: .id)
      var inner = container.nestedContainer(keyedBy: Inner.self, forKey: .pos)
      try inner.encodeIfPresent(x, forKey: .x)
    }
  }
  private struct Spots<Twin>: Encodable, ArchiveNamed {
    static var archiveName: String { "Spots" }
    var items: [Spot<Twin>]
    init(_ items: [Int?]) { self.items = items.map { Spot(x: $0) } }
  }
  private struct Wider: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Spot<Never>.Keys.self)
      try container.encode(0, forKey: .id)
      var inner = container.nestedContainer(keyedBy: Spot<Never>.Inner.self, forKey: .pos)
      try inner.encodeIfPresent("x" as String?, forKey: .x)
      try inner.encodeIfPresent(1 as Int?, forKey: .y)
      try inner.encodeIfPresent(1 as Int?, forKey: .z)
    }
  }

  /// The bytes depend on the value and the dictionary alone (Spec, section 13).
  @Test func `records before a record do not show in it`() throws {
    enum One {}
    enum Two {}
    enum Three {}
    enum Four {}
    var dictionary = ShapeDictionary()
    func encoding(_ value: some Encodable) throws -> DictionaryEncoding {
      try KeyedArchiver().encode(value, against: dictionary)
    }
    for value in [Spots<Never>([1]), Wider(), Spots<Never>([1])] as [any Encodable] {
      func additions(_ value: some Encodable) throws -> ShapeAdditions {
        try KeyedArchiver().encode(value, against: dictionary).additions
      }
      dictionary = try dictionary.adding(additions(value))
    }
    let alone = try [
      encoding(Spots<One>([1])), encoding(Spots<Two>([1, nil])), encoding(Spots<Three>([nil])),
      encoding(Spots<Four>([1, 2])),
    ]
    for round in 0..<4 {
      #expect(try encoding(Spots<Never>([1])) == alone[0], "round \(round)")
      #expect(try encoding(Spots<Never>([1, nil])) == alone[1], "round \(round)")
      #expect(try encoding(Spots<Never>([nil])) == alone[2], "round \(round)")
      #expect(try encoding(Spots<Never>([1, 2])) == alone[3], "round \(round)")
    }
  }

  @Test func `a small limit of depth counts`() throws {
    struct Four: Codable { var e = 1 }
    struct Three: Codable { var d = Four() }
    struct Two: Codable { var c = Three() }
    struct One: Codable { var b = Two() }
    var archiver = KeyedArchiver()
    for depth in 0...12 {
      archiver.maximumDepth = depth
      // Four records, one inside the other.
      let isEncoded = depth >= 4
      #expect(((try? archiver.encodeThroughTape(One())) != nil) == isEncoded)
      for _ in 0..<3 { #expect(((try? archiver.encode(One()) as Data) != nil) == isEncoded) }
    }
  }

  @Test func `no changed bit of a record goes unnoticed`() throws {
    var dictionary = ShapeDictionary()
    let first = try KeyedArchiver().encode(Inner(x: 1, y: true, z: 2), against: dictionary)
    dictionary = try dictionary.adding(first.additions)
    #expect(
      try KeyedUnarchiver().decode(Inner.self, from: first.bytes, dictionary: dictionary).z == 2)
    for bit in 0..<first.bytes.count * 8 {
      var changed = first.bytes
      changed[bit / 8] ^= 1 << (bit % 8)
      #expect(throws: ArchiveError.self) {
        try KeyedUnarchiver().decode(Inner.self, from: changed, dictionary: dictionary)
      }
    }
    for count in 0..<first.bytes.count {
      #expect(throws: ArchiveError.self) {
        try KeyedUnarchiver().decode(
          Inner.self, from: Array(first.bytes.prefix(count)), dictionary: dictionary)
      }
    }
  }
}
