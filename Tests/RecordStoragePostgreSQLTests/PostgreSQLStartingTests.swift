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

    @Test func `a store is made, and brought into a later form, by sixteen processes at once`()
      throws
    {
      let server = try TestServer.shared()
      for round in 0..<(LongTests.areWanted ? 20 : 1) {
        let schema = "starting_processes_\(round)"
        let faults = try StartingTrial.faultsOfProcesses(
          "postgresql:\(schema):\(server.connection)", RecordStore(try server.backEnd(schema)))
        #expect(faults == [], "round \(round)")
        try server.remove(schema)
      }
    }

    @Test func `eight processes increment a number: none of their commits is lost`() throws {
      let server = try TestServer.shared()
      let count = (LongTests.areWanted ? 1_000 : 20)
      let (faults, number) = try IncrementTrial.run(
        "postgresql:increments:\(server.connection)", RecordStore(try server.backEnd("increments")),
        processes: 8, count: count)
      #expect(faults == [])
      #expect(number == Int64(8 * count))
      try server.remove("increments")
    }
  }
#endif
