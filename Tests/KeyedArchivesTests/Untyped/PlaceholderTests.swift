import ArchiveFormat
import Foundation
import Testing

@testable import KeyedArchives

/// Values of types that a reader does not know, on their way through its hands.
@Suite struct PlaceholderTests {
  protocol Shape {}

  final class Style: Codable {
    var name: String
    init(_ name: String) { self.name = name }
  }

  /// A type that only the newer program knows.
  final class Widget: Codable, Shape, ArchiveNamed, ArchiveEvolving {
    static let archiveName = "Widget"
    static let archiveEvolution = ArchiveEvolution(of: Widget.self, version: 4)
    var title: String
    var numbers = [1.5, 2.5]
    var note: String?
    var style: Style
    var hidden = Style("hidden")
    var part: Widget?
    @BackReference var owner: Document?
    @WeakReference var peer: Widget?

    init(_ title: String, _ style: Style) {
      self.title = title
      self.style = style
    }
  }

  struct Square: Codable, Shape { var side = 2.0 }

  final class Document: Codable, ArchiveNamed {
    static let archiveName = "Document"
    @ExistentialArray var shapes: [any Shape]
    @Existential var first: (any Shape)?
    var styles: [Style]
    init(_ shapes: [any Shape], _ styles: [Style]) {
      self.shapes = shapes
      self.styles = styles
    }
  }

  /// As the older program has it.
  final class OldDocument: Codable, ArchiveNamed {
    static let archiveName = "Document"
    @ExistentialArray var shapes: [Any]
    @Existential var first: Any?
    var styles: [Style]
  }

  private static func document() -> Document {
    let style = Style("shared")
    let (first, second) = (Widget("first", style), Widget("second", style))
    second.part = first
    second.note = "kept"
    first.peer = second
    let document = Document([Square(), first, second, first], [Style("other"), style])
    document.first = second
    first.owner = document
    return document
  }

  private static var older: KeyedUnarchiver {
    var unarchiver = KeyedUnarchiver(allowedTypes: [Square.self])
    unarchiver.unknownTypeHandler = { unknown in
      #expect(unknown.name == "Widget" && unknown.version == 4 && unknown.isClass)
      return ArchivedPlaceholder.self
    }
    return unarchiver
  }

  private static let newer = KeyedUnarchiver(allowedTypes: [Square.self, Widget.self])

  private func check(_ document: Document, style: String = "shared") throws {
    let first = try #require(document.shapes[1] as? Widget)
    let second = try #require(document.shapes[2] as? Widget)
    #expect(document.shapes[0] is Square)
    #expect(document.shapes[3] as? Widget === first)
    #expect(document.first as? Widget === second)
    #expect(first.title == "first" && second.title == "second")
    #expect(second.note == "kept" && first.note == nil && first.numbers == [1.5, 2.5])
    #expect(second.part === first && first.peer === second)
    #expect(first.style === second.style && first.style === document.styles[1])
    #expect(first.style.name == style && first.hidden.name == "hidden")
    #expect(first.owner === document)
  }

