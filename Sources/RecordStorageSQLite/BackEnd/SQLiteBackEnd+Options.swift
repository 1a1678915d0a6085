#if SQLite
  extension SQLiteBackEnd {
    /// How a database is opened.
    public struct Options: Hashable, Sendable {
      /// What SQLite writes first, so that a transaction is there whole or not at all.
      public enum Journal: String, Hashable, Sendable, CaseIterable {
        /// A log of what is new, in a second file. Reads see one state while others write.
        case wal
        /// A copy of what was, in a file that goes with the commit: for media on which processes cannot share memory, such as
        /// those of a network. Reads and transactions of a back end stand in one line, and a read makes other processes
        /// wait with their commits.
        case delete
      }

      /// What SQLite writes first. The file keeps it: all who have it open use the same.
      public var journal = Journal.wal
      /// How long a transaction waits for others, in seconds.
      public var waitingSeconds = 5.0
      /// How many threads read at the same time, at least one; further ones wait. Of ``Journal/wal`` alone.
      public var maximumReaderCount = 5
      /// Whether nothing is written: ``StorageError/Code/readOnly`` then. The file has to be there.
      public var isReadOnly = false

      /// What is usual.
      public init() {}

      /// Options of parts.
      public init(
        journal: Journal = .wal, waitingSeconds: Double = 5, maximumReaderCount: Int = 5,
        isReadOnly: Bool = false
      ) {
        self.journal = journal
        self.waitingSeconds = waitingSeconds
        self.maximumReaderCount = maximumReaderCount
        self.isReadOnly = isReadOnly
      }
    }
  }
#endif
