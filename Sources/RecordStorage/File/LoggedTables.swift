internal import RecordLog
internal import StorageTransforms

/// By which numbers a record log knows its tables.
struct LoggedTables: Sendable {
  struct Table: Sendable {
    let number: Int
    var revision: Int
    var table: RecordTable
  }

  private(set) var byID: [String: Table] = [:]
  private var ids: [Int: String] = [:]
  /// The number of the next table.
  private(set) var next = 1

  /// The table with a number. O(1).
  func table(numbered number: Int) -> Table? { ids[number].flatMap { byID[$0] } }

  /// The numbers of a table that is defined now: its own, and the next revision.
  ///
  /// - Throws: ``StorageError/Code/limitExceeded`` if they are used up (Spec/record-log.md, rule P4).
  mutating func define(_ table: RecordTable) throws -> Table {
    var logged = byID[table.id] ?? Table(number: next, revision: 0, table: table)
    guard logged.number <= LogPayload.maximumNumber,
      logged.revision < LogPayload.maximumNumber
    else {
      throw StorageError(
        .limitExceeded, "the numbers of tables and schemas are used up", entity: table.entity.name)
    }
    logged.revision += 1
    logged.table = table
    set(logged)
    return logged
  }

  mutating func set(_ table: Table) {
    if let former = byID[table.table.id] { ids[former.number] = nil }
    byID[table.table.id] = table
    ids[table.number] = table.table.id
    next = max(next, table.number + 1)
  }

  /// Numbers below one are not used again.
  mutating func skip(to number: Int) { next = max(next, number) }

  mutating func drop(_ id: String) {
    if let former = byID.removeValue(forKey: id) { ids[former.number] = nil }
  }
}
