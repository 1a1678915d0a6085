#if SQLite
  import Foundation
  import GRDB
  import RecordStorageSQLite
  import StorageTransforms
  import Testing

  @Suite("GRDB fetches and saves values by an entity")
  struct EntityRecordTests {
    struct Photo: EntityRecord, Equatable {
      var id: Int64
      var title: String
      var file: URL
      var scores: [Int]

      static let declared = Result {
        try Entity("Photo", restoring: Photo.init(id:title:file:scores:)) {
          Field("id", \Photo.id)
          Field("title", \Photo.title)
          Field("file", \Photo.file, as: RelativeURLTransform())
          Field("scores", \Photo.scores)
        }
      }
      static var entity: Entity<Photo> { get throws { try declared.get() } }
      static var transformContext: TransformContext {
        var context = TransformContext()
        context.baseURL = URL(filePath: "/photos/", directoryHint: .isDirectory)
        return context
      }
    }

    private func database() throws -> DatabaseQueue {
      let database = try DatabaseQueue()
      try database.write {
        try $0.execute(
          sql: """
            CREATE TABLE Photo (id INTEGER PRIMARY KEY, title TEXT, file TEXT, scores BLOB, more) STRICT
            """.replacing(", more", with: ", more ANY"))
      }
      return database
    }

    private let photo = Photo(
      id: 7, title: "sea", file: URL(filePath: "/photos/sea.png"), scores: [1, 2])

    @Test("insert, fetch by key, update and query")
    func records() throws {
      let database = try database()
      try database.write { [photo] database in
        try photo.insert(database)
        var other = photo
        (other.id, other.title) = (8, "dunes")
        try other.save(database)
        other.scores = []
        try other.update(database)
      }
      let row = try database.read {
        try Row.fetchOne($0, sql: "SELECT title, file FROM Photo WHERE id = 7")
      }
      #expect(row == ["title": "sea", "file": "sea.png"])
      let (found, all) = try database.read {
        (try Photo.fetchOne($0, key: 7), try Photo.order(Column("title")).fetchAll($0))
      }
      #expect(found == photo)
      #expect(all.map(\.title) == ["dunes", "sea"] && all[0].scores == [])
    }

    @Test("what cannot be restored is an error that names the attribute")
    func unreadable() throws {
      let database = try database()
      try database.write { [photo] database in
        try photo.insert(database)
        try database.execute(sql: "UPDATE Photo SET scores = x'00'")
      }
      let error = #expect(throws: TransformError.self) {
        try database.read { try Photo.fetchOne($0, key: 7) }
      }
      #expect("\(String(describing: error))".contains("scores"))
      let missing = #expect(throws: TransformError.self) {
        try database.read { try Photo.fetchOne($0, sql: "SELECT id, title FROM Photo") }
      }
      #expect(missing?.code == .missingValue)
    }

    @Test("the rows of a store are records of GRDB")
    func ofAStore() throws {
      let file = try DatabaseFile()
      let entity = try Photo.entity
      let store = try file.store(RecordTable(entity.schema, keyKind: .integer, keyAttribute: "id"))
      let values = try entity.store(photo, in: Photo.transformContext)
      try store.write { try $0.insert(StoredRecord(key: 7, values: values), into: "Photo") }
      let queue = try DatabaseQueue(path: file.path)
      #expect(try queue.read { try Photo.fetchAll($0) } == [photo])
    }
  }
#endif
