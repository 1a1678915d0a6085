#if PostgreSQL
  import Foundation
  import RecordStorage
  import RecordStorageConformance
  import RecordStoragePostgreSQL
  import RecordTestSupport
  import TestTraits
  import Testing

  /// Transactions that get another connection to the server each time.
  @Suite(.enabled(if: TestServer.isWanted, "\(TestServer.whyNot)"))
  struct PostgreSQLPoolerTests {
    private func backEnd(
      _ pooler: TestPooler, _ schema: String = "s" + UUID().uuidString.prefix(8).lowercased(),
      pooled: Bool = true
    ) throws -> PostgreSQLBackEnd {
      try PostgreSQLBackEnd(pooler.connection, pooled: pooled, options: .init(schema: schema))
    }

    @Test(.long) func `records keep the rules: all cases`() throws {
      try check(ConformanceSuite.cases)
    }

    @Test func `records keep the rules: every 32nd case`() throws {
      try check(ConformanceSuite.oneOf(32))
    }

    private func check(_ cases: [ConformanceCase]) throws {
      // The test needs a server of its own: any commit on the server is a conflict for a transaction that defines tables late.
      let server = try TestServer()
      // A name that is not qualified finds nothing.
      try server.psql("ALTER ROLE postgres SET search_path = ''")
      let pooler = try TestPooler(server)
      defer { pooler.stop() }
      let configuration = BackEndConfiguration(
        "PostgreSQL behind a pooler", open: { try self.backEnd(pooler, $0) },
        remove: { try server.remove($0) })
      let report = ConformanceSuite.run(configuration, cases)
      print(report)
      #expect(report.isConforming, "\(report)")
      #expect(report.refused.isEmpty)
    }

    @Test func `without the option the first statement that is missing names it`() throws {
      let pooler = try TestPooler(try TestServer.shared())
      defer { pooler.stop() }
      let store = RecordStore(try backEnd(pooler, pooled: false))
      var first: StorageError?
      for number in 0..<20 where first == nil {
        first = failure {
          if number == 0 { try store.write { try $0.define(Photos.table) } }
          try store.write { try $0.upsert(Photos.record(Int64(number)), in: "Photo") }
        }
      }
      let error = try #require(first)
      #expect(error.message.contains("pooled: true"), "\(error)")
    }

    @Test func `no setting of a transaction stays on the connection`() throws {
      let server = try TestServer.shared()
      let pooler = try TestPooler(server, connections: 1)
      defer { pooler.stop() }
      let store = RecordStore(try backEnd(pooler))
      try store.write { try $0.define(Photos.table) }
      try store.write(.written) { try $0.insert(Photos.record(1), into: "Photo") }
      let count = try store.read { try $0.count(in: "Photo") }
      #expect(count == 1)
      let names = ["enable_seqscan", "jit", "lock_timeout", "synchronous_commit", "search_path"]
      let program = (TestServer.programs ?? "") + "/psql"
      func settings(_ connection: String) throws -> [String] {
        try names.map {
          try TestServer.output(program, ["-X", "-q", "-t", "-d", connection, "-c", "SHOW \($0)"])
        }
      }
      #expect(try settings(pooler.connection) == settings(server.connection))
    }

    @Test func `eight threads on three connections lose no increment`() throws {
      let pooler = try TestPooler(try TestServer.shared())
      defer { pooler.stop() }
      let schema = "s" + UUID().uuidString.prefix(8).lowercased()
      try RecordStore(try backEnd(pooler, schema)).write {
        try $0.define(Photos.table)
        try $0.insert(Photos.record(1), into: "Photo")
      }
      let rounds = 5
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        let error = failure {
          let store = RecordStore(try backEnd(pooler, schema))
          for _ in 0..<rounds {
            try store.write(retrying: .conflicts(atMost: 200)) {
              let count = try $0.count(in: "Photo")
              try $0.insert(Photos.record(Int64(count + 1)), into: "Photo")
            }
          }
        }
        #expect(error == nil, "\(String(describing: error))")
      }
      let count = try RecordStore(try backEnd(pooler, schema)).read { try $0.count(in: "Photo") }
      #expect(count == 1 + 8 * rounds)
    }
  }
#endif
