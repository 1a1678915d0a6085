#if SQLite
  internal import GRDB
  internal import RecordStorage
  internal import StorageTransforms

  /// What reads the records of a database in one transaction.
  class SQLiteReading: StorageReading {
    private let cache: LayoutCache
    private var database: Database?
    private var known: LayoutCatalogue?
    /// How often the layouts changed in this session.
    private(set) var changeCount = 0

    init(_ database: Database, _ cache: LayoutCache) {
      self.database = database
      self.cache = cache
    }

    /// Nothing reaches the database from here on, whoever kept this.
    func end() { database = nil }

    /// The database that is read.
    ///
    /// - Throws: ``StorageError/Code/sessionEnded``.
    func current() throws -> Database {
      guard let database else {
        throw StorageError(.sessionEnded, "the read or the transaction is over")
      }
      return database
    }

    /// Hands on what SQLite throws as an error of storage.
    func calling<Result>(
      _ table: RecordTable? = nil, _ body: (Database) throws -> Result
    ) throws -> Result {
      let database = try current()
      do { return try body(database) } catch {
        throw StorageError(sqlite: error, entity: table?.entity.name)
      }
    }

    /// Checks the version of the layout.
    func check(isWritable: Bool) throws {}

    func catalogue(_ database: Database) throws -> LayoutCatalogue {
      if let known { return known }
      let made: LayoutCatalogue
      if try MetaTables.areThere(database) {
        let state = try MetaTables.state(database)
        try check(isWritable: state.isWritable)
        // Layouts that this transaction made are nobody else's yet.
        made =
          changeCount == 0
          ? try cache.catalogue(state.revision, database)
          : LayoutCatalogue(revision: state.revision, try MetaTables.layouts(database))
      } else {
        made = .empty
      }
      known = made
      return made
    }

    func forgetLayouts() {
      known = nil
      changeCount += 1
    }

    func layout(of table: RecordTable, _ database: Database) throws -> TableLayout {
      guard let layout = try catalogue(database).layouts[table.id] else {
        throw StorageError(
          .unknownEntity, "the database has no table '\(table.id)'", entity: table.entity.name)
      }
      return layout
    }

    func tables() throws -> [RecordTable] { try calling { try catalogue($0).tables } }

    func values(of key: RecordKey, in table: RecordTable) throws -> [StoredValue]? {
      try calling(table) { database in
        let layout = try layout(of: table, database)
        let rows = try Row.fetchCursor(
          database.cachedStatement(sql: layout.statements.selectOne),
          arguments: [key.value.forDatabase])
        return try rows.next().map { try layout.record($0).values }
      }
    }

    func cursor(_ query: RecordQuery, in table: RecordTable) throws -> any RecordStorage
      .RecordCursor
    {
      try calling(table) { SQLiteCursor(query, try layout(of: table, $0), self) }
    }

    func count(_ query: RecordQuery, in table: RecordTable) throws -> Int {
      try calling(table) { database in
        let page = PageQuery(query, try layout(of: table, database))
        let (sql, arguments) = page.count()
        return try Int.fetchOne(
          database.cachedStatement(sql: sql), arguments: StatementArguments(arguments)) ?? 0
      }
    }
  }
#endif
