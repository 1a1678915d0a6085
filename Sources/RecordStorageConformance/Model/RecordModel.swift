internal import RecordStorage

/// What a store holds by the words of the Spec: tables, each with its records. A copy is a state to go back to.
struct RecordModel: Sendable {
  private(set) var tables: [ModelTable] = []

  /// The table with an id.
  func table(_ id: String) throws -> ModelTable {
    guard let table = tables.first(where: { $0.table.id.utf8.elementsEqual(id.utf8) }) else {
      throw ConformanceFailure("the case has no table '\(id)'")
    }
    return table
  }

  /// Puts a table, in the place of one with its id.
  mutating func set(_ table: ModelTable) {
    remove(table.table.id)
    tables.append(table)
  }

  /// Removes a table.
  mutating func remove(_ id: String) {
    tables.removeAll { $0.table.id.utf8.elementsEqual(id.utf8) }
  }

  /// Makes a change, and tells which outcomes are right; none if there is no such table.
  mutating func apply(_ change: Change, to id: String) -> Set<Outcome> {
    guard let index = tables.firstIndex(where: { $0.table.id.utf8.elementsEqual(id.utf8) }) else {
      return []
    }
    return tables[index].apply(change)
  }
}
