import Foundation
import Testing

@testable import KeyedArchives

/// Roots that go straight to bytes are those of the general way, byte for byte.
@Suite struct DirectRootTests {
  private typealias Append = (inout RootsEncoder, String) throws -> Void

  private struct Point: Codable, Equatable {
    var x = 1
    var y: Double? = 2
  }

  private final class Node: Codable {
    var name: String
    var next: Node?

    init(_ name: String, _ next: Node? = nil) {
      self.name = name
      self.next = next
    }
  }

  private enum Event: Codable {
    case moved(Int)
    case named(String, Int?)
    case ended
  }

  private static let archivers = [
    KeyedArchiver(), KeyedArchiver(framing: .multiPart), KeyedArchiver(compression: .zlib()),
  ]

  private static func append<Value: Encodable>(_ value: Value) -> Append {
    { try $0.encode(value, named: $1) }
  }

  /// Roots of all kinds, large ones among them, in each of which blocks begin.
  private static func makeValues() -> [Append] {
    let shared = Node("shared")
    let points = (0..<40).map { Point(x: $0, y: $0.isMultiple(of: 3) ? nil : 1.5) }
    let events: [Event] = (0..<30).map { [.moved($0), .named("t", nil), .ended][$0 % 3] }
    return [
      append(5), append(-5), append(true), append(false), append("text"), append(""),
      append(String(repeating: "long ", count: 40)), append(1.5), append(Float(1)),
      append(UInt8(3)),
      append(Date(timeIntervalSinceReferenceDate: 1)), append(Data([1, 2])), append(Data()),
      append(Point()), append(Point(x: 2, y: nil)), append(points), append([Int]()),
      append([[Int]]()),
      append([[1, 2], []]), append([1, nil, 3] as [Int?]), append([true, false]), append(Set([1])),
      append(["a": 1]), append([1: points]), append(["k": points]), append(shared),
      append([Node("a", shared), Node("b")]), append([shared, shared]), append(events),
      append(Event.moved(1)), append(Event.ended), append(Event.named("x", nil)),
      append(Array(0..<200_000)), append((0..<40_000).map { Point(x: $0, y: nil) }),
      append((0..<40_000).map { "text \($0)" }), append(String(repeating: "x", count: 1_300_000)),
    ]
  }

  /// Encodes the chosen roots both ways, three times straight to bytes: an encoder learns.
  private func check(
    _ values: [Append], _ chosen: [Int], firstName: String = "", _ archiver: KeyedArchiver
  ) throws {
    func archive(isDirect: Bool) throws -> Data {
      try archiver.encodeRoots(isDirect: isDirect) { roots in
        for (number, index) in chosen.enumerated() {
          try values[index](&roots, number == 0 ? firstName : "root \(number)")
        }
        #expect(roots.writer.isDirect == isDirect, "\(chosen)")
      }
    }
    let general = try archive(isDirect: false)
    for _ in 0..<3 {
      #expect(try archive(isDirect: true) == general, "\(chosen), “\(firstName)”")
    }
  }

  @Test(arguments: archivers.indices)
  func `a root behind another one`(_ index: Int) throws {
    let values = Self.makeValues()
    for first in values.indices.dropLast(4) {
      for second in [0, 4, 13, 14, 15, 19, 26, 28, 31] {
        try check(values, [first, second], Self.archivers[index])
      }
      try check(values, [first], firstName: "alone", Self.archivers[index])
      try check(values, [first], Self.archivers[index])
      try check(values, [0, first, 13, first, first], firstName: "first", Self.archivers[index])
    }
  }

  @Test(arguments: archivers.indices)
  func `blocks begin in several roots`(_ index: Int) throws {
    let values = Self.makeValues()
    let large = values.indices.suffix(4)
    for first in large {
      for second in large { try check(values, [first, second, 15], Self.archivers[index]) }
      for small in [0, 4, 6, 13, 19, 25, 26, 29] {
        try check(values, [small, first, 26, first], Self.archivers[index])
      }
    }
  }

  private struct Failing: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(Point())
      throw CocoaError(.fileNoSuchFile)
    }
  }

  @Test func `a root that cannot be archived leaves no trace, and the others go on`() throws {
    let data = try KeyedArchiver().encodeRoots { roots in
      try roots.encode(Point(), named: "first")
      #expect(throws: CocoaError.self) { try roots.encode(Failing(), named: "second") }
      try roots.encode([Point()], named: "second")
      #expect(throws: ArchiveError.self) { try roots.encode(1, named: "first") }
      try roots.encode(Point(x: 7), named: "third")
    }
    let roots = try KeyedUnarchiver().roots(of: data)
    #expect(roots.names == ["first", "second", "third"])
    #expect(try roots.decode([Point].self, named: "second") == [Point()])
    #expect(try roots.decode(Point.self, named: "third").x == 7)
  }

  private struct BadlyNamed: Codable, ArchiveNamed {
    static let archiveName = "bad\nname"
    var a = 1
  }

  @Test(arguments: [true, false])
  func `a name that cannot be written is an error of its root`(_ isDirect: Bool) throws {
    let data = try KeyedArchiver().encodeRoots(isDirect: isDirect) { roots in
      try roots.encode(SameNames.Record(), named: "a")
      #expect(throws: ArchiveError.self) { try roots.encode([SameNames.Object()], named: "b") }
      #expect(throws: ArchiveError.self) { try roots.encode(BadlyNamed(), named: "b") }
      try roots.encode(1, named: "c")
    }
    #expect(try KeyedUnarchiver().roots(of: data).names == ["a", "c"])
  }

  /// Adds a root while it is encoded.
  private struct Reentering: Encodable {
    let roots: RootsEncoder
    func encode(to encoder: any Encoder) throws {
      var roots = roots
      #expect(throws: ArchiveError.self) { try roots.encode(5, named: "inner") }
      var container = encoder.singleValueContainer()
      try container.encode(1)
    }
  }

  @Test func `no root is added while another one is encoded`() throws {
    let data = try KeyedArchiver().encodeRoots { roots in
      try roots.encode(0, named: "first")
      try roots.encode(Reentering(roots: roots), named: "second")
    }
    #expect(try KeyedUnarchiver().roots(of: data).names == ["first", "second"])
  }

  @Test func `what the closure throws is thrown`() throws {
    #expect(throws: CocoaError.self) {
      _ = try KeyedArchiver().encodeRoots { roots in
        try roots.encode(Point())
        throw CocoaError(.fileNoSuchFile)
      }
    }
  }

  @Test func `thousands of roots`() throws {
    let data = try KeyedArchiver().encodeRoots { roots in
      for number in 0..<3_000 { try roots.encode(Point(x: number), named: "\(number)") }
      #expect(roots.writer.isDirect)
    }
    let roots = try KeyedUnarchiver().roots(of: data)
    #expect(try roots.decode(Point.self, named: "2999").x == 2_999)
  }
}
