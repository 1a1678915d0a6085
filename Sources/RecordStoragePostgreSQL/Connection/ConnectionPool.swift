#if PostgreSQL
  internal import Synchronization

  /// The connections of a back end: one for each session that runs, and those that wait for the next.
  final class ConnectionPool: Sendable {
    private let connectionString: String
    private let settings: ConnectionSettings
    private let turns: ConnectionTurns
    private let idle = Mutex<[PostgreSQLConnection]>([])

    init(_ connectionString: String, _ settings: ConnectionSettings, maximumCount: Int) {
      self.connectionString = connectionString
      self.settings = settings
      turns = ConnectionTurns(max(1, maximumCount))
    }

    /// A connection that nobody else has.
    func connect() throws -> PostgreSQLConnection {
      try PostgreSQLConnection(connectionString, settings)
    }

    /// Calls a function with a connection that nobody else uses meanwhile, once one is free.
    ///
    /// - Parameters:
    ///   - start: What is sent first. A connection that was lost since its last use is known by the failure of this alone:
    ///     it is then called a second time, with a new connection. It is called by nobody else, so it changes nothing.
    ///   - body: What is done then.
    func withConnection<Start>(
      _ start: (PostgreSQLConnection) throws -> Start,
      _ body: (PostgreSQLConnection, Start) throws -> Void
    ) throws {
      turns.take()
      defer { turns.give() }
      let (connection, started) = try started(start)
      defer { keep(connection) }
      try body(connection, started)
    }

    private func started<Start>(
      _ start: (PostgreSQLConnection) throws -> Start
    ) throws -> (PostgreSQLConnection, Start) {
      if let connection = idle.withLock({ $0.popLast() }) {
        do {
          return (connection, try start(connection))
        } catch {
          if connection.isAlive {
            keep(connection)
            throw error
          }
          // All that wait have most likely gone with it.
          idle.withLock { $0.removeAll() }
        }
      }
      let connection = try connect()
      do {
        return (connection, try start(connection))
      } catch {
        keep(connection)
        throw error
      }
    }

    private func keep(_ connection: PostgreSQLConnection) {
      guard connection.isIdle else { return }
      idle.withLock { $0.append(connection) }
    }
  }
#endif
