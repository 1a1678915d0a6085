#if PostgreSQL
  import RecordStorage
  import RecordStorageConformance
  import RecordStoragePostgreSQL
  import Testing

  @Suite(
    "Records on a PostgreSQL server keep the rules",
    .enabled(if: TestServer.isWanted, "\(TestServer.whyNot)"))
  struct PostgreSQLConformanceTests {
    @Test("all cases")
    func server() throws {
      let server = try TestServer.shared()
      let configuration = BackEndConfiguration(
        "PostgreSQL", open: { try server.backEnd($0) },
        remove: { try server.remove($0) })
      let report = ConformanceSuite.run(configuration)
      print(report)
      #expect(report.isConforming, "\(report)")
      #expect(report.refused.isEmpty)
    }
  }
#endif
