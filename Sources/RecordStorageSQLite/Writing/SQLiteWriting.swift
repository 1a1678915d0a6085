#if SQLite
  internal import GRDB
  internal import RecordStorage
  internal import StorageTransforms

  /// What reads and writes the records of a database in one transaction.
  final class SQLiteWriting: SQLiteReading, StorageWriting {
    /// Why the transaction is gone: a full medium, say, after which SQLite rolls back by itself. What came after it would be
    /// committed one by one.
    private var failure: StorageError?

    override func check(isWritable: Bool) throws {
      guard isWritable else {
        throw StorageError(.readOnly, "a newer program wrote the database: it is read, not written")
      }
    }

    override func calling<Result>(
      _ table: RecordTable? = nil, _ body: (Database) throws -> Result
    ) throws -> Result {
      if let failure { throw failure }
      let database = try current()
      do { return try super.calling(table, body) } catch {
        if !database.isInsideTransaction { failure = error as? StorageError }
        throw error
      }
    }

    /// - Throws: What made an end to the transaction before.
    func checkCommit() throws { if let failure { throw failure } }

    func insert(_ record: StoredRecord, into table: RecordTable) throws {
      try calling(table) { database in
        let layout = try layout(of: table, database)
        try storing(record, layout, database, isNew: true) {
          try layout.insert(record, database)
        }
      }
    }

    func update(_ record: StoredRecord, in table: RecordTable) throws -> Bool {
      try calling(table) { database in
        let layout = try layout(of: table, database)
        return try storing(record, layout, database, isNew: false) {
          try layout.update(record, database)
        }
      }
    }

    // Two statements, since in one (`ON CONFLICT (key) DO UPDATE`) it is not said which rule a row breaks first that breaks
    // those of the key and of a unique attribute, and that of its own former row is none.
    func upsert(_ record: StoredRecord, in table: RecordTable) throws {
      try calling(table) { database in
        let layout = try layout(of: table, database)
        try storing(record, layout, database, isNew: false) {
          if try !layout.update(record, database) { try layout.insert(record, database) }
        }
      }
    }

    func delete(_ key: RecordKey, from table: RecordTable) throws -> Bool {
      try calling(table) { database in
        let layout = try layout(of: table, database)
        try database.cachedStatement(sql: layout.statements.delete).execute(
          arguments: [key.value.forDatabase])
        return database.changesCount > 0
      }
    }

    /// Names the record that a refused one stands against.
    private func storing<Result>(
      _ record: StoredRecord, _ layout: TableLayout, _ database: Database, isNew: Bool,
      _ body: () throws -> Result
    ) throws -> Result {
      do { return try body() } catch let error as DatabaseError
        where error.resultCode == .SQLITE_CONSTRAINT
      {
        throw try layout.refusal(of: record, isNew: isNew, error, database)
      }
    }
  }
#endif
