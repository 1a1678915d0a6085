#if PostgreSQL
  internal import RecordStorage

  extension StoreStatements {
    /// The views of a data server: one that tells which it is, and two that tell the number of the transaction there,
    /// and say how it commits.
    private enum View: String, CaseIterable {
      case identity, synced, written

      var name: String { "keyed_archives_\(rawValue)" }
      var columns: String { self == .identity ? "identity TEXT" : "id TEXT, durability TEXT" }
    }

    private var commits: String { path + SQLName.quoted("keyed_archives_commits") }

    private func foreign(_ view: View, _ number: Int) -> String {
      path + SQLName.quoted("\(view.name)_\(number)")
    }

    /// What the coordinating server has beside the tables of any store: the data servers and their views, and a table that
    /// has no rows and is locked by those who commit, and by those who begin to read.
    var partitionedCreation: String {
      var parts = [
        "ALTER TABLE \(store) ADD COLUMN data_servers TEXT[]",
        "UPDATE \(store) SET data_servers = \(SQLName.literal(SQLName.list(dataServers)))",
        "ALTER TABLE \(tables) ADD COLUMN data_name TEXT, ADD COLUMN partitions TEXT[]",
        "CREATE TABLE \(commits) ()",
      ]
      for (index, server) in dataServers.enumerated() {
        for view in View.allCases {
          parts.append(
            "CREATE FOREIGN TABLE \(foreign(view, index + 1)) (\(view.columns)) "
              + "SERVER \(SQLName.quoted(server)) OPTIONS "
              + "(schema_name \(SQLName.literal(namespace)), table_name '\(view.name)')")
        }
      }
      return parts.joined(separator: "; ")
    }

    /// What a data server has beside records.
    func dataCreation(_ identity: String) -> String {
      """
      CREATE OR REPLACE VIEW \(path)keyed_archives_identity AS \
      SELECT \(SQLName.literal(identity))::text AS identity; \
      CREATE OR REPLACE VIEW \(path)keyed_archives_synced AS \
      SELECT pg_current_xact_id()::text AS id, CASE WHEN current_setting('synchronous_commit') = 'off' \
      THEN set_config('synchronous_commit', 'on', true) END AS durability; \
      CREATE OR REPLACE VIEW \(path)keyed_archives_written AS \
      SELECT pg_current_xact_id()::text AS id, \
      set_config('synchronous_commit', 'off', true) AS durability
      """
    }

    /// What no other database has, on any server.
    static let database = """
      SELECT system_identifier::text || '.' || oid FROM pg_control_system(), pg_database \
      WHERE datname = current_database()
      """

    /// Those of the foreign servers that the coordinating server knows. The parameter is a list of names.
    var knownServers: String {
      "SELECT srvname FROM pg_foreign_server WHERE srvname = ANY($1::text[])"
    }

    /// The names of the data servers of the store, as JSON; null if it has none.
    var storedServers: String { "SELECT to_jsonb(store) ->> 'data_servers' FROM \(store) AS store" }

    /// The columns of ``all`` that tell where partitions are.
    var partitionColumns: String { "data_name, array_to_json(partitions)::text" }

    /// Keeps where the partitions of an entity are.
    var keepingPartitions: String {
      "UPDATE \(tables) SET data_name = $2, partitions = $3::text[] WHERE entity = $1"
    }

    /// Who each data server says it is, in their order.
    var identities: String {
      dataServers.indices.map {
        "SELECT \($0) AS number, identity FROM \(foreign(.identity, $0 + 1))"
      }.joined(separator: " UNION ALL ") + " ORDER BY number"
    }

    /// Begins to read on all data servers while nobody commits: what they show is one state.
    var opening: String {
      "SAVEPOINT opening; LOCK TABLE \(commits) IN SHARE MODE; \(identities); "
        + "ROLLBACK TO SAVEPOINT opening; RELEASE SAVEPOINT opening"
    }

    /// Waits for those who read before they write; several may write without having read.
    var joiningWriters: String { "LOCK TABLE \(store) IN ROW EXCLUSIVE MODE" }

    /// Waits for all who write, and lets nobody begin.
    var excludingWriters: String { "LOCK TABLE \(store) IN SHARE ROW EXCLUSIVE MODE" }

    /// Waits for those who begin to read.
    var joiningCommits: String { "LOCK TABLE \(commits) IN ROW EXCLUSIVE MODE" }

    /// Says how the transaction commits on a data server, and tells its number there.
    func announcement(_ number: Int, _ durability: StorageDurability) -> String {
      "SELECT id, durability FROM \(foreign(durability == .synced ? .synced : .written, number))"
    }
  }
#endif
