#if SQLite
  import Foundation
  import GRDB

  extension BenchPhoto: FetchableRecord, PersistableRecord {
    static var databaseTableName: String { "photo" }
  }

  /// Photos as GRDB's users store them: a Codable record, with lists as JSON.
  struct GRDBPhotoStore: PhotoStore {
    private let database: any DatabaseWriter

    init(path: String, writesAhead: Bool) throws {
      let configuration = Configuration()
      database =
        writesAhead
        ? try DatabasePool(path: path, configuration: configuration)
        : try DatabaseQueue(path: path, configuration: configuration)
      // GRDB turns synchronisations of the write-ahead log off when it opens a pool.
      try database.writeWithoutTransaction { database in
        try database.execute(sql: "PRAGMA synchronous = FULL")
        let level = try Int.fetchOne(database, sql: "PRAGMA synchronous")
        guard level == 2 else { throw DatabaseError(message: "synchronous is \(level ?? -1)") }
      }
      try database.write { database in
        try database.create(table: "photo") { table in
          table.primaryKey("id", .text)
          table.column("title", .text).notNull()
          table.column("dateTaken", .datetime).notNull().indexed()
          table.column("width", .integer).notNull()
          table.column("height", .integer).notNull()
          table.column("rating", .double).notNull()
          table.column("remoteURL", .text).notNull()
          table.column("tags", .jsonText).notNull()
        }
      }
    }

    func insert(_ photos: [BenchPhoto]) throws {
      try database.write { database in for photo in photos { try photo.insert(database) } }
    }

    func update(_ photos: [BenchPhoto]) throws {
      try database.write { database in for photo in photos { try photo.update(database) } }
    }

    func fetch(_ id: String) throws -> BenchPhoto? {
      try database.read { try BenchPhoto.fetchOne($0, key: id) }
    }

    func scan(_ body: (BenchPhoto) -> Void) throws {
      try database.read { database in
        let cursor = try BenchPhoto.order(Column("id")).fetchCursor(database)
        while let photo = try cursor.next() { body(photo) }
      }
    }

    func range(_ first: Date, _ end: Date) throws -> [BenchPhoto] {
      try database.read { database in
        try BenchPhoto.filter(Column("dateTaken") >= first && Column("dateTaken") < end)
          .order(Column("dateTaken")).fetchAll(database)
      }
    }

    func compact() throws { try Self.compact(database) }

    /// Writes a database anew, without what is free in it.
    static func compact(_ database: some DatabaseWriter) throws {
      try database.vacuum()
      try database.writeWithoutTransaction { database in
        guard try String.fetchOne(database, sql: "PRAGMA journal_mode") == "wal" else { return }
        try database.checkpoint(.truncate)
      }
    }
  }
#endif
