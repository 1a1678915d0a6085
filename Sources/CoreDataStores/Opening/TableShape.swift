#if SQLite
  internal import ArchiveFormat
  internal import GRDB

  /// The tables of a database that are nothing but tables: no views, and no virtual tables.
  struct TableNames {
    /// The names as SQLite compares them, with the names as they were written.
    private var names: [String: String] = [:]

    /// The tables of no database.
    init() {}

    /// Reads the schema. A view cannot pass for a table: its statement says what it is.
    init(_ database: Database) throws {
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT name FROM sqlite_master
          WHERE type = 'table' AND rootpage > 0 AND substr(sql, 1, 13) = 'CREATE TABLE '
          """)
      while let row = try rows.next() {
        if let name = CoreDataValue(row, 0).text { names[Self.folded(name)] = name }
      }
    }

    /// The name of a table as it was written; nil if there is no such table.
    subscript(_ name: String) -> String? { names[Self.folded(name)] }

    /// The names of all tables as they were written, in no order.
    var all: some Collection<String> { names.values }

    /// A name as SQLite compares it: without the case of ASCII letters.
    static func folded(_ name: String) -> String {
      String(
        decoding: name.utf8.map { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 ? $0 & 0xDF : $0 },
        as: UTF8.self)
    }

    /// A name as it stands in SQL. A quotation mark with an accent is a quotation mark too.
    static func quoted(_ name: String) -> String {
      let mark = UInt8(ascii: "\"")
      let bytes = name.utf8.flatMap { $0 == mark ? [mark, mark] : [$0] }
      return String(decoding: [mark] + bytes + [mark], as: UTF8.self)
    }
  }

  /// The columns of a table in which Core Data keeps rows.
  struct TableShape {
    let name: String
    /// The name under which a statement finds the key that SQLite gives each row.
    let key: String
    /// The columns behind `Z_PK` and `Z_ENT`.
    let columns: [CoreDataEntity.Column]
    /// The names of the columns, by their names as SQLite compares them.
    let foldedNames: [String: String]

    /// Reads the columns of a table.
    ///
    /// - Throws: ``ArchiveError/Code/malformedStore`` unless the table begins with `Z_PK`, its key, and `Z_ENT`. Then any row is found by its
    ///   key, and neither costs more than the beginning of the row.
    init(_ name: String, _ database: Database) throws {
      self.name = name
      let rows = try Row.fetchCursor(
        database,
        sql: "SELECT name, type, pk, hidden FROM pragma_table_xinfo(?) ORDER BY cid",
        arguments: [name])
      var all: [(column: CoreDataEntity.Column, keyPlace: Int64?, isComputed: Bool)] = []
      while let row = try rows.next() {
        let column = CoreDataEntity.Column(
          name: CoreDataValue(row, 0).text ?? "", declaredType: CoreDataValue(row, 1).text ?? "")
        all.append((column, CoreDataValue(row, 2).integer, CoreDataValue(row, 3).integer != 0))
      }
      let names = all.map { TableNames.folded($0.column.name) }
      // A view has no key, and a key of several columns is none. A computed column costs what its expression says.
      guard names.prefix(2) == ["Z_PK", "Z_ENT"], all[0].keyPlace == 1, !all[1].isComputed,
        TableNames.folded(all[0].column.declaredType) == "INTEGER",
        all.dropFirst().allSatisfy({ $0.keyPlace == 0 }), try !Self.hasKeyIndex(name, database)
      else {
        throw ArchiveError(
          .malformedStore, "the table \(name) does not begin with the key Z_PK and Z_ENT")
      }
      guard let key = Self.keyName(without: names), try Self.hasKeys(name, key, database) else {
        throw ArchiveError(.malformedStore, "the table \(name) has rows without keys")
      }
      self.key = key
      var columns: [CoreDataEntity.Column] = []
      var foldedNames: [String: String] = [:]
      // A computed column is none that Core Data makes.
      for (entry, name) in zip(all, names).dropFirst(2) where !entry.isComputed {
        columns.append(entry.column)
        foldedNames[name] = entry.column.name
      }
      self.columns = columns
      self.foldedNames = foldedNames
    }

    /// A name of the key that SQLite gives rows which is the name of no column; nil if all are.
    private static func keyName(without names: [String]) -> String? {
      ["ROWID", "_ROWID_", "OID"].first { !names.contains($0) }
    }

    /// The name under which a statement finds the key of a row.
    ///
    /// - Throws: ``ArchiveError/Code/malformedStore`` for a table whose rows have no keys.
    static func keyName(of table: String, _ database: Database) throws -> String {
      let names = try String.fetchAll(
        database, sql: "SELECT name FROM pragma_table_xinfo(?)", arguments: [table])
      guard let key = keyName(without: names.map(TableNames.folded)),
        try hasKeys(table, key, database)
      else {
        throw ArchiveError(.malformedStore, "the table \(table) has rows without keys")
      }
      return key
    }

    /// Returns whether the rows of a table have keys that SQLite gave them.
    static func hasKeys(_ table: String, _ key: String, _ database: Database) throws -> Bool {
      do {
        _ = try database.makeStatement(sql: "SELECT \(key) FROM \(TableNames.quoted(table))")
        return true
      } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
        // There is no such column.
        return false
      }
    }

    /// Returns whether the primary key of a table has an index of its own: then it is not the key that SQLite gives each row, even if its type is
    /// `INTEGER`, as behind `INTEGER PRIMARY KEY DESC`.
    private static func hasKeyIndex(_ table: String, _ database: Database) throws -> Bool {
      try Row.fetchOne(
        database, sql: "SELECT 1 FROM pragma_index_list(?) WHERE origin = 'pk' LIMIT 1",
        arguments: [table]) != nil
    }

    /// Makes sure that a table of Core Data's own has columns, and that the file holds their values.
    ///
    /// - Throws: ``ArchiveError/Code/malformedStore`` for a column that is missing or computed, and for rows without keys.
    static func check(
      _ table: String, has names: [String], _ database: Database
    ) throws {
      let rows = try Row.fetchCursor(
        database, sql: "SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0", arguments: [table]
      )
      var columns: Set<String> = []
      while let row = try rows.next() {
        if let name = CoreDataValue(row, 0).text { columns.insert(TableNames.folded(name)) }
      }
      for name in names where !columns.contains(name) {
        throw ArchiveError(.malformedStore, "the table \(table) has no stored column \(name)")
      }
      guard !columns.contains("ROWID"), try hasKeys(table, "rowid", database) else {
        throw ArchiveError(.malformedStore, "the table \(table) has rows without keys")
      }
    }

    /// The key of a row in the first column, which has to be greater than the last one.
    ///
    /// - Throws: ``ArchiveError/Code/damagedDatabase``: a tree whose pages stand in several places has rows twice, and what only looks like
    ///   a table has no keys.
    static func key(_ row: Row, behind last: Int64?, in table: String) throws(ArchiveError) -> Int64
    {
      guard let key = CoreDataValue(row, 0).integer, last.map({ $0 < key }) ?? true else {
        throw ArchiveError(
          .damagedDatabase, "the rows of the table \(table) are not in the order of their keys")
      }
      return key
    }
  }
#endif
