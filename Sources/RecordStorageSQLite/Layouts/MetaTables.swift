#if SQLite
  internal import GRDB
  internal import RecordStorage
  internal import StorageTransforms

  /// The tables that say what the others are (Spec/back-ends.md, section 8).
  enum MetaTables {
    /// The names of tables that this package keeps for itself begin so.
    static let prefix = "_record_"
    /// The version of the layout that is written.
    static let version: Int64 = 1

    private static let definition = """
      CREATE TABLE IF NOT EXISTS _record_store (
        only_row INTEGER NOT NULL PRIMARY KEY CHECK (only_row = 1),
        read_version INTEGER NOT NULL,
        write_version INTEGER NOT NULL,
        revision INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE IF NOT EXISTS _record_tables (
        entity TEXT NOT NULL PRIMARY KEY,
        table_name TEXT NOT NULL,
        key_column TEXT NOT NULL,
        definition BLOB NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS _record_columns (
        entity TEXT NOT NULL,
        position INTEGER NOT NULL,
        attribute TEXT NOT NULL,
        column_name TEXT NOT NULL,
        index_name TEXT,
        PRIMARY KEY (entity, position)
      ) STRICT, WITHOUT ROWID;
      INSERT OR IGNORE INTO _record_store VALUES (1, 1, 1, 0);
      """

    /// Makes the tables if they are not there.
    static func make(_ database: Database) throws {
      guard try !areThere(database) else { return }
      try checkEncoding(database)
      try database.inTransaction(.immediate) {
        try database.execute(sql: definition)
        return .commit
      }
    }

    /// - Throws: ``StorageError/Code/unsupported`` for what this version cannot read.
    static func check(_ database: Database) throws {
      try checkEncoding(database)
      guard try areThere(database) else { return }
      try checkIsTable(
        "_record_store", ["only_row", "revision", "read_version", "write_version"], database)
      _ = try state(database)
    }

    static func areThere(_ database: Database) throws -> Bool {
      try Row.fetchOne(
        database.cachedStatement(
          sql: "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '_record_store'"))
        != nil
    }

    /// The bytes of text in other encodings have another order.
    private static func checkEncoding(_ database: Database) throws {
      let encoding = try String.fetchOne(database, sql: "PRAGMA encoding")
      guard encoding == "UTF-8" else {
        throw StorageError(
          .unsupported, "the text of the database is \(encoding ?? "unknown"), and not UTF-8")
      }
    }

    /// What changes whenever a table is defined, and whether this version may write.
    static func state(_ database: Database) throws -> (revision: Int64, isWritable: Bool) {
      let statement = try database.cachedStatement(
        sql: "SELECT revision, read_version, write_version FROM _record_store WHERE only_row = 1")
      guard let row = try Row.fetchOne(statement),
        case .int64(let revision) = (row[0] as DatabaseValue).storage,
        case .int64(let readVersion) = (row[1] as DatabaseValue).storage,
        case .int64(let writeVersion) = (row[2] as DatabaseValue).storage
      else { throw StorageError(.damaged, "the table _record_store has lost its row") }
      guard readVersion <= version else {
        throw StorageError(
          .unsupported,
          "a newer program wrote the database: its layout is \(readVersion), and this version of the package reads \(version)"
        )
      }
      return (revision, writeVersion <= version)
    }

    /// Makes sure that a table is one with rows of its own, and the columns that are used too: what a view or a generated column has may be computed without
    /// end.
    private static func checkIsTable(
      _ name: String, _ columns: [String] = [], entity: String? = nil, _ database: Database
    ) throws {
      // Virtual tables have no page of their own.
      let type = try String.fetchOne(
        database.cachedStatement(
          sql: """
            SELECT CASE WHEN type = 'table' AND rootpage = 0 THEN 'virtual table' ELSE type END
            FROM sqlite_schema WHERE name = ? COLLATE NOCASE AND type IN ('table', 'view')
            """),
        arguments: [name])
      guard type == "table" else {
        throw StorageError(
          .damaged, "'\(name)' is \(type.map { "a \($0)" } ?? "not there"), and not a table",
          entity: entity)
      }
      let hidden = try String.fetchAll(
        database.cachedStatement(
          sql: "SELECT name FROM pragma_table_xinfo(?, 'main') WHERE hidden <> 0"),
        arguments: [name]
      ).map(SQLName.folded)
      if let column = columns.first(where: { hidden.contains(SQLName.folded($0)) }) {
        throw StorageError(
          .damaged, "the column '\(column)' is computed, and not stored", entity: entity)
      }
    }

    /// All layouts, in the order of their ids.
    static func layouts(_ database: Database) throws -> [TableLayout] {
      try checkIsTable(
        "_record_columns", ["entity", "position", "column_name", "index_name"], database)
      try checkIsTable(
        "_record_tables", ["entity", "table_name", "key_column", "definition"], database)
      let columns = try Row.fetchAll(
        database,
        sql: "SELECT entity, column_name, index_name FROM _record_columns ORDER BY entity, position"
      )
      let byEntity = Dictionary(grouping: columns) { text($0, 0) ?? "" }
      let tables = try Row.fetchAll(
        database,
        sql: "SELECT entity, table_name, key_column, definition FROM _record_tables ORDER BY entity"
      )
      return try tables.map { row in
        guard let entity = text(row, 0), let name = text(row, 1), let key = text(row, 2),
          case .blob(let bytes) = (row[3] as DatabaseValue).storage
        else { throw StorageError(.damaged, "the table _record_tables has a wrong value") }
        let table = try TableArchives().table(in: Array(bytes), entity: entity)
        let own = byEntity[entity] ?? []
        let names = own.compactMap { text($0, 1) }
        guard table.id == entity, names.count == table.entity.attributes.count else {
          throw StorageError(
            .damaged, "the columns of a table are not those of its definition", entity: entity)
        }
        try checkIsTable(name, names + [key], entity: entity, database)
        return TableLayout(
          table, tableName: name, keyColumn: key, columns: names, indexes: own.map { text($0, 2) })
      }
    }

    private static func text(_ row: Row, _ index: Int) -> String? {
      guard case .string(let text) = (row[index] as DatabaseValue).storage else { return nil }
      return text
    }
  }
#endif
