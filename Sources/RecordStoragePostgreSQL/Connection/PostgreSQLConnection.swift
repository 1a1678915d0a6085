#if PostgreSQL
  internal import CPostgreSQL
  internal import RecordStorage
  internal import StorageTransforms

  /// A connection to a server, and the statements that it was told to keep.
  ///
  /// Each of its functions waits for the server, and gives the connection up if the server is silent for too long. It is used by one session at a time.
  ///
  /// `@unchecked Sendable`: a connection has one user at a time, and libpq allows that to be any thread. The pool takes it out of its list
  /// under a lock, calls the session with it, and puts it back when that has returned; one that was made beside the pool stays
  /// with the session that made it. Sessions, and what they hand out, are not `Sendable`, so that the compiler keeps them on the
  /// thread that the pool calls on. What a server sends, and what is stored with it, decides what results say and whether the
  /// connection is used again; who has it is decided before a byte is read.
  @safe
  final class PostgreSQLConnection: @unchecked Sendable {
    /// The greatest number of changes that are on their way. Their answers, of less than 100 bytes each, fit into the
    /// socket's buffer, so that the server never waits for this side while this side waits for the server.
    private static let maximumPendingCount = 256

    /// The number of bytes that may wait in memory until they are sent.
    private static let maximumUnsentByteCount = 1 << 16

    private let handle: OpaquePointer
    private let settings: ConnectionSettings
    private var isDefining = false
    /// The reason why the connection is not used any more, though it is there: what the server may still send is not known.
    private var givenUp: String?
    /// The names of statements, by their bytes: two spellings of one character are two names of tables.
    private var statements: [[UInt8]: String] = [:]
    private var revision: Int64?
    private var pendingCount = 0
    private var unsentByteCount = 0
    private var isPipeline = false
    /// Whether the server holds other statements, or other results of them, than this side knows.
    private var isOutdated = false

    /// Connects.
    ///
    /// - Parameters:
    ///   - connectionString: How to reach the server.
    ///   - settings: What the server is told, and how long one waits for it.
    /// - Throws: ``StorageError/Code/connectionLost``, or ``StorageError/Code/unsupported`` for a server that is too old or
    ///   whose database is not in UTF-8.
    init(_ connectionString: String, _ settings: ConnectionSettings) throws {
      // The later name wins: all text is UTF-8, and what the tables are called does not depend on a path.
      let handle = unsafe Self.connected([
        ("connect_timeout", Self.connectingSeconds), ("dbname", connectionString),
        ("fallback_application_name", "KeyedArchives"),
        ("client_encoding", "UTF8"),
      ])
      guard let handle = unsafe handle else {
        throw StorageError(.connectionLost, "no memory for a connection")
      }
      unsafe self.handle = handle
      self.settings = settings
      unsafe PQsetNoticeProcessor(handle, { _, _ in }, nil)
      guard isAlive else {
        throw StorageError(.connectionLost, "the server cannot be reached: \(lastMessage)")
      }
      guard unsafe PQserverVersion(handle) >= 130_000 else {
        throw StorageError(.unsupported, "the server is older than PostgreSQL 13")
      }
      guard
        unsafe PQparameterStatus(handle, "server_encoding").map({ unsafe String(cString: $0) })
          == "UTF8"
      else {
        throw StorageError(.unsupported, "the database is in another encoding than UTF8")
      }
      unsafe PQsetnonblocking(handle, 1)
      guard let told = settings.ofConnections else { return }
      try run(told)
      watch()
    }

    /// Lets the server look whether its client is there, so that it ends a statement of one that is gone. Servers on some systems cannot.
    private func watch() {
      guard unsafe PQserverVersion(handle) >= 140_000 else { return }
      do { try run(ConnectionSettings.watching) } catch {}
    }

    /// How long connecting takes at most, unless the connection string says it.
    private static var connectingSeconds: String { "30" }

    deinit { unsafe PQfinish(handle) }

    private static func connected(_ options: [(String, String)]) -> OpaquePointer? {
      let names = options.map { Array($0.0.utf8CString) }
      let values = options.map { Array($0.1.utf8CString) }
      return unsafe withPointers(names) { names in
        unsafe withPointers(values) { values in unsafe PQconnectdbParams(names, values, 1) }
      }
    }

    /// Calls a function with pointers to strings, and a null pointer behind them.
    private static func withPointers<Result>(
      _ strings: [[CChar]], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
    ) -> Result {
      let all = Array(strings.joined())
      return unsafe all.withUnsafeBufferPointer { all in
        var pointers: [UnsafePointer<CChar>?] = unsafe []
        var position = 0
        for string in strings {
          unsafe pointers.append(all.baseAddress.map { unsafe $0 + position })
          position += string.count
        }
        unsafe pointers.append(nil)
        return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
      }
    }

    /// Whether a connection string can be read. Why not is not told, since libpq's sentence may hold a part of it.
    static func isReadable(_ connectionString: String) -> Bool {
      guard !connectionString.utf8.contains(0) else { return false }
      guard let options = unsafe PQconninfoParse(connectionString, nil) else { return false }
      unsafe PQconninfoFree(options)
      return true
    }

    /// Whether the connection was there when it was used last.
    var isAlive: Bool { unsafe givenUp == nil && PQstatus(handle) == CONNECTION_OK }

    /// Whether it can be used by the next session.
    var isIdle: Bool {
      unsafe isAlive && !isPipeline && !isOutdated && PQtransactionStatus(handle) == PQTRANS_IDLE
    }

    private var lastMessage: String {
      let text = unsafe String(cString: PQerrorMessage(handle))
      return text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    /// Runs statements without parameters, separated by semicolons: each after the other, up to the first that fails.
    ///
    /// - Returns: The result of the last one, in text form.
    @discardableResult
    func run(_ sql: String) throws -> PostgreSQLResult {
      try flush()
      return try unsafe answer(PQsendQuery(handle, sql))
    }

    /// Runs a statement, which the server keeps for the next time.
    ///
    /// - Returns: Its result, in binary form.
    @discardableResult
    func run(_ sql: String, _ parameters: [SQLParameter]) throws -> PostgreSQLResult {
      if settings.isPooled { return try runOnce(sql, parameters) }
      try flush()
      let name = try prepared(sql, parameters)
      return try unsafe answer(
        withValues(parameters) { values, lengths, formats in
          unsafe PQsendQueryPrepared(
            handle, name, Int32(clamping: parameters.count), values, lengths, formats, 1)
        })
    }

    /// Runs a statement that is not used again.
    ///
    /// - Returns: Its result, in binary form.
    @discardableResult
    func runOnce(_ sql: String, _ parameters: [SQLParameter]) throws -> PostgreSQLResult {
      try flush()
      let types = parameters.map { Oid($0.type.parameterOID) }
      return try unsafe answer(
        withValues(parameters) { values, lengths, formats in
          unsafe PQsendQueryParams(
            handle, sql, Int32(clamping: parameters.count), types, values, lengths, formats, 1)
        })
    }

    /// Sends a statement that writes a record without waiting for its result, of which nobody needs to know more than whether it failed.
    ///
    /// - Throws: What an earlier one failed with.
    func send(_ sql: String, _ parameters: [SQLParameter]) throws {
      if !settings.isPooled, statements[Array(sql.utf8)] == nil { try flush() }
      let name = settings.isPooled ? nil : try prepared(sql, parameters)
      guard isAlive else { throw lost() }
      if !isPipeline {
        guard unsafe PQenterPipelineMode(handle) == 1 else { throw lost() }
        isPipeline = true
      }
      let count = Int32(clamping: parameters.count)
      let isSent = unsafe withValues(parameters) { values, lengths, formats in
        if let name {
          return unsafe PQsendQueryPrepared(handle, name, count, values, lengths, formats, 1)
        }
        let types = parameters.map { Oid($0.type.parameterOID) }
        return unsafe PQsendQueryParams(
          handle, sql, count, types, values, lengths, formats, 1)
      }
      guard isSent == 1 else { throw lost() }
      unsentByteCount += parameters.reduce(0) { $0 + $1.byteCount }
      if unsentByteCount >= Self.maximumUnsentByteCount {
        unsentByteCount = 0
        try waiting { wait throws(AnswerWait.Failure) in try wait.send() }
      }
      pendingCount += 1
      if pendingCount >= Self.maximumPendingCount { try flush() }
    }

    /// Waits for the results of what was sent.
    ///
    /// - Throws: What the first of them failed with.
    func flush() throws {
      if givenUp != nil { throw lost() }
      guard isPipeline else { return }
      var failure: StorageError?
      defer { (pendingCount, unsentByteCount, isPipeline) = (0, 0, false) }
      guard unsafe isAlive && PQpipelineSync(handle) == 1 else { throw lost() }
      try waiting { wait throws(AnswerWait.Failure) in
        try wait.send()
        // Behind the results of each statement stands nil, and behind all of them a mark.
        var nilCount = 0
        while nilCount <= pendingCount {
          guard let result = unsafe try wait.result() else {
            nilCount += 1
            continue
          }
          let part = unsafe PostgreSQLResult(result)
          if part.isSynchronization { break }
          if !part.isSuccess, !part.isLeftOut { failure = failure ?? self.failure(part) }
          if part.isSuccess, part.affectedCount == 0 { failure = failure ?? Self.nothingWritten }
        }
      }
      guard isAlive else { throw failure ?? lost() }
      guard unsafe PQexitPipelineMode(handle) == 1 else { throw failure ?? lost() }
      if let failure { throw failure }
    }

    /// Forgets the statements that were kept for tables of another revision.
    func forgetStatements(unlessOf revision: Int64?) throws {
      guard revision == nil || revision != self.revision else { return }
      if !statements.isEmpty { try run("DEALLOCATE ALL") }
      statements = [:]
      self.revision = revision
    }

    private func prepared(_ sql: String, _ parameters: [SQLParameter]) throws -> String {
      let bytes = Array(sql.utf8)
      if let name = statements[bytes] { return name }
      let name = "s\(statements.count)"
      let types = parameters.map { Oid($0.type.parameterOID) }
      try unsafe answer(PQsendPrepare(handle, name, sql, Int32(clamping: types.count), types))
      statements[bytes] = name
      return name
    }

    /// Calls a function with the values of parameters, their lengths, and that they are binary.
    private func withValues<Result>(
      _ parameters: [SQLParameter],
      _ body: (
        UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
      ) -> Result
    ) -> Result {
      var bytes: [UInt8] = []
      let ends = parameters.map {
        $0.append(to: &bytes)
        return bytes.count
      }
      // Text without a character has no address of its own, and is not null.
      bytes.append(0)
      let starts = [0] + ends.dropLast()
      let lengths = zip(starts, ends).map { Int32(clamping: $1 - $0) }
      let formats = [Int32](repeating: 1, count: parameters.count)
      return unsafe bytes.withUnsafeBytes { bytes in
        let values: [UnsafePointer<CChar>?] = unsafe zip(parameters, starts).map {
          parameter, start in
          guard parameter.value != .null else { return nil }
          return unsafe bytes.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self)
        }
        return unsafe values.withUnsafeBufferPointer { values in
          unsafe body(values.baseAddress, lengths, formats)
        }
      }
    }

    /// Calls a function that defines tables, whose statements may take longer than others.
    func defining<Result>(_ body: () throws -> Result) rethrows -> Result {
      isDefining = true
      defer { isDefining = false }
      return try body()
    }

    /// Calls a function that waits for the server.
    private func waiting(
      _ body: (AnswerWait) throws(AnswerWait.Failure) -> Void
    ) throws {
      let limit = settings.silence(isDefining: isDefining)
      do {
        try body(unsafe AnswerWait(handle, limit))
      } catch {
        givenUp =
          switch error {
          case .lost: lastMessage
          case .silent: "the server sent nothing for too long, and the connection was given up"
          case .copying:
            "the server sent what it was not asked for, and the connection was given up"
          }
        throw lost()
      }
    }

    /// Waits for the results of statements that libpq took.
    ///
    /// - Parameter isTaken: 1 if libpq took them.
    /// - Returns: The last result.
    @discardableResult
    private func answer(_ isTaken: Int32) throws -> PostgreSQLResult {
      guard isTaken == 1 else { throw lost() }
      var last: PostgreSQLResult?
      try waiting { wait throws(AnswerWait.Failure) in
        try wait.send()
        while let result = unsafe try wait.result() { last = unsafe PostgreSQLResult(result) }
      }
      guard let last else { throw lost() }
      guard last.isSuccess else { throw failure(last) }
      return last
    }

    private static var nothingWritten: StorageError {
      StorageError(
        .inputOutput, "a rule or trigger of the table kept a record from being written")
    }

    private func failure(_ result: PostgreSQLResult) -> StorageError {
      let (state, message) = result.failure
      if let state, ServerFailure.isOfStatements(state) { isOutdated = true }
      return ServerFailure.error(
        state: state, message: message ?? lastMessage, isConnected: isAlive)
    }

    private func lost() -> StorageError {
      if let givenUp { return StorageError(.connectionLost, givenUp) }
      return ServerFailure.error(state: nil, message: lastMessage, isConnected: isAlive)
    }
  }
#endif
