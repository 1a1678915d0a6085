/// By which numbers a record log knows its tables.
struct LoggedTables: Sendable {
  struct Table: Sendable {
    let number: Int
    var revision: Int
    var table: RecordTable
  }

  private(set) var byID: [String: Table] = [:]
  /// The number of the next table.
  private(set) var next = 1

  /// The table with a number. O(tables).
  func table(numbered number: Int) -> Table? { byID.values.first { $0.number == number } }

  /// The numbers of a table that is defined now: its own, and the next revision.
  mutating func define(_ table: RecordTable) -> Table {
    var logged = byID[table.id] ?? Table(number: next, revision: 0, table: table)
    logged.revision += 1
    logged.table = table
    set(logged)
    return logged
  }

  mutating func set(_ table: Table) {
    byID[table.table.id] = table
    next = max(next, table.number + 1)
  }

  /// Numbers below one are not used again.
  mutating func skip(to number: Int) { next = max(next, number) }

  mutating func drop(_ id: String) { byID[id] = nil }
}
