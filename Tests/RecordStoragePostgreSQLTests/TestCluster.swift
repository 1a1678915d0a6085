#if PostgreSQL
  import Foundation
  import RecordStoragePostgreSQL

  /// A server that coordinates, and two that hold the records.
  final class TestCluster: Sendable {
    /// The one that most tests share, each with a schema of its own.
    private static let common = Result { try TestCluster() }

    static func shared() throws -> TestCluster { try common.get() }

    let coordinator: TestServer
    let east: TestServer
    let west: TestServer

    init() throws {
      (coordinator, east, west) = (try TestServer(), try TestServer(), try TestServer())
      try coordinator.psql("CREATE EXTENSION postgres_fdw")
      for (name, server) in [("east", east), ("west", west)] {
        try coordinator.psql(
          "CREATE SERVER \(name) FOREIGN DATA WRAPPER postgres_fdw "
            + "OPTIONS (host '\(server.folder)', dbname 'postgres', connect_timeout '10')",
          "CREATE USER MAPPING FOR postgres SERVER \(name) OPTIONS (user 'postgres')")
      }
    }

    var servers: [TestServer] { [coordinator, east, west] }

    var dataServers: [PostgreSQLBackEnd.DataServer] {
      [.init("east", connection: east.connection), .init("west", connection: west.connection)]
    }

    /// A back end with a schema of its own on each server.
    func backEnd(
      _ schema: String = schema(), connections: Int = 8,
      dataServers: [PostgreSQLBackEnd.DataServer]? = nil
    ) throws -> PostgreSQLBackEnd {
      try PostgreSQLBackEnd(
        coordinator.connection,
        options: .init(
          schema: schema, maximumConnectionCount: connections,
          dataServers: dataServers ?? self.dataServers))
    }

    /// The name of a schema that no other test has.
    static func schema() -> String { "s" + UUID().uuidString.prefix(8).lowercased() }

    /// Removes a schema from all servers, some time.
    func remove(_ schema: String) throws {
      for server in servers { try server.remove(schema) }
    }
  }
#endif
