import Foundation
import KeyedArchives
import TestTraits
import Testing

/// Values in generated ones that are decoded by their `init(from:)` find what they would find without.
@Suite struct GeneratedPathTests {
  struct Failure: Error { var path: String }

  /// What the decoders of a task were told, and what is to go wrong.
  final class Log: Sendable {
    @TaskLocal static var current: Log?
    nonisolated(unsafe) var paths: [String] = []
    let failing: String?
    init(failing: String? = nil) { self.failing = failing }
  }

  /// Notes its coding path, and fails on one.
  struct Spy: Codable, Equatable, Hashable, Sendable {
    var id: Int
    var text: String?

    init(_ id: Int, _ text: String? = nil) {
      self.id = id
      self.text = text
    }

    init(from decoder: any Decoder) throws {
      let path = Self.text(decoder.codingPath)
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      text = try container.decodeIfPresent(String.self, forKey: .text)
      let inner = Self.text(container.codingPath)
      Log.current?.paths.append("\(id) \(path) \(inner)")
      if Log.current?.failing == path { throw Failure(path: path) }
    }

    static func text(_ path: [any CodingKey]) -> String {
      path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: "/")
    }
  }

  /// Notes its coding path; a single value, an array and a dictionary.
  struct SingleSpy: Codable, Equatable, Sendable {
    var value: Int
    init(_ value: Int) { self.value = value }
    init(from decoder: any Decoder) throws {
      Log.current?.paths.append("single \(Spy.text(decoder.codingPath))")
      let container = try decoder.singleValueContainer()
      Log.current?.paths.append(Spy.text(container.codingPath))
      value = try container.decode(Int.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  struct Wrapping: Codable, Equatable, Sendable {
    var spies: [Spy]
    init(_ spies: [Spy]) { self.spies = spies }
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      spies = []
      while !container.isAtEnd {
        Log.current?.paths.append("unkeyed \(Spy.text(container.codingPath))")
        spies.append(try container.decode(Spy.self))
      }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for spy in spies { try container.encode(spy) }
    }
  }

  /// A tree with values in it that want to know where they are.
  struct Twig: Codable, Equatable, Sendable {
    var name: String
    var spy: Spy
    var twigs: [Twig]
    var byName: [String: Twig]
    var single: SingleSpy?
  }

  typealias Box = HandWritten.Box

  /// The paths that a way of reading gives, and what it ends with.
  private func reading<Value: Codable & Equatable>(
    _ value: Value, _ unarchiver: KeyedUnarchiver, failing: String? = nil
  ) throws -> (paths: [String], outcome: Result<Value, any Error>) {
    let bytes: [UInt8] = try KeyedArchiver().encode(value)
    let log = Log(failing: failing)
    let outcome = Log.$current.withValue(log) {
      Result { try unarchiver.decode(Value.self, from: bytes) }
    }
    return (log.paths, outcome)
  }

  private func check<Value: Codable & Equatable>(
    _ value: Value, count: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let general = try reading(value, KeyedUnarchiver(usesGeneratedCode: false))
    for _ in 0..<2 {
      let generated = try reading(value, KeyedUnarchiver())
      if Differential.isWantedHere() {
        #expect(generated.paths == general.paths, sourceLocation: sourceLocation)
      }
      #expect(generated.paths.count == count, sourceLocation: sourceLocation)
      #expect(try generated.outcome.get() == value, sourceLocation: sourceLocation)
    }
    // An error at each of the paths.
    for line in general.paths {
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      guard words.count == 3 else { continue }
      let path = String(words[1])
      for unarchiver in [KeyedUnarchiver(), KeyedUnarchiver(usesGeneratedCode: false)] {
        let failed = try reading(value, unarchiver, failing: path)
        let error = #expect(throws: Failure.self, sourceLocation: sourceLocation) {
          try failed.outcome.get()
        }
        #expect(error?.path == path, sourceLocation: sourceLocation)
      }
    }
  }

  @Test func `paths in records, arrays and dictionaries`() throws {
    let spy = Spy(1, "x")
    try check(Box(value: spy, maybe: spy, values: [spy, Spy(2)]), count: 4)
    try check(
      [Box(value: spy, maybe: nil, values: [spy]), .init(value: spy, values: [])], count: 3)
    let box = Box(value: spy, maybe: spy, values: [Spy(2), Spy(3)])
    try check(["b": box], count: 4)
    try check([7: box], count: 4)
    try check(Box(value: [box, box], maybe: nil, values: [[], [box]]), count: 12)
    try check(Box(value: ["k": box], maybe: ["l": box], values: [["m": box], [:]]), count: 12)
    try check(Box(value: ["k": [box]], maybe: nil, values: []), count: 4)
    try check(Box(value: [["k": spy]], maybe: nil, values: [[["l": spy]]]), count: 2)
    try check(Box(value: Set([spy]), maybe: nil, values: [Set([spy])]), count: 2)
  }

  @Test func `paths of single values and of unkeyed containers`() throws {
    let single = SingleSpy(5)
    try check(Box(value: single, maybe: single, values: [single, single]), count: 8)
    let wrapping = Wrapping([Spy(1), Spy(2)])
    try check(Box(value: wrapping, maybe: nil, values: [wrapping, Wrapping([])]), count: 8)
  }

  @Test func `paths in a tree`() throws {
    let leaf = Twig(name: "leaf", spy: Spy(1), twigs: [], byName: [:], single: SingleSpy(1))
    let branch = Twig(
      name: "branch", spy: Spy(2), twigs: [leaf, leaf], byName: ["k": leaf], single: nil)
    let tree = Twig(
      name: "tree", spy: Spy(3, "t"), twigs: [branch, leaf], byName: ["m": branch],
      single: SingleSpy(3))
    try check(tree, count: 26)
    try check([tree, branch], count: 36)
    try check(Box(value: tree, maybe: leaf, values: [branch]), count: 39)
  }

  @Test func `an error in a record of generated code names the path`() throws {
    struct Strict: Codable, Equatable, Sendable {
      var level: HandWritten.Level
      var text: String
    }
    struct Loose: Codable, Equatable, Sendable {
      var level: UInt8
      var text: String
    }
    let value = Box(
      value: Loose(level: 1, text: ""), maybe: nil, values: [.init(level: 9, text: "")])
    let bytes: [UInt8] = try KeyedArchiver().encode([value])
    let ways = ThreeWays([Box<Strict>].self, bytes)
    let error = #expect(throws: ArchiveError.self) { try ways.generated.get() }
    #expect(error?.path.description == "$[0].values[0].level")
    #expect(error?.code == .dataCorrupted)
    ways.expectSame()
  }
}

extension GeneratedPathTests.Twig: ArchivableRecord {
  static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("name", \Self.name)
    fields.add("spy", \Self.spy)
    fields.add("twigs", \Self.twigs)
    fields.add("byName", \Self.byName)
    fields.add("single", \Self.single)
  }

  func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(name)
    bits.add(spy)
    bits.add(twigs)
    bits.add(byName)
    bits.add(single)
    writer.put(bits)
    writer.put(name, at: places[0])
    writer.put(spy, at: places[1])
    writer.put(twigs, at: places[2])
    writer.put(byName, at: places[3])
    writer.put(single, at: places[4])
  }

  init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    name = try reader.take(String.self, &bits, at: places[0])
    spy = try reader.take(GeneratedPathTests.Spy.self, &bits, at: places[1])
    twigs = try reader.take([Self].self, &bits, at: places[2])
    byName = try reader.take([String: Self].self, &bits, at: places[3])
    single = try reader.take(GeneratedPathTests.SingleSpy?.self, &bits, at: places[4])
  }
}
