#if PostgreSQL
  public import RecordStorage
  internal import StorageTransforms
  internal import Synchronization

  /// Records on a PostgreSQL server: each entity a table, each attribute a column that other programs read and query.
  ///
  /// ```swift
  /// let backEnd = try PostgreSQLBackEnd("host=/run/postgresql dbname=photos")
  /// let store = RecordStore(backEnd)
  /// ```
  ///
  /// A read is a transaction of the isolation REPEATABLE READ, a transaction one of SERIALIZABLE: if the server gives it up, that is
  /// ``StorageError/Code/conflict``, and the transaction may be run again. Each session has a connection; there are as many as the
  /// options say, and threads wait for one. A connection that was lost between two sessions is replaced by the next one.
  ///
  /// What stands on the server is described in `Spec/back-ends.md`, section 8.
  public final class PostgreSQLBackEnd: StorageBackEnd {
    let pool: ConnectionPool
    private let statements: StoreStatements
    private let isPresent = Mutex(false)
    private let known = Mutex(KnownTables())

    /// A back end. It connects when it is used first.
    ///
    /// - Parameters:
    ///   - connection: How to reach the server, as libpq reads it: `host=… dbname=…`, or a URI.
    ///   - options: Where the tables stand, and how many connections there may be.
    /// - Throws: ``StorageError/Code/connectionLost`` for a connection string that cannot be read.
    public init(_ connection: String, options: Options = Options()) throws {
      guard PostgreSQLConnection.isReadable(connection) else {
        throw StorageError(
          .connectionLost,
          "the connection string cannot be read (it is not shown, since it may hold a password)")
      }
      guard options.schema.utf8.count <= SQLName.maximumByteCount, !options.schema.isEmpty,
        !options.schema.utf8.contains(0)
      else {
        throw StorageError(.invalidName, "the name of a schema is text of 1 to 63 bytes")
      }
      statements = StoreStatements(namespace: options.schema)
      pool = ConnectionPool(connection, maximumCount: options.maximumConnectionCount)
    }

    /// All but nothing: transactions, snapshots, unique attributes, durability, several writers, and commits that can be asked for.
    public var capabilities: StorageCapabilities {
      [.transactions, .snapshots, .uniqueAttributes, .durable, .sharedWriting, .commitIDs]
    }

    /// Calls a function with what reads the records that are there now.
    ///
    /// - Throws: ``StorageError``, and what the function throws.
    public func read(_ body: (any StorageReading) throws -> Void) throws {
      try pool.withConnection(
        { connection in
          guard try isStorePresent(connection) else {
            try connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            return KnownTables()
          }
          return try begin(connection, statements.reading).known
        },
        { connection, known in
          let session = PostgreSQLReading(connection, statements, known)
          defer { session.end() }
          do { try body(session) } catch {
            rollBack(connection)
            throw error
          }
          rollBack(connection)
        })
    }

    /// Calls a function with what reads and writes records.
    ///
    /// - Parameter durability: ``StorageDurability/written`` does not wait until the server's log is on its disk.
    /// - Throws: ``StorageError``, and what the function throws.
    public func write(
      _ durability: StorageDurability, _ body: (any StorageWriting) throws -> Void
    ) throws {
      try pool.withConnection(
        { connection in
          if try !isStorePresent(connection) { try makeStore(connection) }
          return try begin(connection, statements.writing(durability))
        },
        { connection, start in
          let session = PostgreSQLWriting(
            connection, statements, start, durability, connectAside: pool.connect)
          defer { session.end() }
          do {
            try body(session)
            try session.commit()
          } catch {
            rollBack(connection)
            throw error
          }
        })
    }

    /// What became of a transaction whose commit was ``StorageError/Code/outcomeUnknown``.
    ///
    /// The server knows it for some hundred million transactions more, at least. It is another one's if the server was
    /// replaced by one that is no copy.
    ///
    /// - Parameter id: That of the error: ``StorageError/commitID``.
    /// - Throws: ``StorageError``, if the server cannot be asked.
    public func outcome(ofCommit id: String) throws -> CommitOutcome {
      var outcome = CommitOutcome.forgotten
      guard UInt64(id) != nil else { return outcome }
      try pool.withConnection({ connection in
        let next = try connection.run(statements.nextTransaction, []).value(0, 0, .bigInteger)
        // The server refuses to tell of transactions that are yet to come.
        guard case .integer(let end) = next, let number = Int64(id), number < end else { return }
        let result = try connection.run(
          statements.outcome, [SQLParameter(.text(id), .text)])
        outcome = CommitOutcome(result.text(0, 0))
      }) { _, _ in }
      return outcome
    }

    private func rollBack(_ connection: PostgreSQLConnection) {
      // If that fails the connection is not used again, and the server rolls back when it sees its end.
      do { try connection.run("ROLLBACK") } catch {}
    }

    private func isStorePresent(_ connection: PostgreSQLConnection) throws -> Bool {
      if isPresent.withLock({ $0 }) { return true }
      let path = SQLParameter(.text(statements.storePath), .text)
      let result = try connection.run(statements.presence, [path])
      let isThere = try result.value(0, 0, .boolean) == .integer(1)
      if isThere { isPresent.withLock { $0 = true } }
      return isThere
    }

    private func makeStore(_ connection: PostgreSQLConnection) throws {
      let name = SQLParameter(.text(statements.quotedNamespace), .text)
      do {
        try connection.run("BEGIN; \(statements.creationLock)")
        let result = try connection.run(statements.namespacePresence, [name])
        if try result.value(0, 0, .boolean) == .integer(0) {
          try connection.run(statements.namespaceCreation)
        }
        try connection.run("\(statements.creation(.random(in: .min ... .max))); COMMIT")
      } catch {
        rollBack(connection)
        throw error
      }
    }

    private func begin(
      _ connection: PostgreSQLConnection, _ start: String
    ) throws -> (known: KnownTables, transactionID: String) {
      do {
        let row = try connection.run(start)
        guard let version = row.text(0, 0).flatMap({ Int($0) }),
          let revision = row.text(0, 1).flatMap({ Int64($0) })
        else { throw StorageError(.damaged, "the store has no revision") }
        guard version <= StoreStatements.version else {
          throw StorageError(.readOnly, "the store was made by a newer program: version \(version)")
        }
        try connection.forgetStatements(unlessOf: revision)
        let known = known.withLock { $0 }
        let id = row.text(0, 2) ?? ""
        if known.revision == revision { return (known, id) }
        let made = try KnownTables(
          revision: revision, connection.run(statements.all, []), namespace: statements.namespace)
        self.known.withLock { $0 = made }
        return (made, id)
      } catch {
        rollBack(connection)
        throw error
      }
    }
  }
#endif
