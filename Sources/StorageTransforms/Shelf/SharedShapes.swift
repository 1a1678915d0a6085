internal import Synchronization

/// The shape dictionary of a store as one of its sessions knows it, with the rows that the session's records need and that are not stored yet.
///
/// A store hands it to transforms in a ``TransformContext``, and stores ``additions`` before the records.
package final class SharedShapes: Sendable {
  /// What may be done with a dictionary.
  package enum Use: Sendable {
    /// Archives are read.
    case reading
    /// Archives are read, and written where no row is missing.
    case writing
    /// Archives are read, and written; rows that are missing are added.
    case adding
  }

  private struct State {
    /// What the store has.
    var stored: ShapeDictionary
    /// That, and what was added.
    var dictionary: ShapeDictionary
    var additions: [ShapeAdditions] = []
    var use: Use
    var isNewest: Bool
  }

  /// Rows that a store keeps at most: values of ever other shapes are stored as archives that are complete in themselves.
  package static let maximumRowCount = 4_096
  private let state: Mutex<State>

  /// - Parameters:
  ///   - dictionary: The dictionary as far as it is known.
  ///   - use: What may be done with it.
  ///   - isNewest: Whether no record can need rows that it lacks.
  package init(_ dictionary: ShapeDictionary, _ use: Use, isNewest: Bool) {
    state = Mutex(State(stored: dictionary, dictionary: dictionary, use: use, isNewest: isNewest))
  }

  /// The dictionary, with what was added.
  package var dictionary: ShapeDictionary { state.withLock { $0.dictionary } }
  /// What of it is stored.
  package var stored: ShapeDictionary { state.withLock { $0.stored } }
  /// What was added, in order, and is not stored yet.
  package var additions: [ShapeAdditions] { state.withLock { $0.additions } }

  var isNewest: Bool { state.withLock { $0.isNewest } }
  var isWrittenAgainst: Bool { state.withLock { $0.use != .reading } }

  /// Adds rows for a record.
  ///
  /// - Returns: Whether they were added; if not, the record cannot be stored against the dictionary.
  /// - Throws: ``ArchiveError`` for rows that are none.
  func add(_ additions: ShapeAdditions) throws -> Bool {
    try state.withLock { state in
      guard state.use == .adding,
        state.dictionary.rowCount + additions.rowCount <= Self.maximumRowCount,
        additions.baseRowCount == state.dictionary.rowCount,
        additions.baseChecksum == state.dictionary.checksum
      else { return false }
      state.dictionary = try state.dictionary.adding(additions)
      state.additions.append(additions)
      return true
    }
  }

  /// All that was added is stored.
  package func didStore() {
    state.withLock {
      $0.stored = $0.dictionary
      $0.additions = []
    }
  }

  /// Goes on with the dictionary as it was just read from the store.
  package func replace(_ dictionary: ShapeDictionary) {
    state.withLock {
      $0 = State(stored: dictionary, dictionary: dictionary, use: $0.use, isNewest: true)
    }
  }

  /// Takes back what is not stored, and writes archives that are complete in themselves from now on.
  package func stopWriting() {
    state.withLock {
      $0.dictionary = $0.stored
      $0.additions = []
      $0.use = .reading
    }
  }
}

extension TransformError.Code {
  /// A record was written against rows of a shape dictionary that the session does not know, and may find when it asks.
  package static let unknownShapes = TransformError.Code(rawValue: "unknownShapes")
}
