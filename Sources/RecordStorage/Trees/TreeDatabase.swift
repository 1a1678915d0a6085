/// All tables of a store in memory. A copy is a snapshot, and costs nothing until one of the two changes.
struct TreeDatabase<Place: RecordPlace>: Sendable {
  /// The tables, in the order in which they were defined. Sessions hand out this array, so that who asks again sees that nothing changed.
  private(set) var list: [RecordTable] = []
  private var tables: [String: TreeTable<Place>] = [:]

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

  mutating func set(_ table: TreeTable<Place>) {
    let id = table.table.id
    if tables[id] != nil, let index = list.firstIndex(where: { $0.id == id }) {
      list[index] = table.table
    } else {
      list.append(table.table)
    }
    tables[id] = table
  }

  mutating func remove(_ id: String) {
    list.removeAll { $0.id == id }
    tables[id] = nil
  }
}
