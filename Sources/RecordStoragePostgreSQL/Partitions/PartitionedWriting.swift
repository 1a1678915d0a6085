#if PostgreSQL
  internal import RecordStorage
  internal import StorageTransforms

  /// Reads and writes records of data servers, in a transaction of the coordinating server with one change.
  ///
  /// Each data server commits by itself. So one change, which is on one of them, is there or not as that one says, whatever
  /// the coordinating server makes of it; and a definition is there as the coordinating server says: what it makes on the data
  /// servers has names that nothing refers to before.
  ///
  /// The data servers know nothing of each other's transactions. Two rules put those in an order: who has read in its transaction
  /// writes while nobody else does, and who has not goes beside others who have not.
  final class PartitionedWriting: PostgreSQLWriting {
    /// How often an upsert begins anew because others changed the record.
    private static let maximumUpsertCount = 32

    private enum Order { case joined, alone }

    let servers: DataServers
    /// The tables that were made on the data servers.
    var made: [TableLayout] = []
    /// The tables that are left there when the transaction has committed.
    var replaced: [TableLayout] = []
    /// Whether the records of a table were written to another one.
    var isRebuilt = false
    /// What lets nobody write the records of a table that is left.
    var locks: [PostgreSQLConnection] = []
    private var order: Order?
    /// Whether an operation told what is stored.
    private var hasLearned = false
    /// The data server with the change, counted from 1.
    private var place: Int?

    init(
      _ connection: PostgreSQLConnection, _ statements: StoreStatements,
      _ start: (known: KnownTables, transactionID: String), _ durability: StorageDurability,
      _ servers: DataServers, connectAside: @escaping () throws -> PostgreSQLConnection
    ) {
      self.servers = servers
      super.init(connection, statements, start, durability, connectAside: connectAside)
    }

    override func prepareToRead() throws {
      hasLearned = true
      try excludeWriters()
    }

    private func excludeWriters() throws {
      guard order != .alone, !isAlone else { return }
      try run(statements.excludingWriters)
      order = .alone
    }

    /// - Throws: ``StorageError/Code/unsupported`` for a second change.
    func checkOneChange() throws {
      try check()
      guard !hasChanges else {
        throw StorageError(
          .unsupported, "data servers commit one by one: each change needs a transaction of its own"
        )
      }
    }

    func prepareToChange() throws {
      try checkOneChange()
      if hasLearned { return try excludeWriters() }
      guard order == nil else { return }
      try run(statements.joiningWriters)
      order = .joined
    }

    /// - Returns: Whether there is such a record by now, or no longer.
    private func change(_ sql: String, _ parameters: [SQLParameter]) throws -> Bool {
      let result = try run(sql, parameters)
      guard result.rowCount > 0 else { return false }
      guard case .integer(let number) = try result.value(0, 0, .integer) else {
        throw giveUp(StorageError(.damaged, "a record is in no partition of its table"))
      }
      place = Int(number)
      hasChanges = true
      return true
    }

    override func insert(_ record: StoredRecord, into table: RecordTable) throws {
      let layout = try known.layout(table.id)
      try prepareToChange()
      if try change(layout.placedInsertion, layout.parameters(record)) { return }
      hasLearned = true
      throw StorageError.duplicateKey(record.key, in: table)
    }

    override func update(_ record: StoredRecord, in table: RecordTable) throws -> Bool {
      let layout = try known.layout(table.id)
      try prepareToChange()
      if try change(layout.placedChange, layout.parameters(record)) { return true }
      hasLearned = true
      return false
    }

    /// Foreign tables take no `ON CONFLICT … DO UPDATE`. A record that another transaction stores meanwhile is seen by neither of the two
    /// statements, so that they run in a transaction that begins anew; which nobody can tell if it has done nothing before.
    override func upsert(_ record: StoredRecord, in table: RecordTable) throws {
      let isFirst = !isTouched
      var count = 1
      while true {
        let layout = try known.layout(table.id)
        try prepareToChange()
        do {
          if try change(layout.placedChange, layout.parameters(record)) { return }
          if try change(layout.placedInsertion, layout.parameters(record)) { return }
          throw giveUp(
            StorageError(
              .conflict, "another transaction stored the record just now",
              entity: table.entity.name, key: record.key))
        } catch let error as StorageError where error.code == .conflict && isFirst {
          guard count < Self.maximumUpsertCount, connection.isAlive else { throw error }
          count += 1
          goOn()
          order = nil
          try beginAgain(nil)
        }
      }
    }

    override func delete(_ key: RecordKey, from table: RecordTable) throws -> Bool {
      let layout = try known.layout(table.id)
      guard layout.holds(key) else { return false }
      try prepareToChange()
      if try change(layout.placedDeletion, [layout.keyParameter(key)]) { return true }
      hasLearned = true
      return false
    }

    /// Commits.
    ///
    /// - Throws: ``StorageError``: what ended the transaction before, ``StorageError/Code/outcomeUnknown``.
    override func commit() throws {
      guard let place else { return try commitDefinition() }
      // What is left of definitions that failed.
      defer { removeMade() }
      if let failure { throw failure }
      let row = try sending {
        try connection.run(
          "\(statements.joiningCommits); \(statements.announcement(place, durability))")
      }
      guard let id = row.text(0, 0) else {
        throw giveUp(StorageError(.damaged, "a data server tells no number of its transaction"))
      }
      transactionID = "\(place):\(id)"
      do {
        try commitHere()
      } catch let error as StorageError {
        // The data server may have committed before the coordinating one failed.
        let outcome = connection.isAlive ? try? servers.outcome(of: transactionID) : nil
        switch outcome {
        case .committed: return
        case .rolledBack: throw error
        default: throw outcomeUnknown(error)
        }
      }
    }

    /// Commits what the coordinating server decides.
    func commitAsCoordinator() throws { try super.commit() }

    override func wasRolledBack() { removeMade() }

    // MARK: Definitions

    override func define(
      _ table: RecordTable, replacing former: RecordTable?, rewrite: RecordRewrite?
    ) throws {
      guard let former else {
        guard known[table.id] == nil else { throw schemaChanged(table) }
        try prepareToChange()
        return try undoing { try makePartitioned(table) }
      }
      try beFirst(for: former)
      let old = try known.layout(former.id)
      guard old.table == former else { throw schemaChanged(table) }
      do {
        try undoing { try remakePartitioned(old, as: table, rewrite) }
      } catch {
        locks = []
        throw error
      }
    }

    override func drop(_ table: RecordTable) throws {
      try beFirst(for: table)
      let layout = try known.layout(table.id)
      try undoing { try dropPartitioned(layout) }
    }

    private func beFirst(for table: RecordTable) throws {
      try checkOneChange()
      guard isAlone || !isTouched else {
        throw StorageError(
          .unsupported,
          "with data servers a table is defined anew or dropped before its transaction does anything else",
          entity: table.entity.name)
      }
      try beAlone(for: table)
    }
  }
#endif
