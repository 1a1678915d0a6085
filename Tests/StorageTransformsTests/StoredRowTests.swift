#if SQLite
  import Foundation
  import GRDB
  import StorageTransforms
  import Testing

  /// Properties with `@Stored` in a record of a database library.
  @Suite struct StoredRowTests {
    struct Tint: Equatable, Sendable {
      var red: UInt8
    }

    struct TintTransform: AttributeTransform, ContextFreeTransform {
      func store(_ tint: Tint) -> Data { Data([tint.red]) }
      func restore(_ stored: Data) throws -> Tint {
        guard let red = stored.first, stored.count == 1 else {
          throw TransformError(.unreadable, "a tint has a byte")
        }
        return Tint(red: red)
      }
    }

    struct Profile: Codable, Equatable, FetchableRecord, PersistableRecord {
      static let databaseTableName = "profile"
      // What the coders of records hand on to properties.
      static var databaseEncodingUserInfo: [CodingUserInfoKey: Any] { [.transformContext: context] }
      static var databaseDecodingUserInfo: [CodingUserInfoKey: Any] { [.transformContext: context] }
      static var context: TransformContext {
        var context = TransformContext(entity: "Profile")
        context.baseURL = base
        return context
      }
      @TaskLocal static var base = URL(filePath: "/old/", directoryHint: .isDirectory)

      var id: Int64
      @Stored<TintTransform> var tint: Tint
      @Stored<OptionalTransform<TintTransform>> var accent: Tint?
      @Stored<RelativeURLTransform> var portrait: URL
      @Stored<ISO8601Transform> var day: Date
      @Stored<StampedTransform<TransformChain<JSONTransform<[Int]>, ZlibTransform>>> var scores:
        [Int]
    }

    private func database() throws -> DatabaseQueue {
      let database = try DatabaseQueue()
      try database.write {
        try $0.execute(
          sql: """
            CREATE TABLE profile (id INTEGER PRIMARY KEY, tint BLOB NOT NULL, accent BLOB, \
            portrait TEXT NOT NULL, day TEXT NOT NULL, scores BLOB NOT NULL) STRICT
            """)
      }
      return database
    }

    private let profile = Profile(
      id: 1, tint: Tint(red: 7), accent: nil, portrait: URL(filePath: "/old/images/a.png"),
      day: Date(timeIntervalSinceReferenceDate: 0), scores: [1, 2, 3])

    @Test func `in a record of GRDB`() throws {
      let database = try database()
      var second = profile
      second.id = 2
      second.accent = Tint(red: 255)
      try database.write { [profile, second] database in
        try profile.insert(database)
        try second.insert(database)
      }
      let back = try database.read { try Profile.order(Column("id")).fetchAll($0) }
      #expect(back == [profile, second])
      let row = try #require(
        try database.read {
          try Row.fetchOne($0, sql: "SELECT hex(tint), accent, portrait, day FROM profile")
        })
      #expect(row[0] == "07" && row[1] == nil)
      #expect(row[2] == "images/a.png" && row[3] == "2001-01-01T00:00:00Z")
    }

    @Test func `the base moved, and bytes that were changed`() throws {
      let database = try database()
      try database.write { [profile] in try profile.insert($0) }
      let moved = try Profile.$base.withValue(URL(filePath: "/new/", directoryHint: .isDirectory)) {
        try database.read { try Profile.fetchOne($0, key: 1) }
      }
      #expect(moved?.portrait.path == "/new/images/a.png")
      try database.write { try $0.execute(sql: "UPDATE profile SET tint = x'0102'") }
      let error = #expect(throws: (any Error).self) {
        try database.read { try Profile.fetchOne($0, key: 1) }
      }
      #expect("\(String(describing: error))".contains("a tint has a byte"))
    }
  }
#endif
