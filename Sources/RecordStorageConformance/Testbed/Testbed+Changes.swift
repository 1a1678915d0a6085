internal import RecordStorage

/// Why a transaction of a case is rolled back.
struct Abandoned: Error, Equatable {
  var reason = 0
}

extension Testbed {
  /// Defines a table that is not there yet.
  func define(_ table: RecordTable) throws {
    try store.write(.written) { try $0.define(table) }
    model.set(ModelTable(table))
  }

  /// Makes a change in a transaction of the store and in the model, and compares what came of it.
  ///
  /// - Parameter stored: The change as it is stored, if that is not as it is asked for.
  @discardableResult
  func apply(
    _ change: Change, storedAs stored: Change? = nil, to id: String, _ writer: RecordWriter
  ) throws -> Outcome {
    let right = model.apply(stored ?? change, to: id)
    let outcome: Outcome
    do { outcome = try change.apply(to: id, writer) } catch let error as StorageError {
      outcome = .refused(Outcome.Refusal(error))
    }
    let expected = right.map(\.description).sorted().joined(separator: ", or ")
    try expect(right.contains(outcome), "\(change): \(outcome) instead of \(expected)")
    return outcome
  }

  /// Makes a change in a transaction of its own.
  @discardableResult
  func apply(_ change: Change, storedAs stored: Change? = nil, to id: String) throws -> Outcome {
    try store.write(.written) { try apply(change, storedAs: stored, to: id, $0) }
  }

  /// Makes a change of which the case knows the outcome.
  func apply(_ change: Change, to id: String, _ outcome: StorageError.Code) throws {
    guard case .refused(let refusal) = try apply(change, to: id) else {
      throw ConformanceFailure("\(change): it was made, instead of \(outcome.rawValue)")
    }
    try expect(refusal.code, is: outcome, "\(change)")
  }

  /// Inserts records: in one transaction if there are any, else each in its own.
  func fill(_ id: String, _ records: [StoredRecord]) throws {
    if store.capabilities.contains(.transactions) {
      try store.write(.written) { writer in
        for record in records { try expectDone(apply(.insert(record), to: id, writer)) }
      }
    } else {
      for record in records { try expectDone(apply(.insert(record), to: id)) }
    }
  }

  private func expectDone(_ outcome: Outcome) throws {
    try expect(outcome, is: .done, "a record that a case begins with")
  }

  /// A transaction that is rolled back, in the store and in the model.
  func rollBack(_ body: (RecordWriter) throws -> Void) throws {
    let before = model
    let reason = Abandoned(reason: checkCount)
    do {
      try store.write(.written) { writer in
        try body(writer)
        throw reason
      }
    } catch let error as Abandoned {
      try expect(error, is: reason, "the error that rolled a transaction back (rule T2)")
      model = before
      return
    }
    throw ConformanceFailure("the error that rolls a transaction back does not come out of it")
  }
}
