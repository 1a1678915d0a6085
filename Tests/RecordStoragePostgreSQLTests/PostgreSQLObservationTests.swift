#if PostgreSQL
  import RecordStorage
  import RecordStoragePostgreSQL
  import RecordTestSupport
  import Testing

  /// Commits and results are told to who observes them.
  @Suite(.enabled(if: TestServer.isWanted, "\(TestServer.whyNot)"))
  struct PostgreSQLObservationTests {
    @Test func `on a server`() async throws {
      let server = try TestServer.shared()
      let backEnd = try server.backEnd("observation")
      #expect(try await ObservationTrial.faults(RecordStore(backEnd)) == [])
      try server.remove("observation")
    }
  }
#endif
