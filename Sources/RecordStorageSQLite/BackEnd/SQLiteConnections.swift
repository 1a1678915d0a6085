#if SQLite
  internal import GRDB
  internal import GRDBSQLite
  internal import RecordStorage
  internal import Synchronization

  /// The open file: a connection that writes, and those that read.
  final class SQLiteConnections: Sendable {
    private let options: SQLiteBackEnd.Options
    let writer: any DatabaseWriter
    private let isClosed = Atomic(false)
    /// How the writing connection syncs at present; nil for as it was opened.
    private let durability = Mutex<StorageDurability?>(nil)

    init(path: String, _ options: SQLiteBackEnd.Options) throws {
      // Databases without a name or in memory would be others in each connection.
      guard !path.isEmpty, path != ":memory:", !path.utf8.contains(0) else {
        throw StorageError(.inputOutput, "the path '\(path)' is that of no file")
      }
      self.options = options
      do {
        writer = try Self.waiting(options.waitingSeconds) {
          let writer = try Self.open(path, options)
          if !options.isReadOnly { try writer.writeWithoutTransaction(MetaTables.make) }
          try writer.writeWithoutTransaction(MetaTables.check)
          return writer
        }
      } catch {
        throw StorageError(sqlite: error)
      }
    }

    /// Calls a function until no other program is in its way. While a program sets the journal mode of a new file, SQLite does not
    /// wait by itself.
    private static func waiting<Result>(
      _ seconds: Double, _ body: () throws -> Result
    ) throws -> Result {
      let end = ContinuousClock.now + .seconds(min(max(seconds, 0), 1_000_000))
      while true {
        do {
          return try body()
        } catch let error as DatabaseError
          where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < end
        {
          TransactionRetry.pause(before: 3)
        }
      }
    }

    private static func open(
      _ path: String, _ options: SQLiteBackEnd.Options
    ) throws -> any DatabaseWriter {
      var configuration = Configuration()
      configuration.label = "KeyedArchives"
      configuration.foreignKeysEnabled = false
      configuration.readonly = options.isReadOnly
      configuration.busyMode = .timeout(min(max(options.waitingSeconds, 0), 1_000_000))
      configuration.maximumReaderCount = max(options.maximumReaderCount, 1)
      configuration.prepareDatabase { database in
        // What stands in a file is not trusted to call functions of the program, or to be whole.
        try database.execute(
          sql: """
            PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;
            PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON
            """)
      }
      if options.journal == .wal {
        return try DatabasePool(path: path, configuration: configuration)
      }
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      guard !options.isReadOnly else { return queue }
      try queue.writeWithoutTransaction { database in
        let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE")
        guard mode == "delete" else {
          throw StorageError(
            .locked, "another process uses the file in the journal mode '\(mode ?? "")'")
        }
        // FULL does not sync the folder from which the journal has gone: EXTRA does.
        try database.execute(sql: "PRAGMA synchronous = EXTRA")
      }
      return queue
    }

    func read(_ body: (Database) throws -> Void) throws {
      try checkOpen()
      try writer.read(body)
    }

    func write(_ asked: StorageDurability, _ body: (Database) throws -> Void) throws {
      try checkOpen()
      guard !options.isReadOnly else {
        throw StorageError(.readOnly, "the database was opened for reading only")
      }
      try writer.writeWithoutTransaction { database in
        try sync(asked, database)
        try database.inTransaction(.immediate) {
          try checkPlace(database)
          try body(database)
          return .commit
        }
        do throws(StorageError) {
          try checkPlace(database)
        } catch {
          throw StorageError(
            .outcomeUnknown, "the commit may be there or not: \(error.message)", underlying: error)
        }
      }
    }

    /// Looks whether the file is still at its path: what is written into one that was removed or replaced, nobody finds again. One call of the system.
    private func checkPlace(_ database: Database) throws(StorageError) {
      var hasMoved: Int32 = 0
      let status = unsafe sqlite3_file_control(
        database.sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
      guard status == SQLITE_OK, hasMoved != 0 else { return }
      throw StorageError(
        .damaged, "the file of the database was removed or renamed, or another one took its name")
    }

    /// Makes commits wait for the medium, or not. Outside of transactions only.
    private func sync(_ asked: StorageDurability, _ database: Database) throws {
      guard options.journal == .wal, durability.withLock({ $0 != asked }) else { return }
      try database.execute(sql: "PRAGMA synchronous = \(asked == .synced ? "FULL" : "NORMAL")")
      durability.withLock { $0 = asked }
    }

    func close() throws {
      try checkOpen()
      isClosed.store(true, ordering: .sequentiallyConsistent)
      if options.journal == .wal, !options.isReadOnly {
        // Whoever closes last may be a connection that only reads, and leaves the log as it is. What fails here another one
        // does later.
        _ = try? writer.writeWithoutTransaction { try $0.checkpoint(.passive) }
      }
      try writer.close()
    }

    private func checkOpen() throws {
      guard !isClosed.load(ordering: .sequentiallyConsistent) else {
        throw StorageError(.sessionEnded, "the database was closed")
      }
    }
  }
#endif
