#if PostgreSQL
  import Foundation
  import RecordStoragePostgreSQL
  import TestTraits
  import Testing

  @Suite(
    "What other programs do to the tables of a store",
    .enabled(if: TestServer.isWanted, "\(TestServer.whyNot)"))
  struct PostgreSQLIntrusionTests {
    /// A store with one note, in a schema of its own.
    private func start(
      waitingSeconds: Double = 60
    ) throws -> (server: TestServer, schema: String, store: RecordStore) {
      let server = try TestServer.shared()
      let schema = "i" + UUID().uuidString.prefix(8).lowercased()
      let store = RecordStore(
        try PostgreSQLBackEnd(
          server.connection,
          options: .init(
            schema: schema, maximumConnectionCount: 1, waitingSeconds: waitingSeconds)))
      try store.write {
        try $0.define(Notes.table)
        try $0.upsert(Notes.record("a", "first"), in: "Note")
      }
      return (server, schema, store)
    }

    @Test func `a record that a trigger drops is not said to be there`() throws {
      let (server, schema, store) = try start()
      try server.psql(
        "CREATE FUNCTION \(schema).none() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
        """
        CREATE TRIGGER none BEFORE INSERT ON \(schema)."Note" FOR EACH ROW
        EXECUTE FUNCTION \(schema).none()
        """)
      let error = failure { try store.write { try $0.upsert(Notes.record("b"), in: "Note") } }
      #expect(error?.code == .inputOutput)
      let keys = try store.read { try $0.records(in: "Note").map(\.key) }
      #expect(keys == ["a"])
      try server.psql("DROP TRIGGER none ON \(schema).\"Note\"")
      try store.write { try $0.upsert(Notes.record("b"), in: "Note") }
      let count = try store.read { try $0.count(in: "Note") }
      #expect(count == 2)
    }

    @Test func `statements that were kept for a table as it was are forgotten`() throws {
      let (server, schema, store) = try start()
      let before = try store.read { try $0.values(of: "a", in: "Note") }
      try server.psql("ALTER TABLE \(schema).\"Note\" ALTER words TYPE varchar(200)")
      let error = failure { _ = try store.read { try $0.values(of: "a", in: "Note") } }
      #expect(error?.code == .inputOutput)
      let after = try store.read { try $0.values(of: "a", in: "Note") }
      #expect(after == before && after != nil)
    }

    @Test(.long) func `who waits for another program longer than was asked for is told so`() throws
    {
      let (server, schema, store) = try start(waitingSeconds: 0.2)
      let holder = Thread {
        _ = try? server.psql(
          "BEGIN; LOCK TABLE \(schema).keyed_archives_store; SELECT pg_sleep(300); COMMIT")
      }
      holder.start()
      let held = """
        SELECT count(*) FROM pg_locks WHERE granted AND mode = 'AccessExclusiveLock'
        AND relation = '\(schema).keyed_archives_store'::regclass
        """
      for _ in 0..<2_000 where try !server.psql("\\t", held).contains("1") {
        Thread.sleep(forTimeInterval: 0.05)
      }
      let errors = [
        failure { try store.read { _ in } },
        failure { try store.write { try $0.upsert(Notes.record("b"), in: "Note") } },
      ]
      #expect(errors.map { $0?.code } == [.locked, .locked])
      try server.psql(
        "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE query LIKE '%\(schema)%pg_sleep(300)%' AND pid <> pg_backend_pid()"
      )
      var count: Int?
      for _ in 0..<100 where count == nil { count = try? store.read { try $0.count(in: "Note") } }
      #expect(count == 1)
    }
  }
#endif
