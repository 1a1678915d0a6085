#if SQLite
  internal import ArchiveFormat
  internal import GRDB

  extension ArchiveError {
    /// The error that an error of SQLite is; an `ArchiveError` as it is.
    init(sqlite error: any Error) {
      if let error = error as? ArchiveError {
        self = error
        return
      }
      guard let error = error as? DatabaseError else {
        self.init(.inputOutput, "the database could not be read: \(error)")
        return
      }
      let reason = error.message.map { ": \($0)" } ?? ""
      switch error.resultCode {
      case .SQLITE_NOTADB:
        self.init(.notDatabase, DatabaseFile.noDatabase, byteOffset: 0)
      case .SQLITE_CANTOPEN, .SQLITE_IOERR, .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_READONLY:
        self.init(.inputOutput, "the database could not be read\(reason)")
      case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL:
        self.init(.inputOutput, "another program has locked the database")
      case .SQLITE_INTERRUPT:
        self.init(.limitExceeded, "SQLite takes more steps than the bytes of the file pay for")
      case .SQLITE_TOOBIG, .SQLITE_NOMEM, .SQLITE_FULL:
        self.init(.limitExceeded, "a row, a value or the schema is larger than the limits\(reason)")
      default: self.init(.damagedDatabase, "SQLite cannot read the database\(reason)")
      }
    }
  }
#endif
