#if PostgreSQL
  import RecordStorage
  import RecordStorageConformance
  import RecordStoragePostgreSQL
  import RecordTestSupport
  import TestTraits
  import Testing

  @Suite(
    "Records on a PostgreSQL server keep the rules",
    .enabled(if: TestServer.isWanted, "\(TestServer.whyNot)"))
  struct PostgreSQLConformanceTests {
    @Test("all cases", .long)
    func wholeSuite() throws { try check(ConformanceSuite.cases) }

    @Test("every eighth case")
    func share() throws { try check(ConformanceSuite.oneOf(8)) }

    private func check(_ cases: [ConformanceCase]) throws {
      // The test needs a server of its own: any commit on the server is a conflict for a transaction that defines tables late.
      let server = try TestServer()
      let configuration = BackEndConfiguration(
        "PostgreSQL", open: { try server.backEnd($0) },
        remove: { try server.remove($0) })
      let report = ConformanceSuite.run(configuration, cases)
      print(report)
      #expect(report.isConforming, "\(report)")
      #expect(report.refused.isEmpty)
    }
  }
#endif
