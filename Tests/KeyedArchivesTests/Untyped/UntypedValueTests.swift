import ArchiveFormat
import ArchiveInspection
import Foundation
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
    #expect(try KeyedArchiver().encode(value) as [UInt8] == archive)
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
    #expect(direct == (try KeyedArchiver().encodeThroughTape(plain)))
    #expect(try unarchiver.decode(Older.self, from: direct).others.isEmpty)
    let json = try JSONDecoder().decode(Older.self, from: JSONEncoder().encode(old[0]))
    #expect(json.others["theme"]?.stringValue == "dark")
    #expect(
      try JSONDecoder().decode(Older.self, from: Data(#"{"volume":1,"last":2}"#.utf8)).others
        .isEmpty)
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
