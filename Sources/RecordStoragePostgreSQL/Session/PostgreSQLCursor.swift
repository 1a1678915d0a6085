#if PostgreSQL
  internal import RecordStorage
  internal import StorageTransforms

  /// The records that a query finds, a page at a time.
  ///
  /// The first page comes with the query, by a statement that the server keeps; most queries need no more. What is behind it
  /// comes from a cursor on the server, which is opened at once: it shows the table as it is then, whatever the
  /// transaction writes later. A page has 16 records, then as many as a mebibyte takes, by the largest of the page before, at most 1,000.
  final class PostgreSQLCursor: RecordCursor {
    private static let firstCount = 16
    private static let maximumCount = 1_000
    private static let pageByteCount = 1 << 20

    private let session: PostgreSQLReading
    private let layout: TableLayout
    private var page: PostgreSQLResult
    private var row = 0
    /// The cursor on the server; nil if there is no other page.
    private var name: String?

    init(_ session: PostgreSQLReading, _ query: RecordQuery, _ layout: TableLayout) throws {
      self.session = session
      self.layout = layout
      let count = min(query.limit ?? .max, Self.firstCount)
      var statement = QueryStatement(query, layout)
      let selection =
        "SELECT \(layout.readColumns) FROM \(layout.path)\(statement.condition)\(statement.order)"
      let bounds = statement.parameters
      let limit = statement.place(count)
      page = try session.run("\(selection) LIMIT \(limit)", statement.parameters)
      guard count == Self.firstCount, page.rowCount == count, query.limit != count else { return }
      let rest = query.limit.map { " LIMIT \($0 - count)" } ?? ""
      name = try session.openCursor(
        "\(selection)\(rest) OFFSET \(count)", bounds, on: layout.table.id)
    }

    deinit { if let name { session.leave(name) } }

    func next() throws -> StoredRecord? {
      try session.check()
      if row == page.rowCount {
        guard let name else { return nil }
        let largest = (0..<page.rowCount).reduce(1) { max($0, page.byteCount($1)) }
        let count = max(1, min(Self.maximumCount, Self.pageByteCount / largest))
        page = try session.fetch(count, from: name)
        row = 0
        if page.rowCount < count {
          session.leave(name)
          self.name = nil
        }
        guard page.rowCount > 0 else { return nil }
      }
      row += 1
      return try layout.record(page, row - 1)
    }
  }
#endif
