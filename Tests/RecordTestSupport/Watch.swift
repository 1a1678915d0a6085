package import RecordStorage

/// Looks at a ``Ledger`` again and again, while another writes.
package struct Watch {
  private let store: RecordStore
  /// How many moves there were when it was last looked at.
  package private(set) var moves: Int64 = 0
  /// How many states were seen.
  package private(set) var stateCount = 0

  package init(_ store: RecordStore) { self.store = store }

  /// Looks once.
  ///
  /// - Throws: ``Ledger/Broken`` for a state that is none, or an older one.
  package mutating func look() throws {
    let found = try store.read { try Ledger.check($0) }
    guard found >= moves else {
      throw Ledger.Broken(description: "\(found) moves after \(moves)")
    }
    if found > moves { stateCount += 1 }
    moves = found
  }

  /// Looks until there were as many moves.
  package mutating func wait(for count: Int64) throws {
    while moves < count { try look() }
  }
}
