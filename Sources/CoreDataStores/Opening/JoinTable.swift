#if SQLite
  internal import GRDB

  /// A table that joins the objects of two entities.
  struct JoinTable {
    /// Two keys and their orders; more columns have a use that is not known.
    private static let maximumColumnCount = 4

    let name: String
    /// The columns by their names as SQLite compares them.
    private let columns: [String: String]
    /// The columns without those of order.
    let keyColumns: [String]

    /// Reads the columns of a table; nil for a table of another shape, and for one whose rows have no keys.
    init?(_ name: String, _ database: Database) throws {
      let rows = try Row.fetchCursor(
        database, sql: "SELECT name, hidden FROM pragma_table_xinfo(?) ORDER BY cid",
        arguments: [name])
      var columns: [String: String] = [:]
      var keyColumns: [String] = []
      while let row = try rows.next() {
        guard columns.count < Self.maximumColumnCount, CoreDataValue(row, 1).integer == 0,
          let column = CoreDataValue(row, 0).text
        else { return nil }
        let folded = TableNames.folded(column)
        columns[folded] = column
        if !folded.hasPrefix("Z_FOK_") { keyColumns.append(column) }
      }
      guard try TableShape.hasKeys(name, "rowid", database), columns["ROWID"] == nil else {
        return nil
      }
      self.name = name
      self.columns = columns
      self.keyColumns = keyColumns
    }

    /// The column of a name, without the case of ASCII letters.
    subscript(_ name: String) -> String? { columns[TableNames.folded(name)] }
  }
#endif
