#if PostgreSQL
  import RecordStorage
  import RecordStorageConformance
  import RecordStoragePostgreSQL
  import Testing

  @Suite(
    "Records on several PostgreSQL servers keep the rules",
    .enabled(if: TestServer.isWanted, "\(TestServer.whyNot)"))
  struct PartitionedConformanceTests {
    @Test("all cases, with a coordinating server and two data servers")
    func servers() throws {
      let cluster = try TestCluster.shared()
      let configuration = BackEndConfiguration(
        "PostgreSQL, two data servers", open: { try cluster.backEnd($0) },
        remove: { try cluster.remove($0) })
      let report = ConformanceSuite.run(configuration)
      print(report)
      #expect(report.isConforming, "\(report)")
      let missing = report.refusedCounts.keys.reduce(into: StorageCapabilities()) {
        $0.formUnion($1)
      }
      #expect(missing == [.transactions, .uniqueAttributes])
    }
  }
#endif
