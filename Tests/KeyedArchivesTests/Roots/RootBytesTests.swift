import ArchiveFormat
import Foundation
import TestTraits
import Testing

@testable import KeyedArchives

/// Roots of archives without objects are read from their bytes as they are from cells.
@Suite struct RootBytesTests {
  struct Entry: Codable, Equatable {
    var name: String
    var values: [Int]
    var further: [String: Double]?
  }

  struct Point: Codable, Equatable { var x = 1, y = 2 }

  private static func entries(_ count: Int) -> [Entry] {
    (0..<count).map {
      Entry(
        name: "entry \($0)", values: Array(0..<$0 % 5), further: $0 % 2 == 0 ? ["a": 1.5] : nil)
    }
  }

  private static func archive(_ archiver: KeyedArchiver = KeyedArchiver()) throws -> Data {
    try archiver.encodeRoots {
      try $0.encode(entries(20))
      try $0.encode(Point(), named: "point")
      try $0.encode("text", named: "leaf")
      try $0.encode([Point?.none, Point()], named: "[0].x")
    }
  }

  private static func outcome<Value: Decodable>(
    _ type: Value.Type, _ name: String, _ data: Data, usesCells: Bool
  ) -> String {
    var unarchiver = KeyedUnarchiver()
    unarchiver.usesCells = usesCells
    unarchiver.verifiesChecksums = false
    do {
      let roots = try unarchiver.roots(of: data)
      return "\(roots.names) " + PlaceBytesTests.words(try roots.decode(type, named: name))
    } catch let error as ArchiveError {
      return "\(error.code) at \(error.byteOffset ?? -1), \(error.path): \(error.message)"
    } catch {
      return "\(error)"
    }
  }

  private static func expectSame(_ data: Data, _ note: String = "") {
    for name in ["", "point", "leaf", "[0].x", "none"] {
      func same<Value: Decodable>(_ type: Value.Type) {
        #expect(
          outcome(type, name, data, usesCells: false) == outcome(type, name, data, usesCells: true),
          "\(type), “\(name)” \(note)")
      }
      same([Entry].self)
      same(Point.self)
      same(String.self)
      same([Point?].self)
      same([String: Int].self)
      same(Int.self)
      same(ArchivedValue.self)
      same(PlaceBytesTests.Witness.self)
    }
  }

  @Test(.differential)
  func `each root as each type is the same value or error`() throws {
    try Self.expectSame(Self.archive())
    try Self.expectSame(Self.archive(KeyedArchiver(framing: .multiPart)))
    try Self.expectSame(Self.archive(KeyedArchiver(compression: .zlib(), framing: .multiPart)))
    try Self.expectSame(KeyedArchiver(framing: .singlePart).encode(Self.entries(3)))
    try Self.expectSame(KeyedArchiver(framing: .singlePart).encode("leaf"))
  }

  @Test(.differential)
  func `a changed byte is the same error or value`() throws {
    let data = try KeyedArchiver().encodeRoots {
      try $0.encode(Self.entries(4))
      try $0.encode(Point(), named: "point")
    }
    for offset in data.indices {
      for bit in [0, 2, 7] {
        var changed = data
        changed[offset] ^= 1 << bit
        Self.expectSame(changed, "byte \(offset), bit \(bit)")
      }
    }
  }

  @Test func `roots are decoded in any order and again`() throws {
    let roots = try KeyedUnarchiver().roots(of: Self.archive())
    #expect(roots.names == ["", "point", "leaf", "[0].x"])
    for _ in 0..<3 {
      #expect(try roots.decode([Point?].self, named: "[0].x") == [nil, Point()])
      #expect(try roots.decode([Entry].self) == Self.entries(20))
      #expect(throws: ArchiveError.self) { try roots.decode(Entry.self) }
      #expect(try roots.decode(String.self, named: "leaf") == "text")
      #expect(try roots.decode(Point.self, named: "point") == Point())
    }
  }

  /// A call that decodes a root while another value is decoded.
  private enum Inner {
    @TaskLocal static var decode: (@Sendable () throws -> Point)?
  }

  /// An entry that decodes a root between its fields.
  private struct Outer: Decodable {
    var name: String
    var point: Point?
    var values: [Int]
    enum Keys: String, CodingKey { case name, values }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      name = try container.decode(String.self, forKey: .name)
      point = try Inner.decode?()
      values = try container.decode([Int].self, forKey: .values)
    }
  }

  @Test func `a type may decode another root while it is decoded`() throws {
    // One thread decodes with them: the call inside of the one outside.
    nonisolated(unsafe) let roots = try KeyedUnarchiver().roots(of: Self.archive())
    let outer = try Inner.$decode.withValue({
      try unsafe roots.decode(Point.self, named: "point")
    }) {
      try unsafe roots.decode([Outer].self)
    }
    #expect(outer.map(\.name) == Self.entries(20).map(\.name))
    #expect(outer.map(\.values) == Self.entries(20).map(\.values))
    #expect(outer.allSatisfy { $0.point == Point() })
  }

  /// The roots are decoded inside of another call, and outside of it: the other call may have taken any engine.
  @Test func `roots are decoded inside of other calls`() throws {
    // One thread decodes with them: the call inside of the one outside.
    nonisolated(unsafe) let roots = try KeyedUnarchiver().roots(of: Self.archive())
    let other: Data = try KeyedArchiver().encode(Self.entries(20))
    for _ in 0..<3 {
      #expect(try unsafe roots.decode(Point.self, named: "point") == Point())
      let outer = try Inner.$decode.withValue({
        try unsafe roots.decode(Point.self, named: "point")
      }) {
        try KeyedUnarchiver().decode([Outer].self, from: other)
      }
      #expect(outer.map(\.values) == Self.entries(20).map(\.values))
      #expect(outer.allSatisfy { $0.point == Point() })
      #expect(try unsafe roots.decode([Entry].self) == Self.entries(20))
    }
  }
}
