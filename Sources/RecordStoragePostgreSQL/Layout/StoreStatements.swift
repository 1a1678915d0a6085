#if PostgreSQL
  internal import RecordStorage

  /// The statements for what a store keeps beside its records: which tables there are, and a number that changes with them.
  struct StoreStatements: Sendable {
    /// The highest version of the layout of Spec/back-ends.md, sections 9 and 10.
    static let maximumVersion = 2
    static let storeTable = "keyed_archives_store"
    static let tablesTable = "keyed_archives_tables"

    let namespace: String
    /// The settings at the start of each transaction; empty where connections keep their settings.
    let settings: String
    /// The names of the foreign servers that hold the records; none if the server itself does.
    var dataServers: [String] = []

    /// The version of the layout.
    var version: Int { dataServers.isEmpty ? 1 : 2 }

    var path: String { SQLName.quoted(namespace) + "." }
    var store: String { path + SQLName.quoted(Self.storeTable) }
    var tables: String { path + SQLName.quoted(Self.tablesTable) }

    /// Whether the store is there. The parameter is ``storePath``.
    let presence = "SELECT to_regclass($1) IS NOT NULL"
    /// Whether the namespace is there.
    let namespacePresence = "SELECT to_regnamespace($1) IS NOT NULL"
    var quotedNamespace: String { SQLName.quoted(namespace) }
    var storePath: String { store }

    /// Makes the namespace.
    var namespaceCreation: String { "CREATE SCHEMA IF NOT EXISTS \(quotedNamespace)" }

    /// Makes the store, unless somebody else just did.
    func creation(_ revision: Int64) -> String {
      """
      CREATE TABLE IF NOT EXISTS \(store) (version INTEGER NOT NULL, revision BIGINT NOT NULL); \
      CREATE TABLE IF NOT EXISTS \(tables) (\
      entity TEXT COLLATE "C" PRIMARY KEY, \
      number BIGINT GENERATED ALWAYS AS IDENTITY, \
      table_name TEXT NOT NULL, key_column TEXT NOT NULL, \
      columns TEXT[] NOT NULL, indexes TEXT[] NOT NULL, definition BYTEA NOT NULL); \
      INSERT INTO \(store) SELECT \(version), \(revision) WHERE NOT EXISTS (SELECT FROM \(store))\
      \(dataServers.isEmpty ? "" : "; \(partitionedCreation)")
      """
    }

    /// One maker at a time.
    let creationLock = "SELECT pg_advisory_xact_lock(7814126304271819873)"

    /// Begins a read. The lock comes before the snapshot, so that the snapshot has all that changed the tables.
    var reading: String {
      "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; \(settings)\(sharing); "
        + "SELECT version, revision FROM \(store)"
    }

    /// Begins a transaction, which has a number from the start. Its commit waits for the disk unless it is said not to.
    ///
    /// - Parameter table: One that will be changed in its structure, by nobody else meanwhile.
    func writing(_ durability: StorageDurability, definingAnew table: TableLayout? = nil) -> String
    {
      let delay = durability == .written ? "SET LOCAL synchronous_commit = off; " : ""
      let level = dataServers.isEmpty ? "SERIALIZABLE" : "REPEATABLE READ"
      // A selection takes the snapshot, so it stands behind the lock.
      let waiting =
        durability == .synced
        ? """
        , CASE WHEN current_setting('synchronous_commit') = 'off' \
        THEN set_config('synchronous_commit', 'on', true) END
        """ : ""
      return
        "BEGIN ISOLATION LEVEL \(level); \(settings)\(delay)\(table.map(exclusion) ?? sharing); "
        + "SELECT version, revision, pg_current_xact_id()\(waiting) FROM \(store)"
    }

    /// Begins a transaction that is not one of records. Its commit waits for the disk.
    var beginning: String {
      "BEGIN; \(settings)SELECT set_config('synchronous_commit', 'on', true) "
        + "WHERE current_setting('synchronous_commit') = 'off'; "
    }

    private var sharing: String { "LOCK TABLE \(store) IN ACCESS SHARE MODE" }

    /// Waits until no other session runs, and lets none begin.
    func exclusion(of table: TableLayout) -> String {
      "LOCK TABLE \(store), \(table.path) IN ACCESS EXCLUSIVE MODE"
    }

    /// All tables that were defined; lists of names as JSON.
    var all: String {
      "SELECT definition, table_name, key_column, array_to_json(columns)::text, "
        + "array_to_json(indexes)::text\(dataServers.isEmpty ? "" : ", \(partitionColumns)") "
        + "FROM \(tables) ORDER BY number"
    }

    /// Keeps a table under its id.
    var keeping: String {
      """
      INSERT INTO \(tables) (entity, table_name, key_column, columns, indexes, definition) \
      VALUES ($1, $2, $3, $4::text[], $5::text[], $6) \
      ON CONFLICT (entity) DO UPDATE SET table_name = EXCLUDED.table_name, \
      key_column = EXCLUDED.key_column, columns = EXCLUDED.columns, indexes = EXCLUDED.indexes, \
      definition = EXCLUDED.definition
      """
    }

    /// Forgets a table.
    var removal: String { "DELETE FROM \(tables) WHERE entity = $1" }

    /// The tables are others now.
    var revising: String { "UPDATE \(store) SET revision = $1" }

    /// Whether nothing has such a name: neither a table, an index or a view, nor a type.
    let isFree = "SELECT to_regclass($1) IS NULL AND to_regtype($1) IS NULL"

    /// Whether a transaction that this one does not see has committed. The parameter is the first number that no transaction had
    /// by now.
    let haveOthersCommitted = """
      SELECT EXISTS (SELECT FROM (\
      SELECT x::text::bigint AS x FROM pg_snapshot_xip(pg_current_snapshot()) AS x UNION ALL \
      SELECT generate_series(pg_snapshot_xmax(pg_current_snapshot())::text::bigint, $1 - 1)) AS later \
      WHERE pg_xact_status(x::text::xid8) = 'committed')
      """
    /// The first number that no transaction had by now.
    let nextTransaction = "SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint"

    /// A number that no transaction had before, and none gets later.
    let newTransaction = "SELECT pg_current_xact_id()::text::bigint"

    /// What became of a transaction.
    let outcome = "SELECT pg_xact_status($1::text::xid8)"
  }
#endif
