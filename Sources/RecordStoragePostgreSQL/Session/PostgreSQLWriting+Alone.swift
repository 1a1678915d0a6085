#if PostgreSQL
  internal import RecordStorage
  internal import StorageTransforms

  extension PostgreSQLWriting {
    /// Waits until no other session runs, and lets none begin before this one is over. What the transaction sees then is all that
    /// there is.
    ///
    /// A transaction that has done nothing yet begins again with that. One that has done something keeps what it saw: if another one
    /// has committed since, there may be records that it would lose.
    ///
    /// - Throws: ``StorageError/Code/conflict``.
    func beAlone(for table: RecordTable) throws {
      let layout = try known.layout(table.id)
      if isAlone { return try run(statements.exclusion(of: layout)) }
      if isTouched {
        try run(statements.exclusion(of: layout))
        try checkNothingNew()
      } else {
        try beginAgain(layout)
      }
      isAlone = true
    }

    /// Rolls the transaction back, and begins it anew.
    ///
    /// - Parameter layout: A table that is then changed in its structure, by nobody else meanwhile.
    /// - Throws: ``StorageError/Code/conflict`` if tables were defined since the transaction began.
    func beginAgain(_ layout: TableLayout?) throws {
      let row = try sending {
        try connection.run("ROLLBACK")
        return try connection.run(statements.writing(durability, definingAnew: layout))
      }
      guard let id = row.text(0, 2), row.text(0, 1) == known.revision.map(String.init) else {
        throw giveUp(
          StorageError(
            .conflict, "another transaction defined tables just now",
            entity: layout?.table.entity.name))
      }
      transactionID = id
    }

    private func checkNothingNew() throws {
      let aside = try connectAside()
      let next = try aside.run(statements.nextTransaction, []).value(0, 0, .bigInteger)
      let result = try run(statements.haveOthersCommitted, [SQLParameter(next, .bigInteger)])
      guard try result.value(0, 0, .boolean) == .integer(0) else {
        throw giveUp(
          StorageError(
            .conflict,
            "another transaction committed since this one began: define tables before anything else"
          ))
      }
    }
  }
#endif
