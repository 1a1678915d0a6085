#if PostgreSQL
  import Foundation
  import RecordStorage
  import RecordStorageConformance
  import RecordStoragePostgreSQL
  import RecordTestSupport
  import TestTraits
  import Testing

  /// Connections through TLS, where libpq may have read bytes of which the socket tells nothing any more, keep the rules of others.
  ///
  /// The tests share a server, and any commit on the server is a conflict for a transaction that defines tables late. So they take turns.
  @Suite(.serialized, .enabled(if: TestServer.isWanted, "\(TestServer.whyNot)"))
  struct PostgreSQLTLSTests {
    /// A server with a port of its own. Another program may take the port first, so that it is tried again.
    private static let server = Result {
      for _ in 0..<4 {
        if let server = try? TestServer(securePort: freePort()) { return server }
      }
      return try TestServer(securePort: freePort())
    }

    /// A port that nobody listened at a moment ago.
    private static func freePort() throws -> Int {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(descriptor) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let status = withUnsafeMutablePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, length) == 0 ? getsockname(descriptor, $0, &length) : -1
        }
      }
      guard status == 0 else { throw TestServer.Failure(description: "no port is free") }
      return Int(UInt16(bigEndian: address.sin_port))
    }

    private func backEnd(
      _ schema: String = "s" + UUID().uuidString.prefix(8).lowercased(), waitingSeconds: Double = 5,
      answerSeconds: Double = 30
    ) throws -> PostgreSQLBackEnd {
      try PostgreSQLBackEnd(
        Self.server.get().secureConnection,
        options: .init(schema: schema, waitingSeconds: waitingSeconds, answerSeconds: answerSeconds)
      )
    }

    @Test func `rows of more than a record of TLS come whole, both ways`() throws {
      let store = RecordStore(try backEnd())
      let notes = (0..<300).map {
        Notes.record("\($0)", String(repeating: "\($0) ", count: $0 * 50), rank: Int64($0))
      }
      try store.write {
        try $0.define(Notes.table)
        for note in notes { try $0.upsert(note, in: "Note") }
      }
      let found = try store.read { try $0.records(in: "Note") }
      #expect(found.count == notes.count)
      #expect(
        Dictionary(uniqueKeysWithValues: found.map { ($0.key, $0.values) })
          == Dictionary(uniqueKeysWithValues: notes.map { ($0.key, $0.values) }))
      let secure = try Self.server.get().psql(
        "SELECT count(*) > 0 AS \"some\" FROM pg_stat_ssl WHERE ssl")
      #expect(secure.contains(" t"), "no connection was encrypted: \(secure)")
    }

    @Test func `a server that sends nothing for too long ends the statement`() throws {
      let store = RecordStore(try backEnd("silent", waitingSeconds: 0.2, answerSeconds: 0.3))
      try store.write { try $0.define(Photos.table) }
      try Self.server.get().psql(
        """
        CREATE FUNCTION silent.wait() RETURNS trigger LANGUAGE plpgsql AS \
        $$ BEGIN PERFORM pg_sleep(2); RETURN NEW; END $$
        """,
        #"CREATE TRIGGER wait BEFORE INSERT ON silent."Photo" FOR EACH ROW EXECUTE FUNCTION silent.wait()"#
      )
      let start = ContinuousClock.now
      let error = failure {
        try store.write { try $0.insert(Photos.record(1), into: "Photo") }
      }
      #expect(error?.code == .connectionLost, "\(String(describing: error))")
      #expect(ContinuousClock.now - start < .seconds(2))
      let count = try store.read { try $0.count(in: "Photo") }
      #expect(count == 0)
    }

    @Test("all cases", .long)
    func wholeSuite() throws { try check(ConformanceSuite.cases) }

    @Test("every 32nd case")
    func share() throws { try check(ConformanceSuite.oneOf(32)) }

    private func check(_ cases: [ConformanceCase]) throws {
      let server = try Self.server.get()
      let configuration = BackEndConfiguration(
        "PostgreSQL through TLS", open: { try backEnd($0) }, remove: { try server.remove($0) })
      let report = ConformanceSuite.run(configuration, cases)
      print(report)
      #expect(report.isConforming, "\(report)")
    }
  }
#endif
