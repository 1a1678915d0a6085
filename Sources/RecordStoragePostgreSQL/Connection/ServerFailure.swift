#if PostgreSQL
  internal import RecordStorage

  /// What the server's error codes mean here (PostgreSQL, appendix A).
  enum ServerFailure {
    /// The error for a statement that failed.
    ///
    /// - Parameters:
    ///   - state: SQLSTATE, five characters; nil if the server did not answer.
    ///   - message: The server's sentence, or libpq's.
    ///   - isConnected: Whether the connection is still there.
    static func error(state: String?, message: String, isConnected: Bool) -> StorageError {
      guard let state else {
        return StorageError(isConnected ? .inputOutput : .connectionLost, message)
      }
      return StorageError(
        isConnected ? code(state) : .connectionLost,
        "\(message) (SQLSTATE \(state))\(isOfOtherConnection(state) ? poolerHint : "")")
    }

    /// True if the server does not have the statements that this connection prepared: they were prepared on another connection to it.
    private static func isOfOtherConnection(_ state: String) -> Bool {
      ["26000", "42P05"].contains(state)
    }

    private static let poolerHint = """
      . If a pooler such as PgBouncer gives each transaction another connection to the server, say so: \
      PostgreSQLBackEnd(…, pooled: true)
      """

    /// Whether a statement that was prepared is not there any more, is there already, or has other results since a table was changed: a new connection has
    /// none.
    static func isOfStatements(_ state: String) -> Bool {
      isOfOtherConnection(state) || state == "0A000"
    }

    private static func code(_ state: String) -> StorageError.Code {
      switch state {
      // A unique violation comes from a record that this transaction does not see: those that it sees were looked for.
      case "40001", "40P01", "23505": .conflict
      // Another transaction made a table or an index with the name that this one had found free.
      case "42P07", "42710": .conflict
      case "53100": .noSpace
      case "53300", "57P01", "57P02", "57P03", "25P03": .connectionLost
      case "55P03": .locked
      case "25006": .readOnly
      case "XX001", "XX002", "42P01", "42703": .damaged
      case _ where state.hasPrefix("08"): .connectionLost
      case _ where state.hasPrefix("54"): .limitExceeded
      default: .inputOutput
      }
    }
  }
#endif
