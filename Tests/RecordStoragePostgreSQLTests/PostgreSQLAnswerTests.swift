#if PostgreSQL
  import Foundation
  import RecordStorage
  import RecordStoragePostgreSQL
  import RecordTestSupport
  import StorageTransforms
  import Synchronization
  import Testing

  /// Answers that do not come, or not whole.
  @Suite(.enabled(if: TestServer.isWanted, "\(TestServer.whyNot)"))
  struct PostgreSQLAnswerTests {
    private func options(_ schema: String) -> PostgreSQLBackEnd.Options {
      .init(schema: schema, waitingSeconds: 0.2, answerSeconds: 0.3, definitionSeconds: 30)
    }

    /// A store with one photo, and a pooler that changes the next message of a type, once that is asked for.
    private func start(
      _ type: Character, _ change: @escaping @Sendable (inout [UInt8]) -> Void
    ) throws -> (PostgreSQLBackEnd, TestPooler, corrupt: () -> Void) {
      let isDue = Flag()
      let pooler = try TestPooler(try TestServer.shared()) { found, message in
        guard found == type, isDue.take() else { return message }
        var message = message
        change(&message)
        return message
      }
      let schema = "s" + UUID().uuidString.prefix(8).lowercased()
      let backEnd = try PostgreSQLBackEnd(
        pooler.connection, pooled: true, options: options(schema))
      try RecordStore(backEnd).write {
        try $0.define(Photos.table)
        try $0.insert(Photos.record(1), into: "Photo")
      }
      return (backEnd, pooler, isDue.set)
    }

    private final class Flag: Sendable {
      private let value = Mutex(false)

      func set() { value.withLock { $0 = true } }
      func take() -> Bool {
        value.withLock { value in
          defer { value = false }
          return value
        }
      }
    }

    // Lengths of 16 MiB and 1 GiB: libpq waits for the rest of the message, or refuses the length of some messages at once.
    @Test(arguments: [UInt8(1), 64])
    func `a row whose length was changed ends the read, and no later one`(length: UInt8) throws {
      let (backEnd, pooler, corrupt) = try start("D") { $0[1] = length }
      defer { pooler.stop() }
      let store = RecordStore(backEnd)
      let start = ContinuousClock.now
      let error = failure {
        try store.read {
          corrupt()
          _ = try $0.records(in: "Photo")
        }
      }
      #expect(error?.code == .connectionLost, "\(String(describing: error))")
      #expect(ContinuousClock.now - start < .seconds(20))
      let keys = try store.read { try $0.records(in: "Photo").map(\.key) }
      #expect(keys == [1])
    }

    // `CopyInResponse`, `CopyOutResponse` and `CopyBothResponse`: libpq has results of them without an end.
    @Test(arguments: ["G", "H", "W"] as [Character])
    func `a copy that nobody asked for ends the read, and no later one`(type: Character) throws {
      let (backEnd, pooler, corrupt) = try start("T") {
        $0 = [type.asciiValue ?? 0, 0, 0, 0, 7, 0, 0, 0]
      }
      defer { pooler.stop() }
      let store = RecordStore(backEnd)
      let error = failure {
        try store.read {
          corrupt()
          _ = try $0.records(in: "Photo")
        }
      }
      #expect(error?.code == .connectionLost, "\(String(describing: error))")
      let keys = try store.read { try $0.records(in: "Photo").map(\.key) }
      #expect(keys == [1])
    }

    @Test(arguments: ["C", "Z"] as [Character])
    func `a commit whose answer does not come whole has an outcome that can be asked for`(
      type: Character
    ) throws {
      let (backEnd, pooler, corrupt) = try start(type) { $0[1] = 1 }
      defer { pooler.stop() }
      let store = RecordStore(backEnd)
      let error = failure {
        try store.write {
          try $0.insert(Photos.record(2), into: "Photo")
          corrupt()
        }
      }
      #expect(error?.code == .outcomeUnknown, "\(String(describing: error))")
      let outcome = try backEnd.outcome(ofCommit: try #require(error?.commitID))
      #expect(outcome == .committed)
      let count = try store.read { try $0.count(in: "Photo") }
      #expect(count == 2)
    }

    @Test func `a definition may take longer than other statements`() throws {
      let server = try TestServer()
      let store = RecordStore(try PostgreSQLBackEnd(server.connection, options: options("slow")))
      try store.write { try $0.define(Notes.table) }
      try server.psql(
        """
        CREATE FUNCTION slow.wait() RETURNS event_trigger LANGUAGE plpgsql AS \
        $$ BEGIN PERFORM pg_sleep(1); END $$
        """,
        """
        CREATE FUNCTION slow.wait_row() RETURNS trigger LANGUAGE plpgsql AS \
        $$ BEGIN PERFORM pg_sleep(1); RETURN NEW; END $$
        """,
        "CREATE EVENT TRIGGER wait ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION slow.wait()"
      )
      try store.write { try $0.define(Photos.table) }
      try server.psql(
        #"CREATE TRIGGER wait BEFORE INSERT ON slow."Photo" FOR EACH ROW EXECUTE FUNCTION slow.wait_row()"#
      )
      let error = failure {
        try store.write { try $0.insert(Photos.record(1), into: "Photo") }
      }
      #expect(error?.code == .connectionLost, "\(String(describing: error))")
      #expect(error?.message.contains("sent nothing") == true)
      let count = try store.read { try $0.count(in: "Photo") }
      #expect(count == 0)
    }

    private struct Person: Equatable, Sendable {
      var id: Int
      var name: String
    }

    /// The later forms of the entity, by what the server does to bring records into them.
    private static let later: [String: Result<Entity<Person>, any Error>] = [
      "CREATE TABLE": Result {
        try Entity("Person", version: 2, restoring: Person.init) {
          Field("id", \.id)
          Field("name", \.name)
        }.step(from: 1) { values in
          // The server is not waited for meanwhile.
          Thread.sleep(forTimeInterval: 0.4)
          try values.set(\.name, to: "\(try values.value(String.self, of: "name") ?? "")!")
        }
      },
      "ALTER TABLE": Result {
        try Entity("Person", version: 2, restoring: Person.init) {
          Field("id", \.id)
          Field("title", \.name).renamed(from: "name")
        }
      },
      "CREATE INDEX": Result {
        try Entity("Person", version: 2, restoring: Person.init) {
          Field("id", \.id)
          Field("name", \.name).indexed()
        }
      },
    ]

    @Test func `a migration may take longer than other statements`() throws {
      let server = try TestServer()
      try server.psql(
        """
        CREATE FUNCTION wait() RETURNS event_trigger LANGUAGE plpgsql AS \
        $$ BEGIN PERFORM pg_sleep(1); END $$
        """)
      for (command, later) in Self.later.sorted(by: { $0.key < $1.key }) {
        let schema = command.lowercased().replacing(" ", with: "_")
        let store = RecordStore(
          try PostgreSQLBackEnd(server.connection, options: options(schema)))
        let first = try store.records(
          of: Entity("Person", restoring: Person.init) {
            Field("id", \.id)
            Field("name", \.name)
          }, key: \.id)
        try first.save(contentsOf: (1...3).map { Person(id: $0, name: "name \($0)") })
        try server.psql(
          "CREATE EVENT TRIGGER wait ON ddl_command_end WHEN TAG IN ('\(command)') EXECUTE FUNCTION wait()"
        )
        let start = ContinuousClock.now
        let second = try store.records(of: later.get(), key: \.id)
        // Longer than twice `waitingSeconds` and `answerSeconds`.
        #expect(ContinuousClock.now - start > .seconds(1), "\(command)")
        try server.psql("DROP EVENT TRIGGER wait")
        let mark = command == "CREATE TABLE" ? "!" : ""
        let expected = (1...3).map { Person(id: $0, name: "name \($0)\(mark)") }
        #expect(try second.fetch(where: .all) == expected, "\(command)")
      }
    }
  }
#endif
