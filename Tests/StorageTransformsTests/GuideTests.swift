import Foundation
import StorageTransforms
import TestSupport
import Testing

/// The examples of the articles of StorageTransforms, compiled and run.
@Suite struct GuideTests {
  struct Sticker: Codable, Equatable, Sendable {
    var name: String
    var points: [Double]
  }

  struct Tint: Equatable, Sendable {
    var red: UInt8
    var green: UInt8
  }

  struct TintTransform: AttributeTransform, ContextFreeTransform {
    func store(_ tint: Tint) -> Data { Data([tint.red, tint.green]) }

    func restore(_ stored: Data) throws -> Tint {
      guard stored.count == 2 else { throw TransformError(.unreadable, "a tint has two bytes") }
      return Tint(red: stored[stored.startIndex], green: stored[stored.startIndex + 1])
    }
  }

  struct Profile: Codable {
    var name: String
    @Stored<TintTransform> var tint: Tint
    @Stored<OptionalTransform<TintTransform>> var accent: Tint?
    @Stored<RelativeURLTransform> var portrait: URL  // absolute here, relative where it is stored
  }

  @Test func `transforms stand in a row`() throws {
    let stickers = ArchiveTransform<Sticker>().then(ZlibTransform()).stamped(
      reading: .unstamped(JSONTransform()))  // what an older program stored

    let stored = try stickers.store(Sticker(name: "star", points: [0, 0.5]))
    let sticker = try stickers.restore(stored)
    #expect(sticker == Sticker(name: "star", points: [0, 0.5]))
    let older = Data(#"{"name":"star","points":[0,0.5]}"#.utf8)
    #expect(try stickers.restore(older) == sticker)
    #expect(try ReadmeExample.stands("let stickers =", in: #filePath, inPieces: true))
  }

  @Test func `a transform has a name`() throws {
    let registry = TransformRegistry()
    try registry.register(TintTransform(), as: "tint")
    let transform = try registry.transform(named: "tint" as TransformName<Tint>)
    let tint = Tint(red: 255, green: 128)
    let stored = try transform.store(tint, in: TransformContext())
    #expect(stored == .blob(Data([255, 128])))
    #expect(try transform.restore(stored, in: TransformContext()) == tint)
    #expect(try ReadmeExample.stands("let registry =", in: #filePath))
    #expect(try ReadmeExample.stands("struct TintTransform:", in: #filePath))
  }

  @Test func `a property is stored in any coder`() throws {
    let container = URL(filePath: "/app/1/", directoryHint: .isDirectory)
    let profile = Profile(
      name: "Ada", tint: Tint(red: 255, green: 128), accent: nil,
      portrait: container.appending(path: "images/a.png"))
    var context = TransformContext(entity: "Profile")
    context.baseURL = container  // the app's folder, wherever it is now
    let encoder = JSONEncoder()
    encoder.userInfo[.transformContext] = context
    let json = try encoder.encode(profile)  // "tint":"/4A=","portrait":"images/a.png"
    let text = String(decoding: json, as: UTF8.self).replacing("\\/", with: "/")
    #expect(text.contains(#""tint":"/4A=""#) && text.contains(#""portrait":"images/a.png""#))
    let decoder = JSONDecoder()
    context.baseURL = URL(filePath: "/app/2/", directoryHint: .isDirectory)
    decoder.userInfo[.transformContext] = context
    let back = try decoder.decode(Profile.self, from: json)
    #expect(back.portrait.path == "/app/2/images/a.png" && back.tint == profile.tint)
    #expect(try ReadmeExample.stands("struct Profile:", in: #filePath, inPieces: true))
  }

  struct Photo: Equatable, Sendable {
    var title: String
    var taken: Date
    var file: URL
    var kind: Kind
    var tint: Tint?
  }

  enum Kind: Int16, Codable, Sendable { case other, portrait, landscape }

  struct Picture: Equatable, Sendable {
    var caption: String
    var taken: Date
    var file: URL
    var kind: Kind
    var rating: Int
  }

  private func photos() throws -> Entity<Photo> {
    let photos = try Entity("Photo", restoring: Photo.init) {
      Field("title", \.title).default("untitled")
      Field("taken", \.taken, as: .sortable(fractionDigits: 9)).indexed()
      Field("file", \.file, as: RelativeURLTransform()).unique()
      Field("kind", \.kind).fallback(to: .other)
      Field("tint", \.tint, as: TintTransform())
    }
    return photos
  }

  private var photo: Photo {
    Photo(
      title: "sea", taken: Date(timeIntervalSince1970: 1_795_341_600),
      file: URL(filePath: "/app/1/images/sea.png"), kind: .landscape)
  }

  private var context: TransformContext {
    var context = TransformContext()
    context.baseURL = URL(filePath: "/app/1/", directoryHint: .isDirectory)
    return context
  }

  @Test func `a record is a list of values`() throws {
    let photos = try photos()
    let values = try photos.store(photo, recordKey: .integer(7), in: context)
    // "sea", "2026-11-22T10:00:00.000000000Z", "images/sea.png", 2, null
    let back = try photos.restore(values, recordKey: .integer(7), in: context)
    #expect(
      values == [
        .text("sea"), .text("2026-11-22T10:00:00.000000000Z"), .text("images/sea.png"), .integer(2),
        .null,
      ])
    #expect(back == photo)
    #expect(
      try ReadmeExample.stands(#"\.tint, as: TintTransform())"#, in: #filePath, inPieces: true))
  }

  @Test func `what changed is declared`() throws {
    let photos = try photos()
    let later = try Entity("Photo", version: 2, removed: ["tint"], restoring: Picture.init) {
      Field("caption", \.caption).renamed(from: "title")
      Field("taken", \.taken).formerly(as: .sortable(fractionDigits: 9))
      Field("file", \.file, as: RelativeURLTransform()).unique()
      Field("kind", \.kind).fallback(to: .other)
      Field("rating", \.rating).added(default: 3)
    }
    let values = try photos.store(photo, recordKey: .integer(7), in: context)

    let plan = try later.plan(for: photos.schema)
    let picture = try plan.restore(values, recordKey: .integer(7), in: context)
    let migrated = try plan.migrate(values, recordKey: .integer(7), in: context)
    #expect(picture.caption == "sea" && picture.rating == 3 && picture.taken == photo.taken)
    #expect(migrated[1] == .real(photo.taken.timeIntervalSinceReferenceDate))
    #expect(try ReadmeExample.stands("let later =", in: #filePath, inPieces: true))
  }

  struct Person: Sendable { var first: String, last: String }

  @Test func `a step splits a value`() throws {
    let people = try Entity("Person", version: 2, removed: ["name"], restoring: Person.init) {
      Field("first", \.first)
      Field("last", \.last)
    }.step(from: 1) { values in
      let words = (try values.value(String.self, of: "name") ?? "").split(separator: " ")
      try values.set(\.first, to: words.first.map(String.init) ?? "")
      try values.set(\.last, to: words.dropFirst().joined(separator: " "))
    }
    struct Named: Sendable { var name: String }
    let earlier = try Entity("Person", restoring: Named.init) { Field("name", \.name) }
    let stored = try earlier.store(Named(name: "Ann Lee Hill"))
    let person = try people.plan(for: earlier.schema).restore(stored)
    #expect(person.first == "Ann" && person.last == "Lee Hill")
    #expect(try ReadmeExample.stands("let people =", in: #filePath))
  }

  enum Paint: String, Codable, Sendable { case red, green }

  struct Car: Codable, Sendable {
    var plate: String
    var paint: Paint
  }

  @Test func `what cannot be found out is an error with the line to write`() throws {
    let error = #expect(throws: SchemaError.self) {
      let cars = try Entity(of: Car.self, named: "Car") {
        Field("plate", \.plate).unique()
      }
      _ = cars
    }
    let comment = try #require(error).description.split(separator: "\n").map { "// \($0)" }
    let text = comment.joined(separator: "\n")
    #expect(try ReadmeExample.isShown(text, near: #filePath), "\(comment)")
    let field = "  Field(\"plate\", \\.plate).unique()"
    #expect(try ReadmeExample.isShown(field, near: #filePath))
  }

  @Test func `errors are told, also those that were hidden`() async throws {
    let entity = try photos()
    let single = try #require(entity.errors(of: "kind")).subscribe()
    let (lines, sink) = AsyncStream.makeStream(of: String.self)
    let task = Task {
      func log(_ line: String) { _ = sink.yield(line) }
      for await error in entity.errors.subscribe() {
        log("\(error.cause), hidden: \(error.isHidden)")
      }
    }
    while entity.errors.subscriberCount == 0 { await Task.yield() }
    var values = try entity.store(photo, in: context)
    values[3] = .integer(99)
    #expect(try entity.restore(values, in: context).kind == .other)
    var iterator = lines.makeAsyncIterator()
    #expect(
      await iterator.next()
        == "unreadable: Kind has no value for 99, attribute 'kind' of entity 'Photo', hidden: true")
    var other = single.makeAsyncIterator()
    #expect(await other.next()?.cause.code == .unreadable)
    task.cancel()
    #expect(try ReadmeExample.stands("for await error in entity", in: #filePath))
  }
}
