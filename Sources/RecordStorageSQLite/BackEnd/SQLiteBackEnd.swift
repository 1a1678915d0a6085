#if SQLite
  internal import GRDB
  public import RecordStorage
  internal import Synchronization

  /// Records in a database of SQLite: a table for each entity, a column for each attribute.
  ///
  /// One process or several may have the file open, and any number of threads may use a back end. Transactions stand in line,
  /// in this process and among processes: each begins by taking the lock for writing, and waits for it as long as
  /// ``Options/waitingSeconds`` says. Then it is ``StorageError/Code/locked``; nothing of it is there, and it may be run again.
  ///
  /// Foreign keys are not enforced: the tables have none, and replacing a table must not reach into those of other programs.
  public final class SQLiteBackEnd: StorageBackEnd {
    /// What the back end was opened with.
    public let options: Options
    let connections: SQLiteConnections
    private let cache = LayoutCache()
    private let sessions = Mutex<Set<ThreadIdentity>>([])

    /// Opens a database, and makes it if it is not there.
    ///
    /// Tables of other programs in it stay as they are.
    ///
    /// - Parameters:
    ///   - path: That of the file.
    ///   - options: How it is opened.
    /// - Throws: ``StorageError``: ``StorageError/Code/damaged`` if the file is no database, ``StorageError/Code/unsupported``
    ///   if a newer program wrote it in a way that this one cannot read or its text is not UTF-8,
    ///   ``StorageError/Code/readOnly``, ``StorageError/Code/locked``, ``StorageError/Code/inputOutput``.
    public init(path: String, options: Options = Options()) throws {
      self.options = options
      connections = try SQLiteConnections(path: path, options)
    }

    /// All but ids of commits.
    public var capabilities: StorageCapabilities {
      [.transactions, .snapshots, .uniqueAttributes, .durable, .sharedWriting]
    }

    /// Calls a function with what reads records: the state of the database when it reads first.
    ///
    /// - Throws: ``StorageError``, and what the function throws.
    public func read(_ body: (any StorageReading) throws -> Void) throws {
      try alone {
        var own: (any Error)?
        do {
          try connections.read { database in
            let session = SQLiteReading(database, cache)
            defer { session.end() }
            try Self.noting(&own) { try body(session) }
          }
        } catch {
          throw own ?? StorageError(sqlite: error)
        }
      }
    }

    /// Calls a function with what reads and writes records, in a transaction that is alone from its begin on.
    ///
    /// - Parameters:
    ///   - durability: What holds when this has returned. In the journal mode ``Options/Journal/delete`` each transaction is
    ///     ``StorageDurability/synced``, whatever was asked for: there a journal that is not synced may damage the file.
    ///   - body: What reads and writes.
    /// - Throws: ``StorageError``: ``StorageError/Code/damaged`` if the file was removed or another one took its name, and
    ///   ``StorageError/Code/outcomeUnknown`` if that came to pass meanwhile; and what the function throws.
    public func write(
      _ durability: StorageDurability, _ body: (any StorageWriting) throws -> Void
    ) throws {
      try alone {
        var own: (any Error)?
        do {
          try connections.write(durability) { database in
            let session = SQLiteWriting(database, cache)
            defer { session.end() }
            try Self.noting(&own) { try body(session) }
            try session.checkCommit()
          }
        } catch {
          throw own ?? StorageError(sqlite: error)
        }
      }
    }

    /// Closes the file. What is called afterwards is ``StorageError/Code/sessionEnded``.
    ///
    /// Waits for reads and transactions of other threads.
    ///
    /// - Throws: ``StorageError``.
    public func close() throws {
      try alone {
        do { try connections.close() } catch { throw StorageError(sqlite: error) }
      }
    }

    /// Keeps the error of the caller's function, which is thrown as it is.
    private static func noting(_ own: inout (any Error)?, _ body: () throws -> Void) throws {
      do { try body() } catch {
        own = error
        throw error
      }
    }

    /// Refuses a session inside of another one of the same thread, which would wait for itself (rule T5).
    private func alone(_ body: () throws -> Void) throws {
      let thread = ThreadIdentity.current
      guard sessions.withLock({ $0.insert(thread).inserted }) else {
        throw StorageError(
          .nested, "a read or a transaction inside of another one of the same back end: use that")
      }
      defer { sessions.withLock { _ = $0.remove(thread) } }
      try body()
    }
  }
#endif
