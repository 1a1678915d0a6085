#if SQLite
  internal import GRDB
  internal import RecordStorage
  internal import StorageTransforms

  /// How a table is made, or becomes another one.
  struct TableDefinition {
    private let database: Database
    private let former: TableLayout?
    private let layout: TableLayout
    private let keepsColumns: Bool

    /// - Parameters:
    ///   - former: The layout that is there.
    ///   - expected: The table that the caller says is there.
    init(
      _ table: RecordTable, _ database: Database, _ former: TableLayout?, _ expected: RecordTable?
    ) throws {
      guard (former == nil) == (expected == nil) else {
        throw StorageError(
          .schemaChanged, "the table is another one than it is said to have been",
          entity: table.entity.name)
      }
      // One column is the key's.
      guard table.entity.attributes.count < 2_000 else {
        throw StorageError(
          .limitExceeded, "a table of SQLite has at most 2,000 columns", entity: table.entity.name)
      }
      self.database = database
      self.former = former
      let taken = try MetaTables.takenNames(database, except: former)
      let like = TableLayout(table, replacing: former, taken: taken)
      keepsColumns = former.map { like.keepsColumns(of: $0) } ?? false
      layout = keepsColumns ? like : TableLayout(table, replacing: nil, taken: taken)
    }

    func run(_ rewrite: RecordRewrite?, _ session: SQLiteReading) throws {
      if let former {
        if rewrite == nil, keepsColumns {
          try rename(former)
          try reindex(former)
        } else {
          try rebuild(former, rewrite, session)
        }
      } else {
        try database.execute(sql: TableStatements.create(layout))
        for position in layout.columns.indices { try createIndex(position) }
      }
      // An id that is equal to Swift may have other bytes.
      if let former { try MetaTables.remove(former.table.id, database) }
      try MetaTables.keep(layout, database)
    }

    private func rename(_ former: TableLayout) throws {
      if !former.tableName.utf8.elementsEqual(layout.tableName.utf8) {
        var name = former.tableName
        // SQLite takes two names that differ in case for one, and would say that it is there.
        if SQLName.folded(name) == SQLName.folded(layout.tableName) {
          let between = try freeName()
          try alter(name, "RENAME TO \(SQLName.quoted(between))")
          name = between
        }
        try alter(name, "RENAME TO \(SQLName.quoted(layout.tableName))")
      }
      for (old, new) in layout.renamed(from: former) {
        try alter(
          layout.tableName, "RENAME COLUMN \(SQLName.quoted(old)) TO \(SQLName.quoted(new))")
      }
    }

    private func reindex(_ former: TableLayout) throws {
      for (old, new) in zip(former.indexes, layout.indexes) {
        if let old, !Self.isSame(old, new) {
          try database.execute(sql: "DROP INDEX IF EXISTS \(SQLName.quoted(old))")
        }
      }
      for position in layout.columns.indices
      where !Self.isSame(layout.indexes[position], former.indexes[position]) {
        try createIndex(position)
      }
    }

    /// Returns true for one name of an index, byte by byte, or none.
    private static func isSame(_ name: String?, _ other: String?) -> Bool {
      name.map { Array($0.utf8) } == other.map { Array($0.utf8) }
    }

    /// Copies all records into a table of another name, which then takes the place of the former one.
    private func rebuild(
      _ former: TableLayout, _ rewrite: RecordRewrite?, _ session: SQLiteReading
    ) throws {
      let next = layout.named(try freeName())
      try database.execute(sql: TableStatements.create(next))
      if let rewrite {
        let cursor = SQLiteCursor(RecordQuery(), former, session)
        while let record = try cursor.next() {
          let values = try rewrite(record)
          let made = StoredRecord(key: record.key, values: values)
          do { try next.insert(made, database) } catch let error as DatabaseError
            where error.resultCode == .SQLITE_CONSTRAINT
          {
            throw try next.refusal(of: made, isNew: true, error, database)
          }
        }
      } else {
        try copy(former, to: next)
      }
      try database.execute(sql: "DROP TABLE \(SQLName.quoted(former.tableName))")
      // Views that name the former table are for a moment those of none, which SQLite would refuse.
      try database.execute(sql: "PRAGMA legacy_alter_table = ON")
      defer { try? database.execute(sql: "PRAGMA legacy_alter_table = OFF") }
      try alter(next.tableName, "RENAME TO \(SQLName.quoted(layout.tableName))")
      for position in layout.columns.indices { try createIndex(position) }
    }

    private func copy(_ former: TableLayout, to next: TableLayout) throws {
      guard former.columns.count == next.columns.count else {
        throw StorageError(
          .wrongCount, "records of \(former.columns.count) values cannot stay as they are",
          entity: next.table.entity.name)
      }
      let columns = (next.keyPosition == nil ? [next.keyColumn] : []) + next.columns
      let values = (next.keyPosition == nil ? [former.keyColumn] : []) + former.columns
      try database.execute(
        sql: """
          INSERT INTO \(SQLName.quoted(next.tableName)) \
          (\(columns.map(SQLName.quoted).joined(separator: ", "))) \
          SELECT \(values.map(SQLName.quoted).joined(separator: ", ")) \
          FROM \(SQLName.quoted(former.tableName))
          """)
    }

    private func createIndex(_ position: Int) throws {
      guard let name = layout.indexes[position] else { return }
      do {
        try database.execute(sql: TableStatements.createIndex(name, at: position, of: layout))
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
        var refusal = try layout.firstDuplicate(at: position, database)
        refusal.underlying = error
        throw refusal
      }
    }

    private func alter(_ name: String, _ change: String) throws {
      try database.execute(sql: "ALTER TABLE \(SQLName.quoted(name)) \(change)")
    }

    private func freeName() throws -> String {
      var taken = try MetaTables.takenNames(database, except: nil)
      return SQLName.free("_record_next", taken: &taken)
    }
  }

  extension TableLayout {
    /// The error for two records that have one value of an attribute.
    fileprivate func firstDuplicate(at position: Int, _ database: Database) throws -> StorageError {
      let (column, key) = (SQLName.quoted(columns[position]), SQLName.quoted(keyColumn))
      let row = try Row.fetchOne(
        database,
        sql: """
          SELECT \(column), min(\(key)), max(\(key)) FROM \(SQLName.quoted(tableName)) \
          WHERE \(column) IS NOT NULL GROUP BY \(column) HAVING count(*) > 1 LIMIT 1
          """)
      guard let row, let key = RecordKey(StoredValue(row[2] as DatabaseValue)) else {
        return StorageError(
          .notUnique, "two records have one value", entity: table.entity.name,
          attribute: table.entity.attributes[position].name)
      }
      return .notUnique(
        position, StoredValue(row[0] as DatabaseValue), key: key,
        existingKey: RecordKey(StoredValue(row[1] as DatabaseValue)), in: table)
    }
  }
#endif
