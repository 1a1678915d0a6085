#if PostgreSQL
  import Foundation
  import RecordStorage
  import RecordStoragePostgreSQL
  import RecordTestSupport
  import Testing

  /// The statements of sessions, as the server notes them: those that are sent together are one.
  @Suite(.enabled(if: TestServer.isWanted, "\(TestServer.whyNot)"))
  struct PostgreSQLStatementTests {
    @Test func `the look at the present form is sent with the begin of a session`() throws {
      let server = try TestServer.shared()
      // The statements of this back end alone.
      let backEnd = try PostgreSQLBackEnd(
        "\(server.connection) options='-c log_statement=all'",
        options: .init(schema: "statements", maximumConnectionCount: 1))
      let log = try FileHandle(forReadingFrom: URL(filePath: server.folder + "/log"))
      defer { try? log.close() }
      let found = try StatementTrial.run(
        RecordStore(backEnd), RecordStore(try server.backEnd("statements"))
      ) { body in
        try log.seekToEnd()
        try body()
        return Self.statements(String(decoding: try log.readToEnd() ?? Data(), as: UTF8.self))
      }
      #expect(found[.fetch] == found[.readAlone])
      #expect(found[.save] == found[.writeAlone])
      for session in [.fetch, .save, .fetchAgain, .saveAgain] as [StatementTrial.Session] {
        let list = found[session] ?? []
        #expect(list.count == 3, "\(session): \(list)")
        #expect(list.first?.contains("SELECT version, revision") == true, "\(session): \(list)")
      }
      // Kept tables are forgotten, and read anew.
      #expect(found[.fetchAfterDefinition]?.count == 5)
      try server.remove("statements")
    }

    /// The statements in lines of a log.
    private static func statements(_ log: String) -> [String] {
      log.split(separator: "\n").compactMap { line in
        [" LOG:  statement: ", " LOG:  execute "].lazy.compactMap { line.firstRange(of: $0) }.first
          .map { String(line[$0.upperBound...]) }
      }
    }
  }
#endif
