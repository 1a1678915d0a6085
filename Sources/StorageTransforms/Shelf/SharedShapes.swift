internal import Synchronization

/// The shape dictionary of a store as one of its sessions knows it, with the rows that the session's records need and that are not stored yet.
///
/// A store hands it to transforms in a ``TransformContext``, and stores ``takeAdditions()`` before the records.
package final class SharedShapes: Sendable {
  private struct State {
    var dictionary: ShapeDictionary
    var additions: [ShapeAdditions] = []
    var takesAdditions: Bool
    var isNewest: Bool
  }

  /// Rows that a store keeps at most: values of ever other shapes are stored as archives that are complete in themselves.
  package static let maximumRowCount = 4_096
  private let state: Mutex<State>

  /// - Parameters:
  ///   - dictionary: The dictionary as far as it is known.
  ///   - takesAdditions: Whether rows may be added.
  ///   - isNewest: Whether no record can need rows that it lacks.
  package init(_ dictionary: ShapeDictionary, takesAdditions: Bool, isNewest: Bool) {
    state = Mutex(
      State(dictionary: dictionary, takesAdditions: takesAdditions, isNewest: isNewest))
  }

  /// The dictionary, with what was added.
  package var dictionary: ShapeDictionary { state.withLock { $0.dictionary } }

  var isNewest: Bool { state.withLock { $0.isNewest } }

  /// Adds rows for a record.
  ///
  /// - Returns: Whether they were added; if not, the record cannot be stored against the dictionary.
  /// - Throws: ``ArchiveError`` for rows that are none.
  func add(_ additions: ShapeAdditions) throws -> Bool {
    try state.withLock { state in
      guard state.takesAdditions,
        state.dictionary.rowCount + additions.rowCount <= Self.maximumRowCount,
        additions.baseRowCount == state.dictionary.rowCount,
        additions.baseChecksum == state.dictionary.checksum
      else { return false }
      state.dictionary = try state.dictionary.adding(additions)
      state.additions.append(additions)
      return true
    }
  }

  /// Whether rows were added that are not stored yet.
  package var hasAdditions: Bool { state.withLock { !$0.additions.isEmpty } }

  /// What was added since the last call, in order: now the caller stores it.
  package func takeAdditions() -> [ShapeAdditions] {
    state.withLock { state in
      defer { state.additions = [] }
      return state.additions
    }
  }

  /// Goes on with the dictionary as it was just read from the store.
  ///
  /// - Parameter takesAdditions: Whether rows may be added to it.
  package func replace(_ dictionary: ShapeDictionary, takesAdditions: Bool) {
    state.withLock {
      $0 = State(dictionary: dictionary, takesAdditions: takesAdditions, isNewest: true)
    }
  }
}

extension TransformError.Code {
  /// A record was written against rows of a shape dictionary that the session does not know, and may find when it asks.
  package static let unknownShapes = TransformError.Code(rawValue: "unknownShapes")
}
