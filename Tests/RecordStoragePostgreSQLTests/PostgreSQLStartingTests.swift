#if PostgreSQL
  import RecordStorage
  import RecordStoragePostgreSQL
  import RecordTestSupport
  import TestTraits
  import Testing

  /// Sixteen handles that begin at the same time.
  @Suite(.enabled(if: TestServer.isWanted, "\(TestServer.whyNot)"))
  struct PostgreSQLStartingTests {
    @Test func `a store is made, and brought into a later form, by all at once`() throws {
      let server = try TestServer.shared()
      for round in 0..<Rounds.of(20) {
        let schema = "starting_\(round)"
        let (faults, _) = try StartingTrial.faults { RecordStore(try server.backEnd(schema)) }
        #expect(faults == [], "round \(round)")
        try server.remove(schema)
      }
    }
  }
#endif
