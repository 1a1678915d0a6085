import ArchiveFormat
import Foundation
import Synchronization
import Testing

@testable import KeyedArchives

/// What callers put in the place of values, and how they look at what was decoded.
@Suite struct HookTests {
  struct Colour: Codable, Equatable {
    var red: Double
    var green: Double
  }

  struct Name: Codable, Equatable { var text: String }

  final class Image: Codable {
    var pixels: [UInt8]
    var colour = Colour(red: 1, green: 0.5)
    @BackReference var owner: Page?
    init(_ pixels: [UInt8]) { self.pixels = pixels }
  }

  final class Page: Codable {
    var images: [Image]
    var colours: [Colour]
    var maybe: Colour?
    var byName: [String: Colour] = ["a": Colour(red: 0, green: 0)]
    init(_ images: [Image], _ colours: [Colour]) {
      self.images = images
      self.colours = colours
    }
  }

  /// A file of an image, in its place.
  struct ImageFile: Codable { var count: Int }

  private static var archiver: KeyedArchiver {
    var archiver = KeyedArchiver()
    archiver.hooks.store(Colour.self) { Name(text: "\($0.red) \($0.green)") }
    archiver.hooks.store(Image.self) { ImageFile(count: $0.pixels.count) }
    return archiver
  }

  private static var unarchiver: KeyedUnarchiver {
    var unarchiver = KeyedUnarchiver()
    unarchiver.hooks.restore(Colour.self, from: Name.self) { name in
      let parts = name.text.split(separator: " ").compactMap { Double($0) }
      return Colour(red: parts[0], green: parts[1])
    }
    unarchiver.hooks.restore(Image.self, from: ImageFile.self) {
      Image([UInt8](repeating: 9, count: $0.count))
    }
    return unarchiver
  }

  final class Item: Codable {
    var name: String
    init(_ name: String) { self.name = name }
  }

