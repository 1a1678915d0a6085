#if SQLite
  internal import GRDB
  internal import RecordStorage
  internal import StorageTransforms

  extension TableLayout {
    func insert(_ record: StoredRecord, _ database: Database) throws {
      var arguments = record.values.map(\.forDatabase)
      if keyPosition == nil { arguments.insert(record.key.value.forDatabase, at: 0) }
      try database.cachedStatement(sql: statements.insert).execute(
        arguments: StatementArguments(arguments))
      guard database.changesCount > 0 else {
        throw StorageError(
          .inputOutput, "a trigger of the table kept the record from being written",
          entity: table.entity.name, key: record.key)
      }
    }

    /// - Returns: Whether the record was there.
    func update(_ record: StoredRecord, _ database: Database) throws -> Bool {
      var arguments = record.values.map(\.forDatabase)
      if let keyPosition, arguments.indices.contains(keyPosition) {
        arguments.remove(at: keyPosition)
      }
      arguments.append(record.key.value.forDatabase)
      try database.cachedStatement(sql: statements.update).execute(
        arguments: StatementArguments(arguments))
      return database.changesCount > 0
    }

    /// Why the database refused a record: the key or the value that another one has.
    ///
    /// - Parameter isNew: Whether a record with the same key is in its way.
    func refusal(
      of record: StoredRecord, isNew: Bool, _ error: DatabaseError, _ database: Database
    ) throws -> StorageError {
      var found: StorageError?
      switch error.extendedResultCode {
      case .SQLITE_CONSTRAINT_NOTNULL:
        if let position = record.values.indices.first(where: {
          record.values[$0] == .null && table.entity.attributes[$0].isRequired
        }) {
          found = StorageError(
            .missingValue, "the attribute is required", entity: table.entity.name,
            attribute: table.entity.attributes[position].name, key: record.key)
        }
      case .SQLITE_CONSTRAINT_DATATYPE:
        found = StorageError(
          .typeMismatch, "a value of another type than its column", entity: table.entity.name,
          key: record.key)
      default:
        if isNew, try isThere(record.key, database) {
          found = .duplicateKey(record.key, in: table)
        } else {
          found = try notUnique(record, database)
        }
      }
      var refusal = found ?? StorageError(sqlite: error, entity: table.entity.name)
      refusal.key = record.key
      refusal.underlying = error
      return refusal
    }

    private func isThere(_ key: RecordKey, _ database: Database) throws -> Bool {
      try Row.fetchOne(
        database.cachedStatement(sql: statements.isThere), arguments: [key.value.forDatabase])
        != nil
    }

    private func notUnique(_ record: StoredRecord, _ database: Database) throws -> StorageError? {
      let key = SQLName.quoted(keyColumn)
      for position in table.uniquePositions where record.values[position] != .null {
        let column = SQLName.quoted(columns[position])
        let other = try Row.fetchOne(
          database,
          sql:
            "SELECT \(key) FROM \(SQLName.quoted(tableName)) WHERE \(column) = ? AND \(key) <> ?",
          arguments: [record.values[position].forDatabase, record.key.value.forDatabase])
        if let other {
          return .notUnique(
            position, record.values[position], key: record.key,
            existingKey: RecordKey(StoredValue(other[0] as DatabaseValue)), in: table)
        }
      }
      return nil
    }
  }
#endif
