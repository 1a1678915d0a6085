#if PostgreSQL
  internal import RecordStorage
  internal import StorageTransforms

  /// How the records of a table stand on the server: the names of table, columns and indexes.
  struct TableLayout: Sendable {
    let table: RecordTable
    /// That of the schema, a namespace of tables.
    let namespace: String
    /// That of the table on the server.
    var name: String
    /// Those of the attributes, in their order.
    var columns: [String]
    /// That of the key; one of `columns` if an attribute is the key.
    var keyColumn: String
    /// Those of the indexes, by attribute; empty where there is none.
    var indexes: [String]
    /// Where the records are if data servers have them.
    var partitions: TablePartitions?

    let types: [ColumnType]
    let keyType: ColumnType
    let keyPosition: Int?

    init(
      _ table: RecordTable, namespace: String, name: String, columns: [String], keyColumn: String,
      indexes: [String], partitions: TablePartitions? = nil
    ) {
      self.table = table
      self.namespace = namespace
      self.name = name
      self.columns = columns
      self.keyColumn = keyColumn
      self.indexes = indexes
      self.partitions = partitions
      types = table.entity.attributes.map { ColumnType($0.type) }
      keyPosition = table.keyPosition
      keyType =
        keyPosition.map { ColumnType(table.entity.attributes[$0].type) }
        ?? ColumnType(table.keyKind)
    }

    /// A layout of a table, without indexes.
    ///
    /// - Parameter former: What stands there; its columns keep their names where their attributes do.
    init(
      _ table: RecordTable, namespace: String, name: String, keeping former: TableLayout? = nil
    ) {
      let attributes = table.entity.attributes
      var names: [String?] = attributes.indices.map { position in
        guard let former, position < former.columns.count,
          former.table.entity.attributes[position].name.utf8.elementsEqual(
            attributes[position].name.utf8)
        else { return nil }
        return former.columns[position]
      }
      let separateKey = table.keyPosition == nil ? former?.keyColumn : nil
      var taken = SQLName.systemColumns.union(names.compactMap { $0 })
      if let separateKey { taken.insert(separateKey) }
      for position in attributes.indices where names[position] == nil {
        let name = SQLName.free(attributes[position].name) { taken.contains($0) }
        taken.insert(name)
        names[position] = name
      }
      let columns = names.compactMap { $0 }
      self.init(
        table, namespace: namespace, name: name, columns: columns,
        keyColumn: table.keyPosition.map { columns[$0] } ?? separateKey
          ?? SQLName.free("key") { taken.contains($0) },
        indexes: columns.map { _ in "" })
    }

    /// Namespace and table, between quotation marks.
    var path: String { SQLName.quoted(namespace) + "." + SQLName.quoted(name) }

    /// All columns, in the order in which they are written.
    var writtenColumns: [String] { (keyPosition == nil ? [keyColumn] : []) + columns }

    /// The position among ``writtenColumns`` of an attribute's.
    func writtenPosition(_ position: Int) -> Int { position + (keyPosition == nil ? 1 : 0) }

    /// The values of a record, as parameters for ``writtenColumns``.
    func parameters(_ record: StoredRecord) -> [SQLParameter] {
      let key = keyPosition == nil ? [keyParameter(record.key)] : []
      return key + zip(record.values, types).map { SQLParameter($0, $1) }
    }

    /// A key, as a parameter.
    func keyParameter(_ key: RecordKey) -> SQLParameter { SQLParameter(key.value, keyType) }

    /// Whether the column of the key has such a key: that of an attribute of the type `boolean` has no others than 0 and 1.
    func holds(_ key: RecordKey) -> Bool {
      guard keyType == .boolean, case .integer(let number) = key else { return true }
      return 0...1 ~= number
    }

    /// The record in a row of ``readColumns``.
    func record(_ result: PostgreSQLResult, _ row: Int) throws -> StoredRecord {
      let value = try result.value(row, keyPosition ?? columns.count, keyType)
      guard let key = RecordKey(value) else {
        throw StorageError(.damaged, "a record has no key", entity: table.entity.name)
      }
      return StoredRecord(key: key, values: try values(result, row, of: key))
    }

    /// The values in a row of ``readColumns``.
    func values(
      _ result: PostgreSQLResult, _ row: Int, of key: RecordKey
    ) throws -> [StoredValue] {
      try types.enumerated().map { position, type in
        do {
          return try result.value(row, position, type)
        } catch var error as StorageError {
          (error.entity, error.key) = (table.entity.name, key)
          error.attribute = table.entity.attributes[position].name
          throw error
        }
      }
    }
  }
#endif
