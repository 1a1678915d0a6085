#if PostgreSQL
  /// What became of a transaction.
  public enum CommitOutcome: Hashable, Sendable {
    /// All of its changes are there.
    case committed
    /// None of its changes is there.
    case rolledBack
    /// The server has not ended it yet.
    case inProgress
    /// The server does not know the transaction, or knows it no longer.
    case forgotten

    /// What the server says, in the words of `pg_xact_status`.
    init(_ word: String?) {
      switch word {
      case "committed": self = .committed
      case "aborted": self = .rolledBack
      case "in progress": self = .inProgress
      default: self = .forgotten
      }
    }
  }
#endif
