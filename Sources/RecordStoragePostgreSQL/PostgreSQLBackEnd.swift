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
  /// A transaction that defines a table anew after it has read or written throws a conflict if any transaction on the server has
  /// committed since it began, also one of another store. Define tables first: then only definitions of this store are a conflict.
  ///
  /// With ``Options/dataServers`` the records of each table are divided by their keys among several servers, and what those cannot promise
  /// together is refused: see ``DataServer``. Engines that speak PostgreSQL's protocol and divide tables by themselves (Citus,
  /// CockroachDB, YugabyteDB) are the way on from there; none of them has been tested.
  ///
  /// What stands on the server is described in `Spec/back-ends.md`, sections 9 and 10.
  public final class PostgreSQLBackEnd: StorageBackEnd {
    let pool: ConnectionPool
    private let statements: StoreStatements
    private let dataServers: DataServers?
    private let isPresent = Mutex(false)
    private let known = Mutex(KnownTables())

    /// A back end. It connects when it is used first.
    ///
    /// - Parameters:
    ///   - connection: How to reach the server, as libpq reads it: `host=… dbname=…`, or a URI.
    ///   - pooled: True if a pooler stands in between that gives each transaction another connection to the server, as PgBouncer does with
    ///     `pool_mode = transaction`. No statement is kept on the server then, and each transaction sets its settings anew.
    ///   - options: Where the tables stand, and how many connections there may be.
    /// - Throws: ``StorageError/Code/connectionLost`` for a connection string that cannot be read,
    ///   ``StorageError/Code/invalidName`` for a name that the server would cut, and for two data servers of one name.
    public init(_ connection: String, pooled: Bool = false, options: Options = Options()) throws {
      let connections = [connection] + options.dataServers.map(\.connection)
      guard connections.allSatisfy(PostgreSQLConnection.isReadable) else {
        throw StorageError(
          .connectionLost,
          "the connection string cannot be read (it is not shown, since it may hold a password)")
      }
      let names = options.dataServers.map(\.name)
      guard (names + [options.schema]).allSatisfy(SQLName.isWhole) else {
        throw StorageError(
          .invalidName, "the name of a schema and of a data server is text of 1 to 63 bytes")
      }
      guard Set(names.map { Array($0.utf8) }).count == names.count else {
        throw StorageError(.invalidName, "two data servers have one name")
      }
      let settings = ConnectionSettings(options, isPooled: pooled)
      statements = StoreStatements(
        namespace: options.schema, settings: settings.ofTransactions, dataServers: names)
      dataServers = names.isEmpty ? nil : DataServers(options, settings, statements)
      pool = ConnectionPool(
        connection, settings, maximumCount: options.maximumConnectionCount)
    }

    /// All of them: transactions, snapshots, unique attributes, durability, several writers, and commits that can be asked for.
    ///
    /// With ``Options/dataServers`` neither ``StorageCapabilities/transactions``, since each server commits by itself, nor
    /// ``StorageCapabilities/uniqueAttributes``, since no server sees the records of another.
    public var capabilities: StorageCapabilities {
      let all: StorageCapabilities = [
        .transactions, .snapshots, .uniqueAttributes, .durable, .sharedWriting, .commitIDs,
      ]
      return dataServers == nil ? all : all.subtracting([.transactions, .uniqueAttributes])
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
          return try begin(connection, statements.reading, opening: true).known
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
          let session =
            dataServers.map {
              PartitionedWriting(
                connection, statements, start, durability, $0, connectAside: pool.connect)
            }
            ?? PostgreSQLWriting(
              connection, statements, start, durability, connectAside: pool.connect)
          defer { session.end() }
          do {
            try body(session)
            try session.commit()
          } catch {
            rollBack(connection)
            session.wasRolledBack()
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
      if let dataServers, id.contains(":") { return try dataServers.outcome(of: id) }
      return try pool.outcome(of: id, statements)
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
        try connection.run("\(statements.beginning)\(statements.creationLock)")
        // Somebody else may just have made it.
        if try isStorePresent(connection) { return rollBack(connection) }
        let result = try connection.run(statements.namespacePresence, [name])
        if try result.value(0, 0, .boolean) == .integer(0) {
          try connection.run(statements.namespaceCreation)
        }
        let identity = String(UInt64.random(in: 0...(.max)), radix: 16)
        try dataServers?.prepare(identity, known: connection)
        try connection.run(statements.creation(.random(in: .min ... .max)))
        try dataServers?.check(identity, connection)
        try connection.run("COMMIT")
      } catch {
        rollBack(connection)
        throw error
      }
    }

    private func begin(
      _ connection: PostgreSQLConnection, _ start: String, opening: Bool = false
    ) throws -> (known: KnownTables, transactionID: String) {
      do {
        let row = try connection.run(start)
        guard let version = row.text(0, 0).flatMap({ Int($0) }),
          let revision = row.text(0, 1).flatMap({ Int64($0) })
        else { throw StorageError(.damaged, "the store has no revision") }
        guard version <= StoreStatements.maximumVersion else {
          throw StorageError(
            .unsupported,
            "a newer program made the store: its layout is \(version), and this version of the package reads \(StoreStatements.maximumVersion)"
          )
        }
        guard version == statements.version else {
          throw StorageError(
            .unsupported,
            version == 1
              ? "the server holds the records of the store itself: it has no data servers"
              : "the records of the store are on data servers, which the options do not name")
        }
        try connection.forgetStatements(unlessOf: revision)
        var known = known.withLock { $0 }
        let id = row.text(0, 2) ?? ""
        if known.revision != revision {
          try dataServers?.checkNames(connection)
          let made = try KnownTables(
            revision: revision, connection.run(statements.all, []), statements)
          self.known.withLock { $0 = made }
          known = made
        }
        if opening, dataServers != nil { try connection.run(statements.opening) }
        return (known, id)
      } catch {
        rollBack(connection)
        throw error
      }
    }
  }
#endif
