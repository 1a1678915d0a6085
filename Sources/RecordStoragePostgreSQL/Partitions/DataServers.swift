#if PostgreSQL
  internal import RecordStorage
  internal import StorageTransforms

  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif

  /// The servers among which the records of a store are divided, as this program reaches them: for definitions, each in a
  /// transaction of its own, and to ask for commits.
  final class DataServers: Sendable {
    private let names: [String]
    private let pools: [ConnectionPool]
    private let statements: StoreStatements

    init(
      _ options: PostgreSQLBackEnd.Options, _ settings: ConnectionSettings,
      _ statements: StoreStatements
    ) {
      names = options.dataServers.map(\.name)
      pools = options.dataServers.map {
        ConnectionPool(
          $0.connection, settings, maximumCount: options.maximumConnectionCount)
      }
      self.statements = statements
    }

    var count: Int { names.count }

    /// Makes the namespace, and what each data server has beside records.
    ///
    /// - Parameters:
    ///   - identity: What each says it is from now on, with its number behind it.
    ///   - coordinator: What has to know them all.
    func prepare(_ identity: String, known coordinator: PostgreSQLConnection) throws {
      let list = SQLParameter(.text(SQLName.list(names)), .text)
      let rows = try coordinator.run(statements.knownServers, [list])
      let known = (0..<rows.rowCount).map { rows.text($0, 0).map { Array($0.utf8) } }
      for name in names where !known.contains(Array(name.utf8)) {
        throw StorageError(
          .unsupported,
          "the server knows no data server '\(name)': CREATE SERVER … FOREIGN DATA WRAPPER postgres_fdw"
        )
      }
      // What would wait for what the transaction of the coordinating server has made waits for ever.
      var databases: Set = [try coordinator.run(StoreStatements.database).text(0, 0)]
      try onEach { number, connection in
        guard databases.insert(try connection.run(StoreStatements.database).text(0, 0)).inserted
        else {
          throw StorageError(.unsupported, "its database is that of another server of the store")
        }
        try connection.run(statements.creationLock)
        let name = SQLParameter(.text(statements.quotedNamespace), .text)
        let result = try connection.run(statements.namespacePresence, [name])
        if try result.value(0, 0, .boolean) == .integer(0) {
          try connection.run(statements.namespaceCreation)
        }
        try connection.run(statements.dataCreation("\(identity)_\(number)"))
      }
    }

    /// Checks that the coordinating server means the same databases.
    func check(_ identity: String, _ coordinator: PostgreSQLConnection) throws {
      let rows = try coordinator.run(statements.identities)
      for (index, name) in names.enumerated()
      where rows.text(index, 1) != "\(identity)_\(index + 1)" {
        throw StorageError(
          .unsupported,
          "the server and this program mean two databases by the data server '\(name)'")
      }
    }

    /// Checks that the store has these data servers.
    func checkNames(_ coordinator: PostgreSQLConnection) throws {
      let stored = try coordinator.run(statements.storedServers).text(0, 0)
      let list: [String]?
      do {
        list = try stored.map { try JSONDecoder().decode([String].self, from: Data($0.utf8)) }
      } catch {
        throw StorageError(
          .damaged, "the names of the store's data servers are unreadable", underlying: error)
      }
      guard let list, list.map({ Array($0.utf8) }) == names.map({ Array($0.utf8) }) else {
        throw StorageError(
          .unsupported,
          "the store has other data servers: \((list ?? []).joined(separator: ", "))")
      }
    }

    /// Makes the tables of a layout.
    func make(_ layout: TableLayout) throws {
      try onEach { number, connection in
        try connection.run(layout.dataCreation(number, of: count))
      }
    }

    /// Removes tables that nothing refers to any more. One that cannot be removed now is left.
    func remove(_ dataName: String, like layout: TableLayout) {
      for number in 1...count {
        do {
          try on(number) { connection in
            try connection.run("SET LOCAL lock_timeout = '10s'; \(layout.dataRemoval(dataName))")
          }
        } catch {}
      }
    }

    /// Waits until nobody writes records of a table any more.
    ///
    /// - Returns: Connections that let nobody write as long as they are there.
    func lock(_ layout: TableLayout) throws -> [PostgreSQLConnection] {
      try (1...count).map { number in
        try naming(number) {
          let connection = try pools[number - 1].connect()
          try connection.run("\(statements.beginning)\(layout.dataLock(number))")
          return connection
        }
      }
    }

    /// What became of a transaction.
    ///
    /// - Parameter id: The number of a data server, a colon, and that of the transaction there.
    func outcome(of id: String) throws -> CommitOutcome {
      let parts = id.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, let number = Int(parts[0]), 1...count ~= number else {
        return .forgotten
      }
      return try naming(number) {
        try pools[number - 1].outcome(of: String(parts[1]), statements)
      }
    }

    private func onEach(_ body: (Int, PostgreSQLConnection) throws -> Void) throws {
      for number in 1...count { try on(number) { try body(number, $0) } }
    }

    /// Calls a function with a transaction of a data server, counted from 1.
    private func on(_ number: Int, _ body: (PostgreSQLConnection) throws -> Void) throws {
      try naming(number) {
        try pools[number - 1].withConnection({ try $0.run(statements.beginning) }) {
          connection, _ in
          do {
            try connection.defining { try body(connection) }
            try connection.run("COMMIT")
          } catch {
            do { try connection.run("ROLLBACK") } catch {}
            throw error
          }
        }
      }
    }

    /// Says in errors which data server they come from.
    private func naming<Result>(_ number: Int, _ body: () throws -> Result) throws -> Result {
      do { return try body() } catch var error as StorageError {
        error.message = "data server '\(names[number - 1])': \(error.message)"
        throw error
      }
    }
  }
#endif
