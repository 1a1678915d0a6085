import ArchiveFormat
import ArchiveInspection
import Foundation
import TestTraits
import Testing

@testable import KeyedArchives

/// `ArchivedValue` and unknown fields where types are expected.
@Suite struct UntypedValueTests {
  enum Choice: Codable {
    case one
    case two(Int, name: String)
  }

  final class Node: Codable {
    var name: String
    init(_ name: String) { self.name = name }
  }

  struct Source: Codable {
    var flag = true
    var small: Int8 = -3
    var texts = ["a", "b"]
    var numbers = [1.0, 2.0, 3.0]
    var date = Date(timeIntervalSinceReferenceDate: 5)
    var id = UUID()
    var url = URL(string: "a", relativeTo: URL(string: "http://b/"))
    var choices: [Choice] = [.one, .two(1, name: "x")]
    var map = [1: "x"]
    var data = Data([1, 2, 3])
    var none: Int?
    var nodes: [Node]
    var set: Set<Int> = [5]
  }

  /// It goes in and out as it is, whole or in parts.
  @Test func passesThrough() throws {
    struct Parts: Codable {
      var flag: ArchivedValue
      var small: ArchivedValue
      var texts: [ArchivedValue]
      var numbers: [ArchivedValue]
      var date, id, url, choices, map, data: ArchivedValue
      var none: ArchivedValue?
      var nodes: [ArchivedValue]
      var set: ArchivedValue
    }
    let node = Node("n")
    let source = Source(nodes: [node, Node("m"), node])
    let archive: [UInt8] = try KeyedArchiver().encode(source)
    let value = try KeyedUnarchiver().decode(ArchivedValue.self, from: archive)
    #expect(value["small"]?.integerValue == -3 && value["texts"]?[1]?.stringValue == "b")
    #expect(value["nodes"]?[2]?.target?.body?["name"]?.stringValue == "n")
    let path = try ArchivePath(parsing: "nodes[2].name")
    #expect(
      value[path]?.stringValue == "n" && value[ArchivePath([.key("nodes"), .index(3)])] == nil)
    #expect(try KeyedArchiver().encode(value) as [UInt8] == archive)
    let text = try KeyedUnarchiver().decode(String.self, at: "texts[1]", from: Data(archive))
    #expect(text == "b")
    #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver().decode(String.self, at: "texts[", from: Data(archive))
    }
    let parts = try KeyedUnarchiver().decode(Parts.self, from: archive)
    #expect(parts.numbers[2].doubleValue == 3)
    #expect(parts.nodes[0].objectNumber == parts.nodes[2].objectNumber)
    let again: Data = try KeyedArchiver().encode(parts)
    let back = try KeyedUnarchiver().decode(Source.self, from: again)
    #expect(back.nodes[0] === back.nodes[2] && back.nodes[1].name == "m")
    #expect(back.url == source.url && back.id == source.id && back.map == source.map)
    #expect(back.none == nil && back.set == source.set && back.data == source.data)
  }

  /// Trees of other coders become values, and values trees.
  @Test func otherCoders() throws {
    let json = #"{"a":[1,2.5,"x",true,null],"b":{"c":18446744073709551615}}"#
    let value = try JSONDecoder().decode(ArchivedValue.self, from: Data(json.utf8))
    #expect(value["a"]?[1]?.doubleValue == 2.5 && value["a"]?[4]?.kind == .null)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(value), as: UTF8.self) == json)
    let archive: Data = try KeyedArchiver().encode(value)
    let again = try KeyedUnarchiver().decode(ArchivedValue.self, from: archive)
    #expect(String(decoding: try encoder.encode(again), as: UTF8.self) == json)
    let node = Node("n")
    let graph = try KeyedUnarchiver().decode(
      ArchivedValue.self, from: KeyedArchiver().encode([node, node]) as Data)
    #expect(throws: EncodingError.self) { try encoder.encode(graph) }
    let alone = try KeyedUnarchiver().decode(
      ArchivedValue.self, from: KeyedArchiver().encode([Source(nodes: [node])]) as Data)
    let tree = try JSONDecoder().decode(ArchivedValue.self, from: encoder.encode(alone))
    #expect(tree[0]?["nodes"]?[0]?["name"]?.stringValue == "n")
    let deep = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    #expect(throws: Never.self) {
      try JSONDecoder().decode(ArchivedValue.self, from: Data(deep.utf8))
    }
  }

  /// Fields that a type does not know come through it.
  @Test(arguments: [false, true]) func unknownFields(usesCells: Bool) throws {
    struct Newer: Codable, Equatable, ArchiveNamed {
      static let archiveName = "Settings"
      var volume = 0.5
      var theme: String? = "dark"
      var sizes = [1, 2, 3]
      var none: Int?
      var last = 9
    }
    struct Older: Codable, ArchiveNamed {
      static let archiveName = "Settings"
      var volume: Double
      var others: ArchivedUnknownFields
      var last: Int
    }
    var unarchiver = KeyedUnarchiver()
    unarchiver.usesCells = usesCells
    let archive: Data = try KeyedArchiver().encode([Newer(), Newer(volume: 1, theme: nil)])
    var old = try unarchiver.decode([Older].self, from: archive)
    #expect(old[0].others.fields.map(\.key) == ["theme", "sizes"])
    #expect(old[0].others["sizes"]?[2]?.integerValue == 3)
    old[1].volume = 0.25
    let again: Data = try KeyedArchiver().encode(old)
    let new = try unarchiver.decode([Newer].self, from: again)
    #expect(new == [Newer(), Newer(volume: 0.25, theme: nil)])
    // Without any, nothing is written, and other coders do without.
    let plain = Older(volume: 1, others: ArchivedUnknownFields(), last: 2)
    let direct: [UInt8] = try KeyedArchiver().encode(plain)
    if Differential.isWantedHere() {
      #expect(direct == (try KeyedArchiver().encodeThroughTape(plain)))
    }
    #expect(try unarchiver.decode(Older.self, from: direct).others.isEmpty)
    let json = try JSONDecoder().decode(Older.self, from: JSONEncoder().encode(old[0]))
    #expect(json.others["theme"]?.stringValue == "dark")
    #expect(
      try JSONDecoder().decode(Older.self, from: Data(#"{"volume":1,"last":2}"#.utf8)).others
        .isEmpty)
  }

  /// A field that was encoded as none passes through as such, in the same shape.
  @Test(arguments: [false, true]) func absentFields(usesCells: Bool) throws {
    struct Newer: Codable, ArchiveNamed, ArchiveEvolving {
      static let archiveName = "Settings"
      static var archiveEvolution: ArchiveEvolution {
        ArchiveEvolution(of: Newer.self).default("default", for: "note")
      }
      var x = 1
      var note: String?
    }
    struct Older: Codable, ArchiveNamed {
      static let archiveName = "Settings"
      var x = 1
      var others: ArchivedUnknownFields
    }
    var unarchiver = KeyedUnarchiver()
    unarchiver.usesCells = usesCells
    for rows in [[Newer()], [Newer(note: "a"), Newer()]] {
      let archive: [UInt8] = try KeyedArchiver().encode(rows)
      let old = try unarchiver.decode([Older].self, from: archive)
      #expect(try KeyedArchiver().encode(old) as [UInt8] == archive)
      #expect(try unarchiver.decode([Newer].self, from: archive).map(\.note) == rows.map(\.note))
    }
  }

  /// Unknown fields of superclasses and nested containers, whose objects are mentioned late.
  @Test func unknownObjectsInside() throws {
    final class Newer: Codable, ArchiveNamed {
      static let archiveName = "Outer"
      var node = Node("inner")
      enum CodingKeys: CodingKey { case nested }
      enum Inner: CodingKey { case node, again }
      init() {}
      init(from decoder: any Decoder) throws {
        let inner = try decoder.container(keyedBy: CodingKeys.self).nestedContainer(
          keyedBy: Inner.self, forKey: .nested)
        node = try inner.decode(Node.self, forKey: .node)
        #expect(try inner.decode(Node.self, forKey: .again) === node)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        var inner = container.nestedContainer(keyedBy: Inner.self, forKey: .nested)
        try inner.encode(node, forKey: .node)
        try inner.encode(node, forKey: .again)
      }
    }
    final class Older: Codable, ArchiveNamed {
      static let archiveName = "Outer"
      var others: ArchivedUnknownFields
      enum CodingKeys: CodingKey { case nested }
      enum Inner: CodingKey { case others }
      init(from decoder: any Decoder) throws {
        let inner = try decoder.container(keyedBy: CodingKeys.self).nestedContainer(
          keyedBy: Inner.self, forKey: .nested)
        others = try inner.decode(ArchivedUnknownFields.self, forKey: .others)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        var inner = container.nestedContainer(keyedBy: Inner.self, forKey: .nested)
        try inner.encode(others, forKey: .others)
      }
    }
    let archive: Data = try KeyedArchiver().encode(Newer())
    let old = try KeyedUnarchiver().decode(Older.self, from: archive)
    let again: Data = try KeyedArchiver().encode(old)
    #expect(try KeyedUnarchiver().decode(Newer.self, from: again).node.name == "inner")
  }

  /// What is built is counted, however often a record is reached.
  @Test func costs() throws {
    final class Wide: Codable, ArchiveNamed {
      static let archiveName = "Wide"
      var values: [String: Int] = [:]
      init(_ count: Int) { for number in 0..<count { values["k\(number)"] = number } }
      init(from decoder: any Decoder) throws {}
      func encode(to encoder: any Encoder) throws { try values.encode(to: encoder) }
    }
    struct Fields: Decodable {
      enum CodingKeys: CodingKey { case others }
      init(from decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: CodingKeys.self)
          .decode(ArchivedUnknownFields.self, forKey: .others)
      }
    }
    let wide = Wide(150)
    let archive: Data = try KeyedArchiver().encode(Array(repeating: wide, count: 150))
    var unarchiver = KeyedUnarchiver()
    #expect(try unarchiver.decode([Fields].self, from: archive).count == 150)
    unarchiver.limits.maximumMaterializedByteCount = 100_000
    let error = #expect(throws: ArchiveError.self) {
      try unarchiver.decode([Fields].self, from: archive)
    }
    #expect(error?.code == .limitExceeded)
    // Values of one document that are taken often are looked through once.
    let values = try KeyedUnarchiver().decode([ArchivedValue].self, from: archive)
    #expect(values.count == 150 && values[149].target?.body?.body?["k7"]?.integerValue == 7)
  }

  /// Documents that come and go while something is encoded are not taken for each other.
  @Test func passingDocuments() throws {
    struct First: Codable { var a = 1 }
    struct Second: Codable { var b = [First()], c = [1.5: First()] }
    struct Many: Encodable {
      let archives: [Data]
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for index in 0..<100 {
          try container.encode(
            KeyedUnarchiver().decode(ArchivedValue.self, from: archives[index % archives.count]))
        }
      }
    }
    let archives: [Data] = [
      try KeyedArchiver().encode([First()]), try KeyedArchiver().encode(Second()),
      try KeyedArchiver().encode([Node("n")]),
    ]
    let archive: Data = try KeyedArchiver().encode(Many(archives: archives))
    let values = try KeyedUnarchiver().decode([ArchivedValue].self, from: archive)
    let numbers = stride(from: 2, to: 100, by: 3).compactMap { values[$0][0]?.objectNumber }
    #expect(Set(numbers).count == 33)
  }

  /// Objects among unknown fields are the ones that the graph has.
  @Test func unknownObjects() throws {
    final class Newer: Codable, ArchiveNamed {
      static let archiveName = "Holder"
      var known: Node
      var node: Node
      @BackReference var me: Newer?
      init(_ node: Node) {
        known = node
        self.node = node
      }
    }
    final class Older: Codable, ArchiveNamed {
      static let archiveName = "Holder"
      var known: Node
      var others: ArchivedUnknownFields
    }
    let source = Newer(Node("n"))
    source.me = source
    let archive: Data = try KeyedArchiver().encode(source)
    let old = try KeyedUnarchiver().decode(Older.self, from: archive)
    old.known.name = "m"
    let again: Data = try KeyedArchiver().encode(old)
    let new = try KeyedUnarchiver().decode(Newer.self, from: again)
    #expect(new.known === new.node && new.node.name == "m" && new.me === new)
  }

  /// Classes that share a container keep each other's fields once.
  @Test func sharedContainers() throws {
    class Base: Codable {
      var a = 1
      var others = ArchivedUnknownFields()
      init() {}
    }
    final class Sub: Base {
      var b = 2
      override init() { super.init() }
      enum CodingKeys: String, CodingKey { case b }
      required init(from decoder: any Decoder) throws {
        b = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .b)
        try super.init(from: decoder)
      }
      override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(b, forKey: .b)
      }
    }
    let sub = Sub()
    sub.b = 7
    let archive: Data = try KeyedArchiver().encode(sub)
    let back = try KeyedUnarchiver().decode(Sub.self, from: archive)
    #expect(back.b == 7)
    back.b = 8
    let again: Data = try KeyedArchiver().encode(back)
    #expect(try KeyedUnarchiver().decode(Sub.self, from: again).b == 8)
  }
}
