import Foundation
import KeyedArchives
import TestSupport
import Testing

/// The articles on existentials, on types that change, and on moving here from `NSKeyedArchiver`.
@Suite struct GuideTests {
  protocol Figure: Codable {}

  struct Poster: Codable {
    @Existential var background: any Figure
    @ExistentialArray var figures: [any Figure]
  }

  struct Track: Codable, ArchiveEvolving {
    var title: String
    var seconds: Double
    var plays: Int

    static let archiveEvolution = ArchiveEvolution(of: Track.self, version: 2)
      .alias("name", of: CodingKeys.title)
      .default(0, for: CodingKeys.plays)
      .step(from: 1) { fields in
        let length = try fields.decode(String.self, forKey: "length")
        try fields.encode(Track.seconds(of: length), forKey: "seconds")
      }
  }

  enum First {
    class Item: Codable, ArchiveNamed {
      class var archiveName: String { "Item" }
      var title: String
      @WeakReference var parent: Folder?

      init(_ title: String) { self.title = title }
    }

    final class Folder: Item {
      override class var archiveName: String { "Folder" }
      var items: [Item] = []
      var isOpen = false
      @WeakReference var delegate: Item?

      private enum CodingKeys: String, CodingKey { case items, isOpen, delegate }

      override init(_ title: String) { super.init(title) }

      required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        items = try container.decode([Item].self, forKey: .items)
        isOpen = try container.decode(Bool.self, forKey: .isOpen)
        _delegate = try container.decode(WeakReference<Item>.self, forKey: .delegate)
        try super.init(from: container.superDecoder())
      }

      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(items, forKey: .items)
        try container.encode(isOpen, forKey: .isOpen)
        try container.encode(_delegate, forKey: .delegate)
        try super.encode(to: container.superEncoder())
      }
    }
  }

  struct Name: Codable, Equatable {
    var text: String
    var language: String
  }

  class Entry: Codable, ArchiveNamed, ArchiveEvolving {
    class var archiveName: String { "Entry" }
    class var archiveEvolution: ArchiveEvolution {
      ArchiveEvolution(of: Entry.self, version: 1)
        .step(from: 0) { fields in
          let title = try fields.decode(String.self, forKey: "title")
          fields.encode(Name(text: title, language: "en"), forKey: "name")
        }
        .default("", for: "note")
    }
    var name: Name
    var note: String
    @WeakReference var parent: Folder?
  }

  final class Folder: Entry {
    override class var archiveName: String { "Folder" }
    var items: [Entry]
    @WeakReference var delegate: Entry?

    private enum CodingKeys: String, CodingKey { case items, delegate }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      items = try container.decode([Entry].self, forKey: .items)
      _delegate = try container.decode(WeakReference<Entry>.self, forKey: .delegate)
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(items, forKey: .items)
      try container.encode(_delegate, forKey: .delegate)
      try super.encode(to: container.superEncoder())
    }
  }

  struct Unnamed: Error {}

  private static func archive(titled title: String = "root") throws -> Data {
    let (root, inner, item) = (First.Folder(title), First.Folder("inner"), First.Item("item"))
    inner.items = [item]
    root.items = [inner, item]
    inner.delegate = item
    for (child, parent) in [(inner as First.Item, root), (item, inner)] { child.parent = parent }
    return try KeyedArchiver().encode(root)
  }

  private static func decode(_ archive: Data) throws -> Folder {
    var unarchiver = KeyedUnarchiver(allowedTypes: [Folder.self])
    unarchiver.allowedTypes.allow(Entry.self, names: ["Item"])
    unarchiver.hooks.validate(Entry.self) { entry in
      if entry.name.text.isEmpty { throw Unnamed() }
    }
    let root = try unarchiver.decode(Folder.self, from: archive)
    return root
  }

  @Test func theNextVersion() throws {
    let root = try Self.decode(Self.archive())
    let inner = try #require(root.items[0] as? Folder)
    #expect(root.name == Name(text: "root", language: "en") && root.note == "")
    #expect(inner.parent === root && inner.items[0] === root.items[1])
    #expect(inner.items[0].parent === inner && inner.delegate === inner.items[0])
    inner.items[0].note = "new"
    let again: Data = try KeyedArchiver(compression: .zlib()).encode(root)
    let back = try Self.decode(again)
    #expect(back.items[1].note == "new" && back.items[1].parent === back.items[0])
    #expect(throws: Unnamed.self) { try Self.decode(Self.archive(titled: "")) }
  }

  /// What Foundation's archiver wrote is read by its unarchiver and stored here.
  @Test func foundationsFiles() throws {
    let old = NotedNumber("seven", 7)
    let file = try NSKeyedArchiver.archivedData(
      withRootObject: old, requiringSecureCoding: true)
    let found = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: NotedNumber.self, from: file))
    let track = Track(title: found.note, seconds: Double(found.number), plays: 1)
    let archive: Data = try KeyedArchiver().encode(track)
    #expect(try KeyedUnarchiver().decode(Track.self, from: archive).seconds == 7)
    #expect(archive.count < file.count / 4)
  }

  @Test func theExampleOfTracks() throws {
    struct OldTrack: Codable, ArchiveNamed, ArchiveEvolving {
      static let archiveName = "GuideTests.Track"
      static let archiveEvolution = ArchiveEvolution(of: OldTrack.self, version: 1)
      var name = "So What"
      var length = "9:05"
    }
    let archive: Data = try KeyedArchiver().encode([OldTrack()])
    let track = try KeyedUnarchiver().decode([Track].self, from: archive)[0]
    #expect(track.title == "So What" && track.seconds == 545 && track.plays == 0)
  }

  @Test(arguments: [
    "protocol Figure:", "struct Track:", "class Item:", "class Entry:",
    "unarchiver.hooks.validate(Entry.self)",
  ])
  func inTheArticles(_ text: String) throws {
    #expect(try ReadmeExample.stands(text, in: #filePath))
  }
}

extension GuideTests.Track {
  static func seconds(of length: String) throws -> Double {
    length.split(separator: ":").reduce(0) { $0 * 60 + (Double($1) ?? 0) }
  }
}

/// An object as `NSKeyedArchiver` takes them.
final class NotedNumber: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let note: String
  let number: Int

  init(_ note: String, _ number: Int) {
    self.note = note
    self.number = number
  }

  init?(coder: NSCoder) {
    note = coder.decodeObject(of: NSString.self, forKey: "note")?.description ?? ""
    number = coder.decodeInteger(forKey: "number")
  }

  func encode(with coder: NSCoder) {
    coder.encode(NSString(string: note), forKey: "note")
    coder.encode(number, forKey: "number")
  }
}
