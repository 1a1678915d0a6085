#if PostgreSQL
  internal import RecordStorage
  internal import StorageTransforms

  extension ConnectionPool {
    /// What became of a transaction of the server, by its number.
    func outcome(of id: String, _ statements: StoreStatements) throws -> CommitOutcome {
      var outcome = CommitOutcome.forgotten
      guard UInt64(id) != nil else { return outcome }
      try withConnection({ connection in
        let next = try connection.run(statements.newTransaction, []).value(0, 0, .bigInteger)
        // The server refuses to tell of transactions that are yet to come. Those that run are told from them by a number that is
        // given now: a snapshot ends before them.
        guard case .integer(let end) = next, let number = Int64(id), number < end else { return }
        let result = try connection.run(statements.outcome, [SQLParameter(.text(id), .text)])
        outcome = CommitOutcome(result.text(0, 0))
      }) { _, _ in }
      return outcome
    }
  }
#endif
