import ArchiveInspection
import Foundation
import Testing

@testable import KeyedArchives

/// Values whose type the archive names and the caller's list knows.
@Suite struct ExistentialTests {
  protocol Shape { var area: Double { get } }

  struct Square: Shape, Codable {
    var side = 2.0
    var area: Double { side * side }
  }

  final class Circle: Shape, Codable {
    var radius = 1.0
    var area: Double { radius * 3 }
  }

  enum Tile: String, Shape, Codable {
    case small, large
    var area: Double { self == .small ? 1 : 9 }
  }

  enum Sum: Shape, Codable {
    case of([Double])
    case nothing
    var area: Double { if case .of(let parts) = self { parts.reduce(0, +) } else { 0 } }
  }

  /// One that is stored as an array, and holds others.
  struct Group: Shape, Codable {
    @ExistentialArray var shapes: [any Shape]
    var area: Double { shapes.reduce(0) { $0 + $1.area } }

    init(_ shapes: [any Shape]) { self.shapes = shapes }
    init(from decoder: any Decoder) throws {
      _shapes = try decoder.singleValueContainer().decode(ExistentialArray<any Shape>.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(_shapes)
    }
  }

  struct Drawing: Codable {
    @Existential var background: any Shape
    @Existential var frame: (any Shape)?
    @Existential var none: (any Shape)?
    @ExistentialArray var shapes: [any Shape]
    @ExistentialDictionary var named: [String: any Shape]
    @Existential var anything: Any
    var plain: [Existential<any Shape>?]
  }

  private static let types: TypeAllowList = [
    Square.self, Circle.self, Tile.self, Sum.self, Group.self, Int.self,
  ]

  private static func drawing() -> Drawing {
    let circle = Circle()
    return Drawing(
      background: Square(), frame: circle, none: nil,
      shapes: [
        circle, Tile.large, Sum.of([1, 2]), Sum.nothing,
        Group([Square(side: 3), circle, Group([])]), Square(),
      ],
      named: ["t": Tile.small, "c": circle], anything: 7,
      plain: [Existential(wrappedValue: Square(side: 1)), nil])
  }

  @Test(arguments: Layout.all) func `structs, enums and classes come back`(
    _ layout: Layout
  ) throws {
    let bytes = try layout.bytes(Self.drawing())
    #expect(ArchiveVerification(of: bytes).findings.isEmpty)
    let copy = try #require(ArchiveInspector(bytes).roots.first).value.archived(
      as: ArchiveLayout(framing: layout.framing, packing: layout.compression))
    #expect(copy == bytes)
    for usesCells in [true, false] {
      var unarchiver = KeyedUnarchiver(allowedTypes: Self.types)
      unarchiver.usesCells = usesCells
      let back = try unarchiver.decode(Drawing.self, from: bytes)
      #expect((back.background as? Square)?.side == 2)
      let circle = try #require(back.frame as? Circle)
      #expect(back.none == nil)
      #expect(back.shapes[0] as? Circle === circle)
      #expect(back.shapes[1] as? Tile == .large)
      #expect(back.shapes.map(\.area) == [3, 9, 3, 0, 12, 4])
      #expect((back.shapes[4] as? Group)?.shapes[1] as? Circle === circle)
      #expect(back.named["c"] as? Circle === circle && back.named["t"] as? Tile == .small)
      #expect(back.anything as? Int == 7)
      #expect((back.plain[0]?.wrappedValue as? Square)?.side == 1 && back.plain[1] == nil)
    }
  }

  private func error(_ body: () throws -> Void) -> ArchiveError? {
    do {
      try body()
      return nil
    } catch { return error as? ArchiveError }
  }

  @Test func `what is not listed is refused, with its place`() throws {
    struct Two: Codable {
      @ExistentialArray var shapes: [any Shape]
      @Existential var last: any Shape
    }
    let bytes: [UInt8] = try KeyedArchiver().encode(
      Two(shapes: [Square(), Tile.small], last: Circle()))
    let first = error { _ = try KeyedUnarchiver().decode(Two.self, from: bytes) }
    #expect(first?.code == .typeNotAllowed && first?.path.description == "$.shapes[0]")
    let second = error {
      _ = try KeyedUnarchiver(allowedTypes: [Square.self, Circle.self]).decode(
        Two.self, from: bytes)
    }
    #expect(second?.code == .typeNotAllowed && second?.path.description == "$.shapes[1]")
    #expect(second?.message.contains("ExistentialTests.Tile") == true)
    var list: TypeAllowList = [Square.self, Tile.self]
    list.allow(Circle.self, under: ArchivePath([.key("shapes")]))
    let third = error { _ = try KeyedUnarchiver(allowedTypes: list).decode(Two.self, from: bytes) }
    #expect(third?.code == .typeNotAllowed && third?.path.description == "$.last")
    list.allow(Circle.self, under: ArchivePath([.key("last")]))
    #expect(try KeyedUnarchiver(allowedTypes: list).decode(Two.self, from: bytes).last.area == 3)
  }

