#if SQLite
  internal import GRDB
  internal import RecordStorage

  extension StorageError {
    /// What an error of SQLite means to a store; an error of storage as it is.
    ///
    /// - Parameter entity: The name of the entity that was being read or written.
    init(sqlite error: any Error, entity: String? = nil) {
      if let error = error as? StorageError {
        self = error
        return
      }
      guard let database = error as? DatabaseError else {
        self.init(
          .inputOutput, "the database could not be used", entity: entity, underlying: error)
        return
      }
      let (code, message) = Self.meaning(of: database)
      self.init(code, message, entity: entity, underlying: database)
    }

    private static func meaning(of error: DatabaseError) -> (Code, String) {
      switch error.extendedResultCode {
      // Another transaction came between what this one has read and what it writes.
      case .SQLITE_BUSY_SNAPSHOT: (.conflict, "another transaction was first")
      case .SQLITE_READONLY_DBMOVED:
        (.damaged, "the file of the database was removed or renamed, or another one took its name")
      default:
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL:
          (.locked, "others have the database, and the time to wait for them is over")
        case .SQLITE_FULL: (.noSpace, "the medium is full")
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT:
          (.damaged, "the file is no database, or not what was written")
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
          (.readOnly, "the database may not be written")
        case .SQLITE_TOOBIG, .SQLITE_RANGE, .SQLITE_NOMEM:
          (.limitExceeded, "SQLite takes no more than it was built for")
        case .SQLITE_CONSTRAINT, .SQLITE_MISMATCH:
          (.notStorable, "a rule of the database does not allow it")
        // No such table, no such column: somebody else changed what this package made.
        case .SQLITE_ERROR, .SQLITE_SCHEMA:
          (.damaged, "the tables are not those that were made")
        case .SQLITE_CANTOPEN: (.inputOutput, "the file cannot be opened")
        default: (.inputOutput, "the database could not be read or written")
        }
      }
    }
  }
#endif
