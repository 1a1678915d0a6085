/// All tables of a store in memory. A copy is a snapshot, and costs nothing until one of the two changes.
struct TreeDatabase<Place: RecordPlace>: Sendable {
  /// The tables in the order in which they were defined, and those in ``gaps``, which are no more.
  private var ordered: [RecordTable] = []
  /// Where in `ordered` each table stands, by its id.
  private var positions: [String: Int] = [:]
  private var gaps: Set<Int> = []
  private var tables: [String: TreeTable<Place>] = [:]

  /// The tables, in the order in which they were defined. Sessions hand out this array, so that who asks again sees that nothing changed.
  /// O(1) after ``closeGaps()``.
  var list: [RecordTable] {
    if gaps.isEmpty { return ordered }
    return ordered.indices.filter { !gaps.contains($0) }.map { ordered[$0] }
  }

  /// Bytes of the keys and values of all records. O(tables).
  var byteCount: Int { tables.values.reduce(0) { $0 + $1.byteCount } }

  /// The table with an id.
  func table(_ id: String) throws -> TreeTable<Place> {
    guard let table = tables[id] else {
      throw StorageError(.unknownEntity, "the store has no table '\(id)'", entity: id)
    }
    return table
  }

  /// Calls a function with the table with an id.
  mutating func change(
    _ id: String, _ body: (inout TreeTable<Place>) throws -> Void
  ) throws {
    guard tables[id] != nil else { _ = try table(id); return }
    // Taken out while it changes, so that its nodes have one owner.
    guard var table = tables.removeValue(forKey: id) else { return }
    defer { tables[id] = table }
    try body(&table)
  }

  /// Puts a table behind all others, or in the place of the one with its id. O(1).
  mutating func set(_ table: TreeTable<Place>) {
    let id = table.table.id
    if let position = positions[id] {
      ordered[position] = table.table
    } else {
      positions[id] = ordered.count
      ordered.append(table.table)
    }
    tables[id] = table
  }

  /// Removes a table. O(1) on average: a log may say it of a great many.
  mutating func remove(_ id: String) {
    guard let position = positions.removeValue(forKey: id) else { return }
    tables[id] = nil
    gaps.insert(position)
    if gaps.count > positions.count { closeGaps() }
  }

  /// Makes ``list`` an array that is there. O(tables) if any was removed since the last call.
  mutating func closeGaps() {
    guard !gaps.isEmpty else { return }
    ordered = list
    gaps = []
    for (position, table) in ordered.enumerated() { positions[table.id] = position }
  }
}
