#if PostgreSQL
  import Foundation
  import RecordStoragePostgreSQL
  import StorageTransforms
  import Synchronization
  import TestSupport
  import Testing

  @Suite(
    "A store whose records are on two data servers",
    .enabled(if: TestServer.isWanted, "\(TestServer.whyNot)"))
  struct PartitionedStoreTests {
    private let schema = TestCluster.schema()

    private func store() throws -> RecordStore {
      let store = RecordStore(try TestCluster.shared().backEnd(schema))
      try store.write { try $0.define(Notes.table) }
      return store
    }

    /// How many rows all tables of a data server have, by their names.
    private func rows(_ server: TestServer) throws -> [String: Int] {
      let names = try server.psql(
        "\\t",
        "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = '\(schema)'::regnamespace"
      )
      var rows: [String: Int] = [:]
      for name in names.split(separator: "\n").map({ $0.trimmingCharacters(in: .whitespaces) }) {
        let count = try server.psql("\\t", "SELECT count(*) FROM \(schema).\"\(name)\"")
        rows[name] = Int(count.trimmingCharacters(in: .whitespacesAndNewlines))
      }
      return rows
    }

    @Test func `it says what it cannot do, and refuses that (section 7)`() throws {
      let cluster = try TestCluster.shared()
      let store = RecordStore(try cluster.backEnd(schema))
      #expect(store.capabilities == [.snapshots, .durable, .sharedWriting, .commitIDs])
      let error = failure { try store.write { try $0.define(Photos.table) } }
      #expect(error?.code == .unsupported && error?.attribute == "file")
      let tables = try store.read { try $0.tables() }
      #expect(tables.isEmpty)
      let counts = try (rows(cluster.east), rows(cluster.west))
      #expect(counts.0.isEmpty && counts.1.isEmpty)
      try store.write { try $0.define(Notes.table) }
      try store.write { writer in
        try writer.upsert(Notes.record("a"), in: "Note")
        #expect(failure { try writer.upsert(Notes.record("b"), in: "Note") }?.code == .unsupported)
        #expect(failure { try writer.drop("Note") }?.code == .unsupported)
      }
      let keys = try store.read { try $0.records(in: "Note").map(\.key) }
      #expect(keys == ["a"])
    }

    @Test func `each data server has its part, and other programs see all (K2, R2)`() throws {
      let cluster = try TestCluster.shared()
      let store = try store()
      let records = (0..<60).map { Notes.record("\(10 + $0)", "of \($0)", rank: Int64($0 % 3)) }
      for record in records.shuffled() {
        try store.write(.written) { try $0.insert(record, into: "Note") }
      }
      let counts = try (rows(cluster.east), rows(cluster.west))
      #expect(counts.0.count == 1 && counts.1.count == 1)
      let (east, west) = (counts.0.values.first ?? 0, counts.1.values.first ?? 0)
      #expect(east > 10 && west > 10 && east + west == 60)
      let seen = try cluster.coordinator.psql(
        "\\t", "SELECT count(*) FROM \(schema).\"Note\" WHERE words LIKE 'of %'")
      #expect(seen.contains("60"))
      let (found, ranked, count) = try store.read {
        (
          try $0.records(in: "Note"),
          try $0.records(RecordQuery(by: 1, isDescending: true, limit: 25), in: "Note"),
          try $0.count(.equal(to: .integer(1), by: 1), in: "Note")
        )
      }
      #expect(found == records && count == 20)
      let expected = [2, 1].flatMap { rank in
        stride(from: 57 + rank, through: 0, by: -3).map { records[$0] }
      }
      #expect(ranked == Array(expected.prefix(25)))
    }

    @Test func `a data server refuses the keys of the other`() throws {
      let cluster = try TestCluster.shared()
      let store = try store()
      for key in 0..<20 {
        try store.write(.written) { try $0.insert(Notes.record("\(key)"), into: "Note") }
      }
      // One of the new keys belongs to the other server: the statement fails, and changes nothing.
      #expect(throws: (any Error).self) {
        try cluster.coordinator.psql("UPDATE \(schema).\"Note\" SET key = key || ' moved'")
      }
      for server in [cluster.east, cluster.west] {
        let name = try #require(try rows(server).keys.first)
        #expect(throws: (any Error).self) {
          try server.psql(
            "INSERT INTO \(schema).\"\(name)\" SELECT 'new ' || n FROM generate_series(1, 20) AS n")
        }
      }
      let keys = try store.read { try $0.records(in: "Note").map(\.key) }
      #expect(keys == (0..<20).map { "\($0)" }.sorted().map { .text($0) })
    }

    @Test func `a read sees one state of both data servers (R7)`() throws {
      let cluster = try TestCluster.shared()
      let store = try store()
      let keys = try keysApart(store)
      // The read has its state of the first server, waits there, and has none of the second one.
      let pause = "pg_sleep(300)"
      let holder = Thread {
        _ = try? cluster.east.psql(
          "BEGIN; LOCK TABLE \(self.schema).keyed_archives_identity IN ACCESS EXCLUSIVE MODE; "
            + "SELECT \(pause); COMMIT")
      }
      func wait(until condition: String) throws {
        for _ in 0..<2_000 {
          if try cluster.east.psql("\\t", "SELECT \(condition)").contains("t") { return }
          Thread.sleep(forTimeInterval: 0.02)
        }
        Issue.record("it never was so that \(condition)")
      }
      let relation = "relation = '\(schema).keyed_archives_identity'::regclass"
      holder.start()
      try wait(until: "EXISTS (SELECT FROM pg_locks WHERE \(relation) AND granted)")
      let ranks = Mutex<[StoredValue?]>([])
      let isRead = DispatchSemaphore(value: 0)
      Thread {
        let found = try? store.read { reader in
          try keys.map { try reader.values(of: .text($0), in: "Note")?[1] }
        }
        ranks.withLock { $0 = found ?? [] }
        isRead.signal()
      }.start()
      try wait(until: "EXISTS (SELECT FROM pg_locks WHERE \(relation) AND NOT granted)")
      let isLetGo = DispatchSemaphore(value: 0)
      let letGo =
        "SELECT pg_cancel_backend(pid) FROM pg_stat_activity "
        + "WHERE query LIKE '%\(schema)%\(pause)%' AND pid <> pg_backend_pid()"
      Thread {
        // Time for the writes to come as far as they can.
        Thread.sleep(forTimeInterval: 0.5)
        _ = try? cluster.east.psql(letGo)
        isLetGo.signal()
      }.start()
      defer { isLetGo.wait() }
      for key in keys {
        try store.write(.written) { try $0.upsert(Notes.record(key, rank: 1), in: "Note") }
      }
      isRead.wait()
      #expect(ranks.withLock { $0 } == [.integer(0), .integer(0)])
      let later = try store.read { try $0.count(.equal(to: .integer(1), by: 1), in: "Note") }
      #expect(later == 2)
    }

    @Test func `transactions that read both data servers have an order (T4)`() throws {
      let store = try store()
      let keys = try keysApart(store)
      for trial in 0..<25 {
        for key in keys {
          try store.write(.written) { try $0.upsert(Notes.record(key, rank: 1), in: "Note") }
        }
        DispatchQueue.concurrentPerform(iterations: 2) { index in
          var error: StorageError?
          repeat {
            error = failure {
              try store.write(.written) { writer in
                let on = try keys.filter {
                  try writer.values(of: .text($0), in: "Note")?[1] == .integer(1)
                }
                // Each leaves only if the other stays.
                guard on.count == 2 else { return }
                try writer.update(Notes.record(keys[index], rank: 0), in: "Note")
              }
            }
          } while error?.code == .conflict
          #expect(error == nil)
        }
        let left = try store.read { try $0.count(.equal(to: .integer(1), by: 1), in: "Note") }
        #expect(left == 1, "trial \(trial)")
      }
    }

    @Test func `upserts of one record do not conflict (W4)`() throws {
      let store = try store()
      DispatchQueue.concurrentPerform(iterations: 4) { index in
        for number in 0..<25 {
          let error = failure {
            try store.write(.written) {
              try $0.upsert(Notes.record("one", "\(index)", rank: Int64(number)), in: "Note")
            }
          }
          #expect(error == nil)
        }
      }
      let found = try store.read { try $0.records(in: "Note") }
      #expect(found.count == 1 && found.first?.values[1] == .integer(24))
    }

    @Test func `a store keeps its data servers`() throws {
      let cluster = try TestCluster.shared()
      _ = try store()
      let plain = RecordStore(try cluster.coordinator.backEnd(schema))
      #expect(failure { try plain.read { _ in } }?.code == .unsupported)
      #expect(failure { try plain.write { _ in } }?.code == .unsupported)
      let swapped = RecordStore(
        try cluster.backEnd(schema, dataServers: cluster.dataServers.reversed()))
      let error = failure { try swapped.read { _ in } }
      #expect(error?.code == .unsupported && error?.message.contains("east, west") == true)
      let single = TestCluster.schema()
      try RecordStore(cluster.coordinator.backEnd(single)).write { try $0.define(Notes.table) }
      let divided = RecordStore(try cluster.backEnd(single))
      #expect(failure { try divided.read { _ in } }?.code == .unsupported)
      #expect(failure { try divided.write { _ in } }?.code == .unsupported)
    }

    @Test func `data servers that are not what they are called are refused`() throws {
      let cluster = try TestCluster.shared()
      let (east, west) = (cluster.east.connection, cluster.west.connection)
      func code(_ servers: [PostgreSQLBackEnd.DataServer]) -> StorageError? {
        failure {
          let backEnd = try cluster.backEnd(TestCluster.schema(), dataServers: servers)
          try RecordStore(backEnd).write { try $0.define(Notes.table) }
        }
      }
      let unknown = code([.init("east", connection: east), .init("north", connection: west)])
      #expect(unknown?.code == .unsupported && unknown?.message.contains("'north'") == true)
      let exchanged = code([.init("east", connection: west), .init("west", connection: east)])
      #expect(exchanged?.code == .unsupported && exchanged?.message.contains("'east'") == true)
      for (name, server) in [("here", cluster.coordinator), ("again", cluster.east)] {
        try cluster.coordinator.psql(
          "CREATE SERVER \(name) FOREIGN DATA WRAPPER postgres_fdw "
            + "OPTIONS (host '\(server.folder)', dbname 'postgres')",
          "CREATE USER MAPPING FOR postgres SERVER \(name) OPTIONS (user 'postgres')")
        let same = code([
          .init("east", connection: east), .init(name, connection: server.connection),
        ])
        #expect(same?.code == .unsupported && same?.message.contains("'\(name)'") == true)
      }
      let twice = code([.init("east", connection: east), .init("east", connection: east)])
      #expect(twice?.code == .invalidName)
      let long = code([.init(String(repeating: "n", count: 64), connection: east)])
      #expect(long?.code == .invalidName)
      #expect(code([.init("east", connection: "no such thing")])?.code == .connectionLost)
    }

    @Test func `the article's data servers are those of a store without transactions`() throws {
      let backEnd = try PostgreSQLBackEnd(
        "host=10.0.0.1 dbname=photos",
        options: .init(dataServers: [
          .init("east", connection: "host=10.0.0.2 dbname=photos"),
          .init("west", connection: "host=10.0.0.3 dbname=photos"),
        ]))
      #expect(backEnd.capabilities == [.snapshots, .durable, .sharedWriting, .commitIDs])
      #expect(try ReadmeExample.stands("dataServers: [", in: #filePath))
    }

    /// Two keys, the first on one data server and the second on the other one.
    private func keysApart(_ store: RecordStore) throws -> [String] {
      let cluster = try TestCluster.shared()
      var keys: [String] = []
      for (number, server) in [cluster.east, cluster.west].enumerated() {
        for candidate in 0..<100 where keys.count == number {
          let (key, before) = ("\(candidate)", try rows(server).values.first)
          try store.write(.written) { try $0.upsert(Notes.record(key, rank: 0), in: "Note") }
          if try rows(server).values.first != before {
            keys.append(key)
          } else {
            try store.write(.written) { _ = try $0.delete(.text(key), from: "Note") }
          }
        }
      }
      return keys
    }
  }
#endif
