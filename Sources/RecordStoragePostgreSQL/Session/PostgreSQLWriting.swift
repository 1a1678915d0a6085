#if PostgreSQL
  internal import RecordStorage
  internal import StorageTransforms

  /// Reads and writes records in a transaction of one connection.
  ///
  /// The isolation is that of SERIALIZABLE: what the transaction sees is one state with its own changes. So a statement that finds
  /// a key or a unique value taken affects no row, instead of failing, and a look at that state tells by which record. A unique
  /// violation beyond that comes from a transaction that this one does not see, and is a conflict.
  class PostgreSQLWriting: PostgreSQLReading, StorageWriting {
    /// Connects anew, to look at the server from outside of the transaction.
    let connectAside: () throws -> PostgreSQLConnection
    let durability: StorageDurability
    /// The number of the transaction.
    var transactionID: String
    var hasChanges = false
    /// Whether no other session of the store runs.
    var isAlone = false

    init(
      _ connection: PostgreSQLConnection, _ statements: StoreStatements,
      _ start: (known: KnownTables, transactionID: String), _ durability: StorageDurability,
      connectAside: @escaping () throws -> PostgreSQLConnection
    ) {
      self.connectAside = connectAside
      self.durability = durability
      transactionID = start.transactionID
      super.init(connection, statements, start.known)
    }

    func insert(_ record: StoredRecord, into table: RecordTable) throws {
      let layout = try known.layout(table.id)
      guard try change(layout.insertion, layout.parameters(record)) == 0 else { return }
      if try values(of: record.key, in: table) != nil {
        throw StorageError.duplicateKey(record.key, in: table)
      }
      throw try taken(record, layout)
    }

    func update(_ record: StoredRecord, in table: RecordTable) throws -> Bool {
      let layout = try known.layout(table.id)
      if try change(layout.change, layout.parameters(record)) > 0 { return true }
      if table.uniquePositions.isEmpty { return false }
      if try values(of: record.key, in: table) == nil { return false }
      throw try taken(record, layout)
    }

    /// Without unique attributes nothing can fail but the whole transaction: it is sent with others, and not waited for.
    func upsert(_ record: StoredRecord, in table: RecordTable) throws {
      let layout = try known.layout(table.id)
      guard !layout.table.uniquePositions.isEmpty else {
        hasChanges = true
        return try sending {
          try connection.send(layout.replacement, layout.parameters(record))
        }
      }
      if try change(layout.replacement, layout.parameters(record)) == 0 {
        throw try taken(record, layout)
      }
    }

    func delete(_ key: RecordKey, from table: RecordTable) throws -> Bool {
      let layout = try known.layout(table.id)
      guard layout.holds(key) else { return false }
      return try change(layout.deletion, [layout.keyParameter(key)]) > 0
    }

    private func change(_ sql: String, _ parameters: [SQLParameter]) throws -> Int {
      let count = try run(sql, parameters).affectedCount
      if count > 0 { hasChanges = true }
      return count
    }

    func define(
      _ table: RecordTable, replacing former: RecordTable?, rewrite: RecordRewrite?
    ) throws {
      try check()
      guard let former else {
        guard known[table.id] == nil else { throw schemaChanged(table) }
        return try undoing { try make(table) }
      }
      try beAlone(for: former)
      let old = try known.layout(former.id)
      guard old.table == former else { throw schemaChanged(table) }
      try undoing { try remake(old, as: table, rewrite) }
    }

    func drop(_ table: RecordTable) throws {
      try beAlone(for: table)
      let layout = try known.layout(table.id)
      try undoing { try remove(layout) }
    }

    /// The error for the first unique value of a record that another one has.
    private func taken(_ record: StoredRecord, _ layout: TableLayout) throws -> StorageError {
      for position in layout.table.uniquePositions where record.values[position] != .null {
        let value = record.values[position]
        let result = try run(
          layout.other(position),
          [SQLParameter(value, layout.types[position]), layout.keyParameter(record.key)])
        guard result.rowCount > 0 else { continue }
        return .notUnique(
          position, value, key: record.key,
          existingKey: RecordKey(try result.value(0, 0, layout.keyType)), in: layout.table)
      }
      return giveUp(
        StorageError(
          .conflict, "another transaction stored the key or a unique value just now",
          entity: layout.table.entity.name, key: record.key))
    }

    /// Commits.
    ///
    /// - Throws: ``StorageError``: what ended the transaction before, ``StorageError/Code/conflict``, ``StorageError/Code/outcomeUnknown``.
    func commit() throws {
      if let failure { throw failure }
      do {
        try connection.flush()
      } catch let error as StorageError {
        throw giveUp(error)
      }
      do { try commitHere() } catch let error as StorageError {
        guard !connection.isAlive, hasChanges else { throw error }
        throw outcomeUnknown(error)
      }
    }

    /// Tells the server to commit.
    final func commitHere() throws {
      let result = try connection.run("COMMIT")
      guard result.commandTag == "COMMIT" else {
        throw StorageError(.inputOutput, "the server rolled the transaction back")
      }
    }

    final func outcomeUnknown(_ error: StorageError) -> StorageError {
      StorageError(
        .outcomeUnknown, "the connection was lost while the transaction was being committed",
        commitID: transactionID, underlying: error)
    }

    /// Is called when the server has rolled back.
    func wasRolledBack() {}
  }
#endif
