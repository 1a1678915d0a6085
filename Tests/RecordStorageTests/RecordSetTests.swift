import Foundation
import RecordStorage
import StorageTransforms
import Testing

@Suite("Values are saved and fetched by their type")
struct RecordSetTests {
  enum Kind: String, Codable, Sendable { case photo, screenshot, other }

  struct Photo: Codable, Hashable, Sendable {
    var photoID: String
    var title: String
    var dateTaken: Date?
    var file: URL
    var kind: Kind
    var colours: [Int]
  }

  static func entity(version: Int = 1) throws -> Entity<Photo> {
    try Entity("Photo", version: version, restoring: Photo.init) {
      Field("photo_id", \.photoID)
      Field("title", \.title).default("untitled").indexed()
      Field("date_taken", \.dateTaken).indexed()
      Field("file", \.file, as: RelativeURLTransform()).unique()
      Field("kind", \.kind).fallback(to: .other)
      Field("colours", \.colours)
    }
  }

  static let context: TransformContext = {
    var context = TransformContext()
    context.baseURL = URL(filePath: "/library/", directoryHint: .isDirectory)
    return context
  }()

  static func photo(_ number: Int, days: Double? = nil) -> Photo {
    Photo(
      photoID: "p\(number)", title: number % 2 == 0 ? "sea \(number)" : "hill \(number)",
      dateTaken: days.map { Date(timeIntervalSinceReferenceDate: $0 * 86_400) },
      file: URL(filePath: "/library/p\(number).png"), kind: .photo, colours: [number, 2, 3])
  }

  private func set() throws -> RecordSet<Photo, String> {
    try RecordStore(MemoryBackEnd()).records(of: Self.entity(), key: \.photoID, in: Self.context)
  }

  @Test("save, fetch, update, delete")
  func calls() throws {
    let photos = try set()
    let photo = Self.photo(1, days: 3)
    try photos.save(photo)
    #expect(try photos.fetch(key: "p1") == photo)
    #expect(try photos.fetch(key: "p2") == nil)
    var other = photo
    other.title = "hill at night"
    try photos.save(other)
    #expect(try photos.fetch(key: "p1") == other)
    #expect(try photos.update(Self.photo(2)) == false)
    let again = #expect(throws: StorageError.self) { try photos.insert(photo) }
    #expect(again?.code == .duplicateKey)
    var copy = Self.photo(2)
    copy.file = photo.file
    let taken = #expect(throws: StorageError.self) { try photos.insert(copy) }
    #expect(taken?.code == .notUnique && taken?.attribute == "file" && taken?.existingKey == "p1")
    #expect(try photos.delete(key: "p1"))
    #expect(try photos.delete(key: "p1") == false)
    #expect(try photos.count() == 0)
  }

