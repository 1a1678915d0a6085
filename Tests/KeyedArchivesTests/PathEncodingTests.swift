import Foundation
import Testing

@testable import KeyedArchives

/// Values that look at their coding path when they are encoded.
@Suite struct PathEncodingTests {
  /// Writes its path.
  private struct Place: Codable, Hashable {
    var note = 0

    private enum CodingKeys: CodingKey { case path, note }

    func encode(to encoder: any Encoder) throws {
      let path = encoder.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(path.joined(separator: "/"), forKey: .path)
      try container.encode(note, forKey: .note)
    }

    init(_ note: Int = 0) { self.note = note }
    init(from decoder: any Decoder) throws {
      note = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .note)
    }
  }

  /// Writes it as a single value, which asks for the path too.
  private struct Single: Encodable, Hashable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      #expect(container.codingPath.count == encoder.codingPath.count)
      try container.encode(container.codingPath.map(\.stringValue).joined(separator: "/"))
    }
  }

  private struct Wrapped: Encodable {
    var place = Place()
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(place)
    }
  }

  private struct Holder: Encodable {
    var before = 1
    var place = Place()
    var maybe: Place? = Place()
    var none: Place?
    var single = Single()
    var wrapped = Wrapped()
    var after = "text"
  }

  private final class Node: Encodable {
    var place = Place()
    var next: Node?
    init(_ next: Node? = nil) { self.next = next }
  }

  private enum Case: Encodable {
    case one(Place)
    case two(first: Place, Int)
  }

  private struct Unkeyed: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(1)
      try container.encode(Place())
      try container.encodeNil()
      var inner = container.nestedUnkeyedContainer()
      try inner.encode(Place())
      var keyed = container.nestedContainer(keyedBy: Keys.self)
      try keyed.encode(Place(), forKey: .second)
      try container.encode(Place())
    }
  }

  private enum Keys: CodingKey { case first, second, third }

  private struct Nested: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      var nested = container.nestedContainer(keyedBy: Keys.self, forKey: .first)
      try nested.encode(Place(), forKey: .second)
      var list = container.nestedUnkeyedContainer(forKey: .second)
      try list.encode(Place())
      try list.encode(Place())
      try container.encode(Place(), forKey: .third)
    }
  }

  private class Base: Encodable {
    var place = Place()
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(place, forKey: .first)
    }
  }

  private final class Derived: Base {
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(Place(), forKey: .second)
      try super.encode(to: container.superEncoder())
    }
  }

  /// Looks at the path of a container, or after it has encoded a field.
  private struct Late: Encodable {
    var looksAtContainer: Bool
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(Place(), forKey: .first)
      let path = looksAtContainer ? container.codingPath : encoder.codingPath
      try container.encode(path.map(\.stringValue), forKey: .second)
    }
  }

  /// A record that generated code writes, but for the field that looks at its path.
  private struct Generated: Codable, ArchivableRecord {
    var number = 1
    var place = Place()

    init() {}

    static func describeFields(_ fields: inout ArchiveFields) {
      fields.add("number", \Self.number)
      fields.add("place", \Self.place)
    }

    func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
      writer.put(number, at: places[0])
      writer.put(place, at: places[1])
    }

    init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
      var bits = try reader.takeBits(at: places)
      number = try reader.take(Int.self, &bits, at: places[0])
      place = try reader.take(Place.self, &bits, at: places[1])
    }
  }

  private func check<Value: Encodable>(_ value: Value, isDirect: Bool = true) throws {
    let archiver = KeyedArchiver()
    for _ in 0..<4 {
      let direct = try unsafe archiver.directly(value, { unsafe Array($0) }, { $0.array })
      let general = try archiver.encodeThroughTape(value)
      #expect(direct == general || direct == nil && !isDirect, "\(value)")
    }
  }

  @Test func `the path is that of the general way, wherever the value stands`() throws {
    try check(Place())
    try check(Single())
    try check([Place(), Place(1)])
    try check([[Place()], [], [Place(), Place()]])
    try check(Holder())
    try check((0..<20).map { Holder(before: $0, maybe: $0 < 15 ? Place() : nil) })
    try check([Case.one(Place()), .two(first: Place(), 1)])
    try check(Nested())
    try check([Nested(), Nested()])
    try check(Unkeyed())
    try check(Node(Node(Node())))
    try check([Node(), Node(Node())])
    try check(Set([Place()]))
  }

  @Test func `paths that are not at hand come from the general way`() throws {
    try check(["key": Place()], isDirect: false)
    try check([1: [Place()]], isDirect: false)
    try check([Place?.none, Place(), nil, Place()], isDirect: false)
    try check([Place??.none, Place(), nil, .some(nil)], isDirect: false)
    try check(Derived(), isDirect: false)
    try check(Late(looksAtContainer: true), isDirect: false)
    try check([Late(looksAtContainer: false), Late(looksAtContainer: false)], isDirect: false)
    try check([Place(): 1], isDirect: false)
    try check([Generated(), Generated()], isDirect: false)
    try check(["key": [Generated()]], isDirect: false)
  }

  @Test func `streams and roots tell the path`() throws {
    let values = (0..<30).map { Holder(before: $0, maybe: $0 % 7 == 3 ? nil : Place()) }
    let direct = try elements(ArchivedValue.self, of: stream(values))
    let general = try elements(ArchivedValue.self, of: stream(values, isDirect: false))
    #expect(
      direct.map { $0["place"]?["path"]?.stringValue }
        == general.map { $0["place"]?["path"]?.stringValue })
    #expect(
      try KeyedArchiver().encodeRoots { try $0.encode(values, named: "a") }
        == KeyedArchiver().encodeRoots(isDirect: false) { try $0.encode(values, named: "a") })
  }
}