  /// The next reader that knows the type gets everything, with all identities, also those between unknown and known
  /// objects; what the older program changed is changed.
  @Test(arguments: [KeyedArchiver(), KeyedArchiver(compression: .zlib(), framing: .multiPart)])
  func passesThrough(_ archiver: KeyedArchiver) throws {
    let archive: Data = try archiver.encode(Self.document())
    try check(Self.newer.decode(Document.self, from: archive))
    let old = try Self.older.decode(OldDocument.self, from: archive)
    let placeholder = try #require(old.shapes[1] as? ArchivedPlaceholder)
    #expect(old.shapes[3] as? ArchivedPlaceholder === placeholder)
    #expect(placeholder.typeName == "Widget" && placeholder.typeVersion == 4)
    #expect(placeholder.value.body?["title"]?.stringValue == "first")
    #expect(try Self.newer.decode(Widget.self, from: placeholder.value).title == "first")
    let refused = #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver().decode(Style.self, from: placeholder.value)
    }
    #expect(refused?.code == .typeNotAllowed)
    let number = try #require(placeholder.value.body?["numbers"]?[1])
    #expect(try KeyedUnarchiver().decode(Double.self, from: number) == 2.5)
    old.styles[1].name = "changed"
    let again: Data = try archiver.encode(old)
    try check(Self.newer.decode(Document.self, from: again), style: "changed")
    // Once more, through two hands.
    let older = try Self.older.decode(OldDocument.self, from: again)
    let last: Data = try archiver.encode(older)
    try check(Self.newer.decode(Document.self, from: last), style: "changed")
    #expect(try KeyedUnarchiver().requirements(of: last).types.count == 4)
  }

  /// Without changes the archive is the same, byte by byte.
  @Test func sameBytes() throws {
    let archive: [UInt8] = try KeyedArchiver().encode(Self.document())
    let old = try Self.older.decode(OldDocument.self, from: archive)
    let again: [UInt8] = try KeyedArchiver().encode(old)
    #expect(again == archive)
  }

  /// An object that nobody holds any more is written as it was.
  @Test func lostInstances() throws {
    let archive: Data = try KeyedArchiver().encode(Self.document())
    let old = try Self.older.decode(OldDocument.self, from: archive)
    old.styles = [Style("a"), Style("b")]
    let again: Data = try KeyedArchiver().encode(old)
    let new = try Self.newer.decode(Document.self, from: again)
    let widget = try #require(new.shapes[1] as? Widget)
    #expect(widget.style.name == "shared" && widget.style !== new.styles[1])
    #expect((new.shapes[2] as? Widget)?.style === widget.style)
    #expect(widget.owner === new)
  }

  /// Alone, out of its graph, it brings along what it refers to.
  @Test func alone() throws {
    let archive: Data = try KeyedArchiver().encode(Self.document())
    let old = try Self.older.decode(OldDocument.self, from: archive)
    let placeholder = try #require(old.shapes[2] as? ArchivedPlaceholder)
    let again: Data = try KeyedArchiver().encode(["it": placeholder])
    let new = try Self.newer.decode([String: Widget].self, from: again)
    #expect(new["it"]?.part?.peer === new["it"])
    #expect(new["it"]?.part?.style === new["it"]?.style)
    #expect(new["it"]?.part?.owner?.shapes.count == 4)
  }

  /// In properties of its type it takes anything, and what it holds is never run.
  @Test func declared() throws {
    struct Keeper: Codable, ArchiveNamed {
      static let archiveName = "Keeper"
      var something: ArchivedPlaceholder
      var maybe: ArchivedPlaceholder?
      var none: ArchivedPlaceholder?
      var all: [ArchivedPlaceholder]
      @BackReference var back: ArchivedPlaceholder?
    }
    struct Source: Codable, ArchiveNamed {
      static let archiveName = "Keeper"
      var something = Square()
      var maybe: Style? = Style("x")
      var none: Style?
      var all: [Style]
      @BackReference var back: Style?
    }
    let style = Style("y")
    let source = Source(all: [style, style], back: BackReference(wrappedValue: style))
    let archive: Data = try KeyedArchiver().encode(source)
    let kept = try KeyedUnarchiver().decode(Keeper.self, from: archive)
    #expect(kept.something.value["side"]?.doubleValue == 2 && kept.none == nil)
    #expect(kept.all[0] === kept.all[1] && kept.back === kept.all[0])
    let again: Data = try KeyedArchiver().encode(kept)
    #expect(again == archive)
  }

  /// A class of the reader's own can take the place of unknown subclasses.
  @Test func substitutes() throws {
    class Base: Codable, ArchiveNamed {
      class var archiveName: String { "Base" }
      init() {}
    }
    final class Special: Base {
      override class var archiveName: String { "Special" }
      var extra = 5
      override init() { super.init() }
      enum CodingKeys: String, CodingKey { case extra }
      required init(from decoder: any Decoder) throws { try super.init(from: decoder) }
      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(extra, forKey: .extra)
      }
    }
    final class Other: Base {
      override class var archiveName: String { "Other" }
      let placeholder: ArchivedPlaceholder
      required init(from decoder: any Decoder) throws {
        placeholder = try ArchivedPlaceholder(from: decoder)
        super.init()
      }
    }
    let archive: Data = try KeyedArchiver().encode([Special()])
    var unarchiver = KeyedUnarchiver()
    unarchiver.unknownTypeHandler = { $0.name == "Special" ? Other.self : nil }
    let other = try #require(try unarchiver.decode([Base].self, from: archive).first as? Other)
    #expect(other.placeholder.typeName == "Special")
    #expect(other.placeholder.value.body?["extra"]?.integerValue == 5)
    // With a hook it is stored as what it was, shared or not.
    var archiver = KeyedArchiver()
    archiver.hooks.store(Other.self) { $0.placeholder }
    let again: Data = try archiver.encode([other, other])
    let back = try KeyedUnarchiver(allowedTypes: [Special.self]).decode([Base].self, from: again)
    #expect((back[0] as? Special)?.extra == 5 && back[0] === back[1])
    // What does not fit is refused as if nobody had been asked.
    unarchiver.unknownTypeHandler = { _ in Square.self }
    let refused = #expect(throws: ArchiveError.self) {
      try unarchiver.decode([Base].self, from: archive)
    }
    #expect(refused?.code == .typeNotAllowed)
    unarchiver.unknownTypeHandler = { _ in throw CancellationError() }
    #expect(throws: CancellationError.self) { try unarchiver.decode([Base].self, from: archive) }
  }

  /// Structs and enums of unknown types keep their names too.
  @Test func unknownValues() throws {
    struct Line: Codable, Shape, ArchiveNamed {
      static let archiveName = "Line"
      var length = 3
    }
    enum Sign: String, Codable, Shape { case plus }
    struct Newer: Codable, ArchiveNamed {
      static let archiveName = "Page"
      @ExistentialArray var shapes: [any Shape]
    }
    struct Older: Codable, ArchiveNamed {
      static let archiveName = "Page"
      @ExistentialArray var shapes: [Any]
    }
    let archive: [UInt8] = try KeyedArchiver().encode(
      Newer(shapes: [Line(), Sign.plus, Square(), Line(length: 4)]))
    for type in [ArchivedPlaceholder.self, ArchivedValue.self] as [TypeAllowList.DecodableType] {
      var unarchiver = KeyedUnarchiver()
      unarchiver.unknownTypeHandler = { _ in type }
      let old = try unarchiver.decode(Older.self, from: archive)
      #expect(try KeyedArchiver().encode(old) as [UInt8] == archive)
    }
  }

  /// What a handler throws cannot be swallowed; a class that stands in has no version of what it stands in for.
  @Test func handlers() throws {
    class Base: Codable, ArchiveNamed {
      class var archiveName: String { "Base" }
      init() {}
    }
    final class Special: Base, ArchiveEvolving {
      override class var archiveName: String { "Special" }
      static let archiveEvolution = ArchiveEvolution(of: Special.self, version: 4)
    }
    final class Other: Base {
      override class var archiveName: String { "Other" }
    }
    struct Holder: Codable {
      var base: Base?
      init(_ base: Base) { self.base = base }
      init(from decoder: any Decoder) throws {
        base = try? decoder.singleValueContainer().decode([Base].self).first
      }
      func encode(to encoder: any Encoder) throws { try [base].encode(to: encoder) }
    }
    let archive: Data = try KeyedArchiver().encode(Holder(Special()))
    var unarchiver = KeyedUnarchiver()
    unarchiver.unknownTypeHandler = { $0.name == "Special" ? Other.self : nil }
    #expect(try unarchiver.decode(Holder.self, from: archive).base is Other)
    unarchiver.unknownTypeHandler = { _ in throw CancellationError() }
    #expect(throws: CancellationError.self) { try unarchiver.decode(Holder.self, from: archive) }
  }

  /// A reader whose types have newer forms than what it keeps writes both.
  @Test func formsSideBySide() throws {
    enum New {
      final class Style: Codable, ArchiveNamed, ArchiveEvolving {
        static let archiveName = "PlaceholderTests.Style"
        static let archiveEvolution = ArchiveEvolution(of: Style.self, version: 1)
        var name: String
      }
      final class Document: Codable, ArchiveNamed {
        static let archiveName = "Document"
        @ExistentialArray var shapes: [Any]
        @Existential var first: Any?
        var styles: [Style]
      }
    }
    let archive: Data = try KeyedArchiver().encode(Self.document())
    let old = try Self.older.decode(New.Document.self, from: archive)
    let again: Data = try KeyedArchiver().encode(old)
    let types = try KeyedUnarchiver().requirements(of: again).types
    #expect(
      types.filter { $0.name == "PlaceholderTests.Style" }.map(\.version).sorted() == [0, 1])
    #expect(try Self.older.decode(New.Document.self, from: again).styles.count == 2)
  }

  /// One name cannot stand for a class and for a struct in one archive.
  @Test func nameConflicts() throws {
    let archive: Data = try KeyedArchiver().encode(Self.document())
    let old = try Self.older.decode(OldDocument.self, from: archive)
    struct Widget: Codable, ArchiveNamed {
      static let archiveName = "Widget"
      var x = 1
    }
    old.first = Widget()
    let error = #expect(throws: ArchiveError.self) { try KeyedArchiver().encode(old) as Data }
    #expect(error?.code == .ambiguousTypeName)
  }

  /// A placeholder that is among its own values is a cycle.
  @Test func cycles() throws {
    final class Node: Codable {
      var next: ArchivedPlaceholder?
      var name = "n"
    }
    final class Outer: Codable, ArchiveNamed {
      static let archiveName = "Outer"
      var node = Node()
    }
    struct Pair: Codable {
      var node: Node
      var outer: ArchivedPlaceholder
    }
    struct Source: Codable {
      var node: Node
      var outer: Outer
    }
    let outer = Outer()
    let archive: Data = try KeyedArchiver().encode(Source(node: outer.node, outer: outer))
    let pair = try KeyedUnarchiver().decode(Pair.self, from: archive)
    pair.node.next = pair.outer
    let error = #expect(throws: ArchiveError.self) { try KeyedArchiver().encode(pair) as Data }
    #expect(error?.code == .undeclaredCycle)
  }
}
