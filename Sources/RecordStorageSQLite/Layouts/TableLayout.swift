#if SQLite
  internal import RecordStorage
  internal import StorageTransforms

  /// How a table of records is laid out in the database: what its table and columns are called.
  struct TableLayout: Sendable {
    let table: RecordTable
    let tableName: String
    /// The column of the key, which is that of an attribute if the key is.
    let keyColumn: String
    /// The column of each attribute.
    let columns: [String]
    /// The index of each attribute; nil for those that have none.
    let indexes: [String?]
    /// The statements for single records.
    let statements: TableStatements
    /// What a column of each attribute may hold; nil for any kind.
    let kinds: [StoredValue.Kind?]
    let keyPosition: Int?

    init(
      _ table: RecordTable, tableName: String, keyColumn: String, columns: [String],
      indexes: [String?]
    ) {
      self.table = table
      self.tableName = tableName
      self.keyColumn = keyColumn
      self.columns = columns
      self.indexes = indexes
      kinds = table.entity.attributes.map(\.type.kind)
      keyPosition = table.keyPosition
      statements = TableStatements(
        tableName: tableName, keyColumn: keyColumn, columns: columns, keyPosition: keyPosition)
    }

    /// The attributes with an index, and whether it is one that keeps values unique.
    static func indexed(_ table: RecordTable) -> [Int: Bool] {
      var indexed: [Int: Bool] = [:]
      for position in table.indexedPositions {
        indexed[position] = table.entity.attributes[position].isUnique
      }
      return indexed
    }

    /// The layout with the table under another name.
    func named(_ name: String) -> TableLayout {
      TableLayout(
        table, tableName: name, keyColumn: keyColumn, columns: columns, indexes: indexes)
    }
  }
#endif
