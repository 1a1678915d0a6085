#if SQLite
  internal import GRDB
  internal import RecordStorage
  internal import StorageTransforms

  /// The records that a query finds, in memory for a page of them: at most 256 records, and no more once they have a mebibyte.
  final class SQLiteCursor: RecordStorage.RecordCursor {
    private static let maximumCount = 256
    private static let enoughByteCount = 1 << 20

    private let session: SQLiteReading
    private let layout: TableLayout
    private let query: PageQuery
    private let changeCount: Int
    private var parts: ArraySlice<PageQuery.Part>
    private var page: [Result<StoredRecord, any Error>] = []
    private var nextIndex = 0
    /// The place of the last record of the part that is being read.
    private var last: PageQuery.End?
    /// How many records are still wanted; nil for all.
    private var rest: Int?
    private var pageCount = 16

    init(_ query: RecordQuery, _ layout: TableLayout, _ session: SQLiteReading) {
      self.session = session
      self.layout = layout
      self.query = PageQuery(query, layout)
      changeCount = session.changeCount
      parts = self.query.parts[...]
      rest = query.limit
    }

    func next() throws -> StoredRecord? {
      if nextIndex < page.count {
        defer { nextIndex += 1 }
        // What ended with its session hands over nothing that it had read before.
        _ = try session.current()
        return try page[nextIndex].get()
      }
      while let part = parts.first, rest.map({ $0 > 0 }) ?? true {
        let isEnd = try readPage(part)
        if isEnd {
          parts.removeFirst()
          last = nil
        }
        if !page.isEmpty {
          nextIndex = 1
          return try page[0].get()
        }
      }
      _ = try session.current()
      return nil
    }

    /// - Returns: Whether the part has no more records.
    private func readPage(_ part: PageQuery.Part) throws -> Bool {
      try session.calling(layout.table) { database in
        guard session.changeCount == changeCount else {
          throw StorageError(
            .schemaChanged, "the tables changed since the records were asked for",
            entity: layout.table.entity.name)
        }
        let count = min(pageCount, rest ?? .max)
        let (sql, arguments) = query.page(part, behind: last, count: count)
        let rows = try Row.fetchCursor(
          database.cachedStatement(sql: sql), arguments: StatementArguments(arguments))
        page.removeAll(keepingCapacity: true)
        nextIndex = 0
        var byteCount = 0
        while byteCount < Self.enoughByteCount, let row = try rows.next() {
          // A record that cannot be read does not hide those behind it.
          let record = Result { try layout.record(row) }
          switch record {
          case .success(let record): byteCount += Self.byteCount(record.values)
          case .failure(let error):
            byteCount += Self.byteCount((error as? StorageError)?.value.map { [$0] } ?? [])
          }
          page.append(record)
          if page.count == count || byteCount >= Self.enoughByteCount { last = query.end(row) }
        }
        if let wanted = rest { rest = wanted - page.count }
        pageCount = min(pageCount * 4, Self.maximumCount)
        return page.count < count && byteCount < Self.enoughByteCount
      }
    }

    private static func byteCount(_ values: [StoredValue]) -> Int {
      values.reduce(64) { sum, value in
        switch value {
        case .text(let text): sum + text.utf8.count
        case .blob(let bytes): sum + bytes.count
        default: sum + 16
        }
      }
    }
  }
#endif
