import Foundation
import KeyedArchives

/// Types whose archived forms have versions, and roots that share objects.
enum VersionSamples {
  class Animal: Codable, ArchiveNamed, ArchiveEvolving {
    class var archiveName: String { "Animal" }
    class var archiveEvolution: ArchiveEvolution { ArchiveEvolution(of: Animal.self, version: 3) }
    var name = "Rex"
    init() {}
  }

  final class Dog: Animal {
    override class var archiveName: String { "Dog" }
    override class var archiveEvolution: ArchiveEvolution {
      ArchiveEvolution(of: Dog.self, version: 300)
    }
    var tricks: [Trick] = [Trick(), Trick(name: "roll")]

    enum CodingKeys: String, CodingKey { case tricks }
    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      tricks = try container.decode([Trick].self, forKey: .tricks)
      try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(tricks, forKey: .tricks)
      try super.encode(to: container.superEncoder())
    }
  }

  struct Trick: Codable, ArchiveNamed, ArchiveEvolving {
    static let archiveName = "Trick"
    static let archiveEvolution = ArchiveEvolution(of: Trick.self, version: 1)
    var name = "sit"
  }

  static func value() -> [Animal] { [Dog(), Animal()] }

  static func roots() throws -> Data {
    let links = (0..<3).map { ReferenceSamples.Link($0) }
    links[0].next = links[1]
    links[1].next = links[2]
    return try KeyedArchiver().encodeRoots { roots in
      try roots.encode([links[0]], named: "a")
      try roots.encode(7)
      try roots.encode([links[2], links[0]], named: "zwei")
    }
  }

  struct OldTrack: Codable, ArchiveNamed, ArchiveEvolving {
    static let archiveName = "Track"
    static let archiveEvolution = ArchiveEvolution(of: OldTrack.self, version: 1)
    var name = "So What"
    var length = "9:05"
  }

  struct Track: Codable, ArchiveNamed, ArchiveEvolving {
    static let archiveName = "Track"
    static let archiveEvolution = ArchiveEvolution(of: Track.self, version: 2)
      .step(from: 1) { fields in
        let parts = try fields.decode(String.self, forKey: "length").split(separator: ":")
        fields.encode(parts.reduce(0) { $0 * 60 + (Double($1) ?? 0) }, forKey: "seconds")
      }
      .alias("name", of: "title")
    var title: String
    var seconds: Double
  }

  /// A track in its old form, brought to the present one.
  static func brought() throws -> [UInt8] {
    let tracks = try KeyedUnarchiver().decode(
      [Track].self, from: KeyedArchiver().encode([OldTrack()]) as [UInt8])
    return try KeyedArchiver().encode(tracks)
  }

  enum Newer {
    final class Style: Codable, ArchiveNamed {
      static let archiveName = "Style"
      var name = "bold"
    }

    final class Widget: Codable, ArchiveNamed, ArchiveEvolving {
      static let archiveName = "Widget"
      static let archiveEvolution = ArchiveEvolution(of: Widget.self, version: 4)
      var title = "w"
      var note: String?
      var style: Style
      @WeakReference var peer: Widget?
      init(_ style: Style) { self.style = style }
    }

    struct Page: Codable, ArchiveNamed {
      static let archiveName = "Page"
      var styles: [Style]
      @ExistentialArray var widgets: [Any]
    }

    static func page(sharesStyle: Bool) -> Page {
      let style = Style()
      let (first, second) = (Widget(style), Widget(style))
      (first.peer, second.peer) = (second, first)
      return Page(styles: [sharesStyle ? style : Style()], widgets: [first, second, first])
    }
  }

  enum Older {
    /// A page as programs have it that know styles and no widgets.
    struct Page<Style: Codable>: Codable, ArchiveNamed {
      static var archiveName: String { "Page" }
      var styles: [Style]
      @ExistentialArray var widgets: [Any]
    }

    final class Style: Codable, ArchiveNamed, ArchiveEvolving {
      static let archiveName = "Style"
      static let archiveEvolution = ArchiveEvolution(of: Style.self, version: 1)
        .alias("name", of: "label")
      var label: String
    }
  }

  private static func pass<Style: Codable>(
    _ page: Newer.Page, _: Style.Type
  ) throws -> [UInt8] {
    var unarchiver = KeyedUnarchiver()
    unarchiver.unknownTypeHandler = { _ in ArchivedPlaceholder.self }
    let archive: [UInt8] = try KeyedArchiver().encode(page)
    return try KeyedArchiver().encode(
      unarchiver.decode(Older.Page<Style>.self, from: archive))
  }

  static func passedOn() throws -> [UInt8] {
    try pass(Newer.page(sharesStyle: true), Newer.Style.self)
  }

  static func twoForms() throws -> [UInt8] {
    try pass(Newer.page(sharesStyle: false), Older.Style.self)
  }
}
