internal import Synchronization

/// The rules of the tables of a store, made anew when the tables changed.
final class TableCatalogue: Sendable {
  private let known = Mutex<(tables: [RecordTable], rules: [String: TableRules])>(([], [:]))

  /// The rules of tables, by their ids. O(1) if they are those of the call before.
  func rules(of tables: [RecordTable]) -> [String: TableRules] {
    known.withLock { known in
      if known.tables != tables {
        known.tables = tables
        known.rules = Dictionary(tables.map { ($0.id, TableRules($0)) }) { first, _ in first }
      }
      return known.rules
    }
  }
}
