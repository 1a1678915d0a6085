#if SQLite
  internal import RecordStorage

  /// All layouts of a database, as they were in one revision.
  struct LayoutCatalogue: Sendable {
    let revision: Int64
    /// The tables; the same array as long as they are the same.
    let tables: [RecordTable]
    /// The layouts, by the ids of their entities.
    let layouts: [String: TableLayout]

    static let empty = LayoutCatalogue(revision: 0, [])

    init(revision: Int64, _ layouts: [TableLayout]) {
      self.revision = revision
      tables = layouts.map(\.table)
      self.layouts = Dictionary(layouts.map { ($0.table.id, $0) }) { first, _ in first }
    }
  }
#endif