  @Test func `a listed type of another kind, and values without a name`() throws {
    struct One<Base>: Codable { @Existential var value: Base }
    let bytes: [UInt8] = try KeyedArchiver().encode(One<Any>(value: 5))
    let unarchiver = KeyedUnarchiver(allowedTypes: Self.types)
    #expect(
      error { _ = try unarchiver.decode(One<any Shape>.self, from: bytes) }?.code == .typeMismatch)
    let plain: [UInt8] = try KeyedArchiver().encode(["value": 5])
    #expect(
      error { _ = try unarchiver.decode(One<any Shape>.self, from: plain) }?.code == .typeMismatch)
    let none: [UInt8] = try KeyedArchiver().encode(["value": nil] as [String: Int?])
    #expect(
      error { _ = try unarchiver.decode(One<any Shape>.self, from: none) }?.code
        == .valueNotFound)
    struct Silent: Shape { var area = 1.0 }
    #expect(
      error { _ = try KeyedArchiver().encode(One<any Shape>(value: Silent())) as [UInt8] }?.code
        == .invalidValue)
    #expect(throws: EncodingError.self) {
      try JSONEncoder().encode(One<any Shape>(value: Square()))
    }
  }

  @Test func `a renamed value type is read by its old name`() throws {
    struct Old: Shape, Codable { var area = 5.0 }
    struct New: Shape, Codable { var area = 0.0 }
    let bytes: [UInt8] = try KeyedArchiver().encode([Existential<any Shape>(wrappedValue: Old())])
    var unarchiver = KeyedUnarchiver()
    unarchiver.allowedTypes.allow(New.self, names: [KeyedArchiver.archiveName(of: Old.self)])
    let back = try unarchiver.decode([Existential<any Shape>].self, from: bytes)
    #expect((back[0].wrappedValue as? New)?.area == 5)
  }

  @Test func `references in values with labels keep their objects`() throws {
    typealias Link = ReferenceSamples.Link
    // Stored as arrays, and so labelled after they were written.
    struct Row: Codable {
      var links: [Link]
      init(_ links: [Link]) { self.links = links }
      init(from decoder: any Decoder) throws {
        links = try decoder.singleValueContainer().decode([Link].self)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(links)
      }
    }
    struct Table: Codable {
      @ExistentialArray var rows: [Any]
      var last: [Link]
    }
    let links = (0..<3).map { Link($0) }
    for (link, next) in zip(links, links[1...] + [links[0]]) { link.next = next }
    let table = Table(rows: [Row([links[0]]), Row([links[2], links[0]])], last: links)
    for layout in Layout.all {
      let bytes = try layout.bytes(table)
      let back = try KeyedUnarchiver(allowedTypes: [Row.self]).decode(Table.self, from: bytes)
      let rows = back.rows.compactMap { $0 as? Row }
      #expect(rows[0].links[0] === back.last[0] && rows[1].links[0] === back.last[2])
      #expect(rows[1].links[1] === back.last[0] && back.last[2].next === back.last[0])
      back.last.forEach { $0.next = nil }
    }
    links.forEach { $0.next = nil }
  }

  @Test func `existentials in existentials are what is in them`() throws {
    let inner = Existential<any Shape>(wrappedValue: Tile.large)
    let bytes: [UInt8] = try KeyedArchiver().encode(Existential<Any>(wrappedValue: inner))
    let back = try KeyedUnarchiver(allowedTypes: [Tile.self]).decode(
      Existential<any Shape>.self, from: bytes)
    #expect(back.wrappedValue as? Tile == .large)
    // Nor is one made because it is listed.
    struct Labelled: Codable, ArchiveNamed {
      static var archiveName: String { KeyedArchiver.archiveName(of: Existential<any Shape>.self) }
      var value = 1
    }
    let labelled: [UInt8] = try KeyedArchiver().encode(Existential<Any>(wrappedValue: Labelled()))
    let refused = error {
      _ = try KeyedUnarchiver(allowedTypes: [Existential<any Shape>.self]).decode(
        Existential<Any>.self, from: labelled)
    }
    #expect(refused?.code == .typeNotAllowed)
  }

  @Test func `a missing key is none where there may be none`() throws {
    struct Before: Codable { var number = 1 }
    struct After: Codable {
      var number = 0
      @Existential var shape: (any Shape)?
    }
    let bytes: [UInt8] = try KeyedArchiver().encode(Before())
    let after = try KeyedUnarchiver().decode(After.self, from: bytes)
    #expect(after.number == 1 && after.shape == nil)
    struct Needing: Codable { @Existential var shape: any Shape }
    #expect(
      error { _ = try KeyedUnarchiver().decode(Needing.self, from: bytes) }?.code == .keyNotFound)
  }
}