  @Test("selections: equality, range, order, limit, prefix, nil")
  func selections() throws {
    let photos = try set()
    let all = (0..<10).map { Self.photo($0, days: $0 < 8 ? Double(20 - $0) : nil) }
    try photos.save(contentsOf: all)
    func ids(_ selection: RecordSelection<Photo>) throws -> [Int] {
      let found = try photos.fetch(where: selection)
      return found.compactMap { Int($0.photoID.dropFirst()) }
    }
    func day(_ number: Double) -> Date { Date(timeIntervalSinceReferenceDate: number * 86_400) }
    #expect(try ids(.all) == Array(0..<10))
    #expect(try ids(.all(descending: true, limit: 3)) == [9, 8, 7])
    #expect(try ids(.ordered(by: \.dateTaken)) == [8, 9, 7, 6, 5, 4, 3, 2, 1, 0])
    #expect(try ids(.ordered(by: \.dateTaken, descending: true, limit: 2)) == [0, 1])
    #expect(try ids(.property(\.dateTaken, equals: nil)) == [8, 9])
    #expect(try ids(.property(\.dateTaken, equals: day(15))) == [5])
    #expect(try ids(.property(\.dateTaken, from: day(15), upTo: day(18))) == [5, 4, 3])
    #expect(try ids(.property(\.dateTaken, from: day(15), through: day(18))) == [5, 4, 3, 2])
    #expect(try ids(.property(\.dateTaken, through: day(14), descending: true)) == [6, 7])
    #expect(try ids(.property(\.title, hasPrefix: "sea")) == [0, 2, 4, 6, 8])
    #expect(try ids(.property(\.photoID, from: "p7")) == [7, 8, 9])
    #expect(try ids(.property(\.file, equals: URL(filePath: "/library/p4.png"))) == [4])
    let unindexed = #expect(throws: StorageError.self) {
      try ids(.property(\.kind, equals: .photo))
    }
    #expect(unindexed?.code == .notIndexed)
  }

  @Test("a transaction over two kinds of records is one")
  func transaction() throws {
    let store = RecordStore(MemoryBackEnd())
    let photos = try store.records(of: Self.entity(), key: \.photoID, in: Self.context)
    struct Album: Codable, Hashable { var name: String, photos: [String] }
    let albums = try store.records(
      of: Entity(of: Album.self), key: \.name, named: "name")
    try store.write { session in
      try photos.insert(Self.photo(1), in: session)
      try albums.save(Album(name: "all", photos: ["p1"]), in: session)
    }
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try store.write { session in
        try photos.insert(Self.photo(2), in: session)
        #expect(try photos.fetch(key: "p2", in: session) != nil)
        throw Stop()
      }
    }
    #expect(try photos.count() == 1)
    #expect(try albums.fetch(key: "all")?.photos == ["p1"])
  }

  @Test("records of an earlier program are brought into the present form")
  func evolution() throws {
    struct Earlier: Codable { var id: String, name: String, size: Int16 }
    struct Later: Codable, Equatable { var id: String, title: String, size: Int64, stars: Int }
    let store = RecordStore(MemoryBackEnd())
    let earlier = try store.records(
      of: Entity("Item", restoring: Earlier.init) {
        Field("id", \.id)
        Field("name", \.name)
        Field("size", \.size)
      }, key: \.id)
    try earlier.save(Earlier(id: "a", name: "sea", size: 3))
    let entity = try Entity("Item", version: 2, restoring: Later.init) {
      Field("id", \.id)
      Field("title", \.title).renamed(from: "name")
      Field("size", \.size)
      Field("stars", \.stars).added(default: 5)
    }
    let later = try store.records(of: entity, key: \.id)
    #expect(try later.fetch(key: "a") == Later(id: "a", title: "sea", size: 3, stars: 5))
    let values = try store.read { try $0.values(of: "a", in: "Item") }
    #expect(values == [.text("a"), .text("sea"), .integer(3), .integer(5)])
    // The program of before neither writes nor, unasked, reads what it does not know.
    let old = try Entity("Item", restoring: Earlier.init) {
      Field("id", \.id)
      Field("name", \.name)
      Field("size", \.size)
    }
    let refused = #expect(throws: SchemaError.self) { try store.records(of: old, key: \.id) }
    #expect(refused?.code == .newerSchema)
  }

  @Test("what a fallback hides is told to those who watch the store")
  func errors() async throws {
    let store = RecordStore(MemoryBackEnd())
    let photos = try store.records(of: Self.entity(), key: \.photoID, in: Self.context)
    try photos.save(Self.photo(1))
    try store.write { session in
      var values = try #require(try session.values(of: "p1", in: "Photo"))
      values[4] = .text("hologram")
      try session.update(StoredRecord(key: "p1", values: values), in: "Photo")
    }
    var errors = store.errors.subscribe().makeAsyncIterator()
    #expect(try photos.fetch(key: "p1")?.kind == .other)
    let error = await errors.next()
    #expect(error?.cause.context?.attribute?.name == "kind")
  }
}
