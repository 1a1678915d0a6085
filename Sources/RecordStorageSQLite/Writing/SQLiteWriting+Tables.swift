#if SQLite
  internal import GRDB
  internal import RecordStorage
  internal import StorageTransforms

  extension SQLiteWriting {
    func define(
      _ table: RecordTable, replacing former: RecordTable?, rewrite: RecordRewrite?
    ) throws {
      // What the function throws is handed on as it is.
      var own: (any Error)?
      do {
        try changing(table) { database in
          try TableDefinition(table, database, catalogue(database).layouts[table.id], former).run(
            rewrite.map { rewrite in
              { record in
                do { return try rewrite(record) } catch {
                  own = error
                  throw error
                }
              }
            }, self)
        }
      } catch {
        throw own ?? error
      }
    }

    func drop(_ table: RecordTable) throws {
      try changing(table) { database in
        let layout = try layout(of: table, database)
        try database.execute(sql: "DROP TABLE IF EXISTS \(SQLName.quoted(layout.tableName))")
        try MetaTables.remove(table.id, database)
      }
    }

    /// Calls what changes tables: all of it happens, or nothing.
    private func changing(_ table: RecordTable, _ body: (Database) throws -> Void) throws {
      try calling(table) { database in
        defer { forgetLayouts() }
        try database.inSavepoint {
          try body(database)
          return .commit
        }
      }
    }
  }
#endif
