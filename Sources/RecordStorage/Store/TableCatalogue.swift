/// The rules of the tables of a store, made anew when the tables changed.
final class TableCatalogue: Sendable {
  private struct Known: Sendable {
    var tables: [RecordTable] = []
    var rules: [String: TableRules] = [:]
  }

  private let known = ThreadStripes(Known())

  /// The rules of tables, by their ids. O(1) if they are those of the call before.
  func rules(of tables: [RecordTable]) -> [String: TableRules] {
    known.withOwn { known, _ in
      if known.tables != tables {
        known.tables = tables
        known.rules = Dictionary(tables.map { ($0.id, TableRules($0)) }) { first, _ in first }
      }
      return known.rules
    }
  }
}
