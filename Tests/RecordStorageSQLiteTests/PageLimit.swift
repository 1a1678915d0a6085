#if SQLite
  import GRDB

  @testable import RecordStorageSQLite

  extension SQLiteConnections {
    /// Makes the database full at so many pages, as a full medium would.
    func limitPages(_ count: Int) throws {
      try writer.writeWithoutTransaction { database in
        _ = try Row.fetchOne(database, sql: "PRAGMA max_page_count = \(count)")
      }
    }
  }
#endif