  /// Decodes an object and fails then.
  private struct Failing: Decodable {
    struct Failure: Error {}
    enum Keys: String, CodingKey { case item }
    init(from decoder: any Decoder) throws {
      _ = try decoder.container(keyedBy: Keys.self).decode(Item.self, forKey: .item)
      throw Failure()
    }
  }
  private struct Lenient: Decodable {
    enum Keys: String, CodingKey { case first, second }
    var second: Item
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      _ = try? container.decode(Failing.self, forKey: .first)
      second = try container.decode(Item.self, forKey: .second)
    }
  }
  private struct Items: Encodable {
    struct Holder: Encodable { var item: Item }
    var first: Holder
    var second: Item
  }

  @Test func `objects of a value that was given up are not validated`() throws {
    let names = Mutex<[String]>([])
    var unarchiver = KeyedUnarchiver()
    unarchiver.hooks.validate(Item.self) { item in names.withLock { $0.append(item.name) } }
    let items = Items(first: .init(item: Item("given up")), second: Item("kept"))
    let bytes: [UInt8] = try KeyedArchiver().encode(items)
    #expect(try unarchiver.decode(Lenient.self, from: bytes).second.name == "kept")
    #expect(names.withLock { $0 } == ["kept"])
  }

  private static func page() -> Page {
    let image = Image([1, 2, 3])
    let colours = (0..<3).map { Colour(red: Double($0), green: 0.25) }
    let page = Page([image, Image([]), image], colours)
    page.maybe = colours[1]
    image.owner = page
    return page
  }

  /// What was stored in the place of values comes back as they were, with the identity of objects.
  @Test func standIns() throws {
    let archive: Data = try Self.archiver.encode(Self.page())
    let value = try KeyedUnarchiver().decode(ArchivedValue.self, from: archive)
    let first = value.body?["colours"]?[0]
    #expect(first?.typeName == "HookTests.Name" && first?["text"]?.stringValue == "0.0 0.25")
    let page = try Self.unarchiver.decode(Page.self, from: archive)
    #expect(page.images[0] === page.images[2] && page.images[0] !== page.images[1])
    #expect(page.images[0].pixels == [9, 9, 9] && page.images[1].pixels == [])
    #expect(page.colours == Self.page().colours && page.maybe == page.colours[1])
    #expect(page.byName == ["a": Colour(red: 0, green: 0)])
    // What was stored as itself is read as itself.
    let plain: Data = try KeyedArchiver().encode(Self.page())
    let same = try Self.unarchiver.decode(Page.self, from: plain)
    #expect(same.images[0].pixels == [1, 2, 3] && same.images[0].owner === same)
    // Without the hooks it is a mismatch.
    #expect(throws: ArchiveError.self) { try KeyedUnarchiver().decode(Page.self, from: archive) }
    // Against a dictionary and in a stream too.
    let record = try Self.archiver.encode(Self.page(), against: ShapeDictionary())
    let dictionary = try ShapeDictionary().adding(record.additions)
    #expect(
      try Self.unarchiver.decode(Page.self, from: Data(record.bytes), dictionary: dictionary)
        .colours == page.colours)
  }

  /// Stand-ins of other kinds: texts, arrays, objects, and placeholders that take the whole place.
  @Test func otherStandIns() throws {
    final class Boxed: Codable {
      var name = "boxed"
      init() {}
    }
    struct Three: Codable, Equatable { var a = 1, b = 2, c = 3 }
    var archiver = KeyedArchiver()
    archiver.hooks.store(Colour.self) { "\($0.red)" }
    archiver.hooks.store(Three.self) { [$0.a, $0.b, $0.c] }
    archiver.hooks.store(Image.self) { _ in Boxed() }
    var unarchiver = KeyedUnarchiver()
    unarchiver.hooks.restore(Colour.self, from: String.self) {
      Colour(red: Double($0) ?? 0, green: 7)
    }
    unarchiver.hooks.restore(Three.self, from: [Int].self) { Three(a: $0[0], b: $0[1], c: $0[2]) }
    unarchiver.hooks.restore(Image.self, from: Boxed.self) { Image(Array($0.name.utf8)) }
    let image = Image([])
    let archive: Data = try archiver.encode([[image], [image]])
    let images = try unarchiver.decode([[Image]].self, from: archive)
    #expect(images[0][0] === images[1][0] && images[0][0].pixels == Array("boxed".utf8))
    let threes: Data = try archiver.encode([Three(a: 5)])
    #expect(try unarchiver.decode([Three].self, from: threes) == [Three(a: 5)])
    let colours: Data = try archiver.encode([Colour(red: 2, green: 3)])
    #expect(try unarchiver.decode([Colour].self, from: colours) == [Colour(red: 2, green: 7)])
  }

  /// A placeholder in the place of an object is what references lead to, too.
  @Test func placeholders() throws {
    final class Owner: Codable {
      var image: Image?
      @BackReference var back: Image?
      @WeakReference var weak: Image?
      init() {}
    }
    let placeholder = try KeyedUnarchiver().decode(
      [ArchivedPlaceholder].self, from: KeyedArchiver().encode([Image([5])]) as Data)[0]
    var archiver = KeyedArchiver()
    archiver.hooks.store(Image.self) { _ in placeholder }
    let (owner, image) = (Owner(), Image([7]))
    owner.back = image
    for isHeld in [false, true] {
      if isHeld { owner.image = image }
      owner.weak = isHeld ? image : nil
      let archive: Data = try archiver.encode(owner)
      let back = try KeyedUnarchiver().decode(Owner.self, from: archive)
      #expect(back.back?.pixels == [5])
      #expect(!isHeld || back.image === back.back && back.weak === back.back)
    }
  }

  /// Stand-ins have no stand-ins, whatever an archive holds in their place.
  @Test func standInsOfStandIns() throws {
    final class Boxed: Codable {
      var name = "boxed"
      init() {}
    }
    var archiver = KeyedArchiver()
    archiver.hooks.store(Image.self) { $0.pixels.isEmpty ? $0 : Image([]) }
    let image = Image([1])
    let archive: Data = try archiver.encode([image, image, Image([])])
    let images = try KeyedUnarchiver().decode([Image].self, from: archive)
    #expect(images[0] === images[1] && images.allSatisfy { $0.pixels == [] })
    archiver.hooks.store(Image.self) { _ in Boxed() }
    archiver.hooks.store(Boxed.self) { _ in Name(text: "not this") }
    let value = try KeyedUnarchiver().decode(
      ArchivedValue.self, from: archiver.encode([image]) as Data)
    #expect(value[ArchivePath([.index(0), .key("name")])]?.stringValue == "boxed")
    archiver.hooks.store(Image.self) { _ in UUID() }
    var unarchiver = KeyedUnarchiver()
    unarchiver.hooks.restore(Image.self, from: UUID.self) { _ in Image([3]) }
    let ids: Data = try archiver.encode([image])
    #expect(try unarchiver.decode([Image].self, from: ids)[0].pixels == [3])
    // Restoring one from the other does not go round.
    unarchiver.hooks.restore(Colour.self, from: Name.self) { _ in Colour(red: 1, green: 1) }
    unarchiver.hooks.restore(Name.self, from: Colour.self) { Name(text: "\($0)") }
    let map: Data = try KeyedArchiver().encode([["red": 1.0]])
    #expect(throws: ArchiveError.self) { try unarchiver.decode([Colour].self, from: map) }
    unarchiver.hooks.restore(Colour.self, from: Colour.self) { $0 }
    let refused = #expect(throws: ArchiveError.self) {
      try unarchiver.decode([Colour].self, from: map)
    }
    #expect(refused?.code == .invalidValue)
  }

  /// Values of protocols have stand-ins as well.
  @Test func existentials() throws {
    struct Drawing: Codable { @ExistentialArray var shapes: [Any] }
    var unarchiver = Self.unarchiver
    unarchiver.allowedTypes = [Colour.self]
    let archive: Data = try Self.archiver.encode(
      Drawing(shapes: [Colour(red: 2, green: 3), Colour(red: 4, green: 5)]))
    let shapes = try unarchiver.decode(Drawing.self, from: archive).shapes
    #expect(shapes.compactMap { ($0 as? Colour)?.red } == [2, 4])
    let plain: Data = try KeyedArchiver().encode(Drawing(shapes: [Colour(red: 6, green: 7)]))
    #expect((try unarchiver.decode(Drawing.self, from: plain).shapes[0] as? Colour)?.red == 6)
  }

  /// What was encoded and caught leaves no trace.
  @Test func takenBack() throws {
    struct Failing: Encodable {
      let image: Image
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(image)
        throw CancellationError()
      }
    }
    struct Attempt: Encodable {
      let failing: Failing?
      let value: ArchivedValue
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        if let failing { try? container.encode(failing) }
        try container.encode(value)
      }
    }
    struct Both: Codable {
      var image: Image
      var value: ArchivedValue
    }
    struct Source: Codable {
      var image: Image
      var value: [Image]
    }
    let image = Image([1])
    let both = try KeyedUnarchiver().decode(
      Both.self, from: KeyedArchiver().encode(Source(image: image, value: [image])) as Data)
    both.image.pixels = [2]
    let without: Data = try KeyedArchiver().encode(Attempt(failing: nil, value: both.value))
    let with: Data = try KeyedArchiver().encode(
      Attempt(failing: Failing(image: both.image), value: both.value))
    #expect(with == without)
  }

  /// Instances that are there already take the place of those that were decoded, in all references.
  @Test func replacements() throws {
    let pool = Pool()
    var unarchiver = KeyedUnarchiver()
    unarchiver.hooks.replace(Image.self) { pool.image(like: $0) }
    unarchiver.hooks.replace(Colour.self) { Colour(red: $0.red + 1, green: $0.green) }
    let archive: Data = try KeyedArchiver().encode(Self.page())
    let page = try unarchiver.decode(Page.self, from: archive)
    #expect(page.images[0] === pool.known && page.images[2] === pool.known)
    #expect(page.images[1] !== pool.known)
    #expect(page.colours.map(\.red) == [1, 2, 3] && page.maybe?.red == 2)
  }

  /// Hands out an image that it has.
  private final class Pool: @unchecked Sendable {
    let known = Image([1, 2, 3])
    func image(like image: Image) -> Image { image.pixels == known.pixels ? known : image }
  }

  /// A graph is looked at when it is complete, and not handed out if something is wrong with it.
  @Test func validation() throws {
    struct Invalid: Error {}
    var unarchiver = KeyedUnarchiver()
    unarchiver.hooks.validate(Image.self) { image in
      // References are complete.
      if !image.pixels.isEmpty, image.owner == nil { throw Invalid() }
    }
    let page = Self.page()
    let archive: Data = try KeyedArchiver().encode(page)
    #expect(try unarchiver.decode(Page.self, from: archive).images.count == 3)
    page.images[0].owner = nil
    let wrong: Data = try KeyedArchiver().encode(page)
    #expect(throws: Invalid.self) { try unarchiver.decode(Page.self, from: wrong) }
    // Also where no object stands, but a record.
    unarchiver.hooks.validate(Image.self) { _ in throw Invalid() }
    let loose: Data = try KeyedArchiver().encode(
      [["pixels": [UInt8]()]])
    #expect(throws: (any Error).self) { try unarchiver.decode([Image].self, from: loose) }
    let roots = try KeyedArchiver().encodeRoots { roots in
      try roots.encode(Self.page().images[1], named: "a")
      try roots.encode(Self.page().colours, named: "b")
    }
    let found = try unarchiver.roots(of: roots)
    #expect(throws: Invalid.self) { try found.decode(Image.self, named: "a") }
    #expect(try found.decode([Colour].self, named: "b").count == 3)
    // Roots of other types.
    unarchiver.hooks.validate([Colour].self) { if $0.isEmpty { throw Invalid() } }
    let none: Data = try KeyedArchiver().encode([Colour]())
    #expect(throws: Invalid.self) { try unarchiver.decode([Colour].self, from: none) }
    let some: Data = try KeyedArchiver().encode(page.colours)
    #expect(try unarchiver.decode([Colour].self, from: some) == page.colours)
  }

  /// What hooks throw, and hooks for types that have none.
  @Test func errors() throws {
    struct Failed: Error {}
    var archiver = KeyedArchiver()
    archiver.hooks.store(Colour.self) { _ -> Name in throw Failed() }
    #expect(throws: Failed.self) { try archiver.encode(Self.page()) as Data }
    archiver.hooks.store(URL.self) { $0.absoluteString }
    let refused = #expect(throws: ArchiveError.self) { try archiver.encode([1]) as Data }
    #expect(refused?.code == .invalidValue)
    var unarchiver = Self.unarchiver
    unarchiver.hooks.replace(Page.self) { _ in throw Failed() }
    let archive: Data = try Self.archiver.encode(Self.page())
    #expect(throws: Failed.self) { try unarchiver.decode(Page.self, from: archive) }
    unarchiver.hooks.validate(Int.self) { _ in }
    #expect(throws: ArchiveError.self) { try unarchiver.decode(Page.self, from: archive) }
  }
}
