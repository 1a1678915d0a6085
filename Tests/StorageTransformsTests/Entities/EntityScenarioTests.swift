import Foundation
import StorageTransforms
import Testing

/// What Core Data's transformable attributes are for, as fields of entities.
@Suite struct EntityScenarioTests {
  struct Colour: Hashable, Sendable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8
  }

  struct ColourTransform: AttributeTransform, ContextFreeTransform {
    func store(_ colour: Colour) -> Data { Data([colour.red, colour.green, colour.blue]) }

    func restore(_ stored: Data) throws -> Colour {
      let bytes = [UInt8](stored)
      guard bytes.count == 3 else { throw TransformError(.unreadable, "a colour has three bytes") }
      return Colour(red: bytes[0], green: bytes[1], blue: bytes[2])
    }
  }

  struct Swatch: Hashable, Sendable {
    var name: String
    var colour: Colour
    var accent: Colour?
  }

  @Test func `a colour as data`() throws {
    let swatches = try Entity("Swatch", restoring: Swatch.init) {
      Field("name", \.name)
      Field("colour", \.colour, as: ColourTransform(), isStamped: false)
      Field("accent", \.accent, as: ColourTransform())
    }
    let red = Swatch(name: "red", colour: Colour(red: 255, green: 0, blue: 0))
    let values = try swatches.store(red)
    #expect(values == [.text("red"), .blob(Data([255, 0, 0])), .null])
    #expect(try swatches.restore(values) == red)
    var two = red
    two.accent = Colour(red: 1, green: 2, blue: 3)
    let stored = try swatches.store(two)
    guard case .blob(let bytes) = stored[2] else {
      Issue.record("no bytes")
      return
    }
    // A stamp, and the three bytes.
    #expect(bytes.first == 0xC1 && bytes.suffix(3) == Data([1, 2, 3]) && bytes.count == 11)
    #expect(try swatches.restore(stored) == two)
    #expect(swatches.schema.attributes.map(\.isStamped) == [false, false, true])
    #expect(throws: TransformError.self) {
      try swatches.restore([.text("red"), .blob(Data([255])), .null])
    }
  }

  struct Clip: Hashable, Sendable {
    var file: URL
    var source: URL?
  }

  @Test func `an absolute URL is stored relative, and the base moved`() throws {
    let clips = try Entity("Clip", restoring: Clip.init) {
      Field("file", \.file, as: RelativeURLTransform()).unique()
      Field("source", \.source)
    }
    var context = TransformContext()
    context.baseURL = URL(filePath: "/old/library/", directoryHint: .isDirectory)
    let web = URL(string: "https://example.org/a?b=c")
    let clip = Clip(file: URL(filePath: "/old/library/clips/1.mov"), source: web)
    let values = try clips.store(clip, in: context)
    #expect(values[0] == .text("clips/1.mov"))
    // A URL that names no transform is an archive, like every Codable value.
    #expect(values[1].kind == .blob)
    context.baseURL = URL(filePath: "/new/", directoryHint: .isDirectory)
    let moved = try clips.restore(values, in: context)
    #expect(moved.file.path == "/new/clips/1.mov" && moved.source == web)
    let error = #expect(throws: TransformError.self) { try clips.restore(values) }
    #expect(error?.code == .missingContext)
    #expect(error?.context?.attribute?.name == "file" && error?.context?.entity?.name == "Clip")
  }

  class Contact: Codable {
    var name: String
    init(name: String) { self.name = name }
  }

  final class Tutor: Contact {}
  final class Stranger: Contact {}

  struct Student: @unchecked Sendable {
    var name: String
    var contact: Contact
  }

  @Test func `a Codable class with allowed top-level classes`() throws {
    let students = try Entity("Student", restoring: Student.init) {
      Field("name", \.name)
      Field(
        "contact", \.contact,
        as: ArchiveTransform(unarchiver: KeyedUnarchiver(allowedTypes: [Tutor.self])))
    }
    let values = try students.store(Student(name: "王芳", contact: Tutor(name: "Li")))
    let student = try students.restore(values)
    #expect(student.name == "王芳" && student.contact is Tutor && student.contact.name == "Li")
    let foreign = try students.store(Student(name: "a", contact: Stranger(name: "b")))
    let error = #expect(throws: TransformError.self) { try students.restore(foreign) }
    #expect((error?.underlying as? ArchiveError)?.code == .typeNotAllowed)
    #expect(error?.context?.attribute?.name == "contact")
  }

  enum Kind: Int16, Codable, Sendable { case other = 0, photo = 1, film = 2 }
  enum Size: Int32, Codable, Sendable { case unknown = -1, small = 1 }
  enum Origin: Int64, Codable, Sendable { case unknown = 0, far = 0x1_0000_0000 }
  enum Genre: String, Sendable { case other, portrait }

  struct Item: Hashable, Sendable {
    var kind: Kind
    var size: Size
    var origin: Origin
    var genre: Genre?
  }

  @Test func `an enum stored raw with fallback`() throws {
    let items = try Entity("Item", restoring: Item.init) {
      Field("kind", \.kind).fallback(to: .other)
      Field("size", \.size).fallback(to: .unknown)
      Field("origin", \.origin).fallback(to: .unknown)
      Field("genre", \.genre).fallback(to: .other)
    }
    let item = Item(kind: .film, size: .small, origin: .far, genre: .portrait)
    let values = try items.store(item)
    #expect(
      values == [.integer(2), .integer(1), .integer(0x1_0000_0000), .text("portrait")])
    #expect(try items.restore(values) == item)
    #expect(items.schema.attributes.map(\.type) == [.int16, .int32, .int64, .text])
    let newer = try items.restore([
      .integer(99), .integer(1 << 40), .text("far"), .text("landscape"),
    ])
    #expect(newer == Item(kind: .other, size: .unknown, origin: .unknown, genre: .other))
    // Nothing is not something that cannot be read.
    #expect(try items.restore(values.dropLast() + [.null]).genre == nil)
    let error = #expect(throws: TransformError.self) {
      try items.restore([.null] + values.dropFirst())
    }
    #expect(error?.code == .missingValue)
  }

  struct Label: Hashable, Sendable {
    var title: String
    var note: String
    var count: Int16
  }

  /// The property of a type that reads `note` and `count` as optional, and restores them as they are.
  struct Draft: Hashable, Sendable {
    var note: String?
    var count: Int16?
  }

  @Test func `default against fallback`() throws {
    let labels = try Entity("Label", restoring: Label.init) {
      Field("title", \.title).default("untitled")
      Field("note", \.note).fallback(to: "unreadable")
      Field("count", \.count).default(1).fallback(to: -1)
    }
    #expect(
      try labels.restore([.null, .text("n"), .null])
        == Label(title: "untitled", note: "n", count: 1))
    #expect(
      try labels.restore([.text(""), .integer(1), .integer(1 << 20)])
        == Label(title: "", note: "unreadable", count: -1))
    // A default does not hide what cannot be read, nor a fallback what is missing.
    #expect(
      throws: TransformError.self,
      performing: { try labels.restore([.blob(Data()), .text(""), .null]) })
    let error = #expect(throws: TransformError.self) {
      try labels.restore([.null, .null, .null])
    }
    #expect(error?.code == .missingValue && error?.context?.attribute?.name == "note")
    // By type: an optional property with a default gives what is not optional.
    let drafts = try Entity(
      "Draft", restoring: { (note: String, count: Int16?) in Draft(note: note, count: count) }
    ) {
      Field("note", \.note).default("none")
      Field("count", \.count)
    }
    #expect(try drafts.store(Draft()) == [.null, .null])
    #expect(try drafts.restore([.null, .null]) == Draft(note: "none", count: nil))
  }

  struct Address: Codable, Hashable, Sendable {
    var street: String
    var zip: [Int]
  }

  /// Not Codable.
  struct Angle: Hashable, Sendable, StorageConvertible {
    var degrees: Double
    init(degrees: Double) { self.degrees = degrees }
    init(storageModel: [Double]) throws {
      guard let first = storageModel.first else {
        throw TransformError(.unreadable, "an angle has a number")
      }
      degrees = first
    }
    var storageModel: [Double] { [degrees] }
  }

  struct Place: Hashable, Sendable {
    var address: Address
    var heading: Angle?
  }

  @Test func `Codable and convertible attributes`() throws {
    let places = try Entity("Place", restoring: Place.init) {
      Field("address", \.address)
      Field("heading", \.heading, as: ConvertibleTransform().then(JSONTransform()))
    }
    let place = Place(address: Address(street: "Elm", zip: [1, 2]), heading: Angle(degrees: 90))
    let values = try places.store(place)
    #expect(try places.restore(values) == place)
    #expect(
      places.schema.attributes.map(\.form.description) == ["archive", "model:Array<Double> → json"])
    #expect(throws: TransformError.self) {
      try places.restore([values[0], .blob(Data("[1]".utf8))])
    }
  }

  struct Portrait: Hashable, Sendable {
    var name: String
    var image: Picture?
  }

  struct Picture: Hashable, Sendable { var pixels: [UInt8] }

  @Test func `an image by closures`() throws {
    let signature = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    let images = ClosureTransform<Picture, Data>("picture") {
      signature + Data($0.pixels)
    } restore: {
      $0.starts(with: signature) ? Picture(pixels: Array($0.dropFirst(8))) : nil
    }
    let portraits = try Entity("Portrait", restoring: Portrait.init) {
      Field("name", \.name)
      Field("image", \.image, as: images, isStamped: false)
    }
    let portrait = Portrait(name: "Ada", image: Picture(pixels: [1, 2, 3]))
    let values = try portraits.store(portrait)
    #expect(values[1] == .blob(signature + Data([1, 2, 3])))
    #expect(try portraits.restore(values) == portrait)
    // A bad image is an error, not nil.
    let error = #expect(throws: TransformError.self) {
      try portraits.restore([.text("Ada"), .blob(Data([0xFF, 0xD8]))])
    }
    #expect(error?.code == .unreadable)
  }

  struct Album: Sendable {
    var tags: [String]
    var scores: [String: Double]
    var extras: ArchivedValue
  }

  @Test func `arrays and dictionaries, typed and heterogeneous`() throws {
    let albums = try Entity("Album", restoring: Album.init) {
      Field("tags", \.tags)
      Field("scores", \.scores)
      Field("extras", \.extras)
    }
    var builder = ArchivedValueBuilder()
    builder.beginArray()
    builder.string("a")
    builder.int(7)
    builder.beginMap()
    builder.key("k")
    builder.bool(true)
    builder.end()
    builder.null()
    builder.end()
    let extras = builder.finish()
    let album = Album(tags: ["x", "海"], scores: ["a": 0.5, "b": -1], extras: extras)
    let back = try albums.restore(albums.store(album))
    #expect(back.tags == album.tags && back.scores == album.scores)
    #expect(back.extras.count == 4 && back.extras[2]?["k"]?.boolValue == true)
    let (before, after): (Data, Data) = (
      try KeyedArchiver().encode(extras), try KeyedArchiver().encode(back.extras)
    )
    #expect(before == after)
  }

  @Test func `conversion errors observed by two subscribers`() async throws {
    let kind = Field("kind", \Item.kind).fallback(to: .other)
    let items = try Entity("Item", restoring: Item.init) {
      kind
      Field("size", \.size)
      Field("origin", \.origin)
      Field("genre", \.genre, as: RawValueTransform())
    }
    let store = ConversionErrors()
    let (ofField, ofStore) = (kind.errors.subscribe(), store.subscribe())
    let ofEntity = items.errors.subscribe()
    let values: [StoredValue] = [.integer(99), .integer(5), .integer(0), .null]
    #expect(throws: TransformError.self) {
      try items.restore(values, recordKey: .integer(3), reporting: store)
    }
    var (field, one, two) = (
      ofField.makeAsyncIterator(), ofStore.makeAsyncIterator(), ofEntity.makeAsyncIterator()
    )
    let hidden = try #require(await field.next())
    #expect(hidden.isHidden && hidden.cause.context?.recordKey == .integer(3))
    for error in [await one.next(), await two.next()] {
      #expect(error?.isHidden == true && error?.cause.context?.attribute?.name == "kind")
    }
    for error in [await one.next(), await two.next()] {
      #expect(error?.isHidden == false && error?.cause.context?.attribute?.name == "size")
      #expect(error?.cause.message == "Size has no value for 5")
    }
    #expect(items.errors(of: "kind") === kind.errors && items.errors(of: "sort") == nil)
  }

  @Test func `a missing transformer's message`() throws {
    let swatches = try Entity("User", restoring: Swatch.init) {
      Field("name", \.name)
      Field("tint", \.colour, as: NamedTransform("colour", in: TransformRegistry()))
      Field("accent", \.accent, as: ColourTransform())
    }
    let error = #expect(throws: TransformError.self) {
      try swatches.store(Swatch(name: "a", colour: Colour(red: 1, green: 2, blue: 3)))
    }
    #expect(
      error?.message
        == "No transform named 'colour' is registered for attribute 'tint' of entity 'User'")
  }
}
