#if PostgreSQL
  internal import RecordStorage
  internal import StorageTransforms

  /// Reads records in a transaction of one connection.
  class PostgreSQLReading: StorageReading {
    final let connection: PostgreSQLConnection
    final let statements: StoreStatements
    final var known: KnownTables
    /// Whether records were read or changed.
    final var isTouched = false
    /// What ended the transaction on the server before its time; nothing more is sent then.
    final private(set) var failure: StorageError?
    private var isOver = false
    /// The tables of the cursors that are open on the server, by their names.
    private var cursors: [String: String] = [:]
    /// How many cursors were opened: the number in the name of the next one.
    final private(set) var cursorCount = 0
    /// Cursors that nobody reads any more.
    private var leftCursors: [String] = []

    init(_ connection: PostgreSQLConnection, _ statements: StoreStatements, _ known: KnownTables) {
      self.connection = connection
      self.statements = statements
      self.known = known
    }

    final func tables() throws -> [RecordTable] { known.list }

    final func values(of key: RecordKey, in table: RecordTable) throws -> [StoredValue]? {
      let layout = try known.layout(table.id)
      guard layout.holds(key) else { return nil }
      try prepareToRead()
      let result = try run(layout.selection, [layout.keyParameter(key)])
      return result.rowCount == 0 ? nil : try layout.values(result, 0, of: key)
    }

    final func cursor(
      _ query: RecordQuery, in table: RecordTable
    ) throws -> any RecordCursor {
      let layout = try known.layout(table.id)
      try prepareToRead()
      return try PostgreSQLCursor(self, query, layout)
    }

    final func count(_ query: RecordQuery, in table: RecordTable) throws -> Int {
      let layout = try known.layout(table.id)
      try prepareToRead()
      let statement = QueryStatement(query, layout)
      let result = try run(layout.count(statement.condition), statement.parameters)
      guard case .integer(let count) = try result.value(0, 0, .bigInteger) else { return 0 }
      return Int(count)
    }

    /// Is called before records are read.
    func prepareToRead() throws {}

    // MARK: The session

    /// - Throws: ``StorageError/Code/sessionEnded``, or what ended the transaction.
    final func check() throws {
      guard !isOver else {
        throw StorageError(.sessionEnded, "the read or the transaction is over")
      }
      if let failure { throw failure }
    }

    /// Calls a function that sends something. If that fails the server has given the transaction up.
    final func sending<Result>(_ body: () throws -> Result) throws -> Result {
      try check()
      isTouched = true
      do {
        return try body()
      } catch let error as StorageError {
        failure = error
        throw error
      }
    }

    /// Runs a statement that the server keeps for the next time.
    final func run(_ sql: String, _ parameters: [SQLParameter]) throws -> PostgreSQLResult {
      try sending { try connection.run(sql, parameters) }
    }

    /// Runs statements that are not used again.
    final func run(_ sql: String) throws { _ = try sending { try connection.run(sql) } }

    /// Ends the transaction for an error.
    final func giveUp(_ error: StorageError) -> StorageError {
      failure = error
      return error
    }

    /// The transaction goes on: the server has forgotten what failed.
    final func goOn() { failure = nil }

    final func end() { isOver = true }

    // MARK: Cursors

    /// Opens a cursor on the server.
    final func openCursor(
      _ selection: String, _ parameters: [SQLParameter], on id: String
    ) throws -> String {
      if !leftCursors.isEmpty {
        try run(leftCursors.map { "CLOSE \($0)" }.joined(separator: "; "))
        leftCursors = []
      }
      let name = "c\(cursorCount)"
      cursorCount += 1
      _ = try sending {
        try connection.runOnce("DECLARE \(name) NO SCROLL CURSOR FOR \(selection)", parameters)
      }
      cursors[name] = id
      return name
    }

    /// The next rows of a cursor.
    final func fetch(_ count: Int, from name: String) throws -> PostgreSQLResult {
      try check()
      guard cursors[name] != nil else {
        throw StorageError(.sessionEnded, "the table was defined anew after the cursor was made")
      }
      return try sending {
        try connection.runOnce("FETCH FORWARD \(count) FROM \(name)", [])
      }
    }

    /// Nobody reads a cursor any more. It is closed when the next one is opened.
    final func leave(_ name: String) {
      if cursors.removeValue(forKey: name) != nil { leftCursors.append(name) }
    }

    /// The server has rolled back to a moment, and closed the cursors that were opened since.
    final func forgetCursors(from number: Int) {
      let isOlder = { (name: String) in Int(name.dropFirst()).map { $0 < number } == true }
      cursors = cursors.filter { isOlder($0.key) }
      leftCursors = leftCursors.filter(isOlder)
    }

    /// Closes the cursors of a table.
    final func closeCursors(on id: String) throws {
      let names = cursors.filter { $0.value == id }.keys.sorted() + leftCursors
      guard !names.isEmpty else { return }
      try run(names.map { "CLOSE \($0)" }.joined(separator: "; "))
      leftCursors = []
      for name in names { cursors[name] = nil }
    }
  }
#endif
