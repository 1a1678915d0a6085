#if PostgreSQL
  import RecordStorage
  import RecordStorageConformance
  import RecordStoragePostgreSQL
  import RecordTestSupport
  import TestTraits
  import Testing

  @Suite(
    "Records on several PostgreSQL servers keep the rules",
    .enabled(if: TestServer.isWanted, "\(TestServer.whyNot)"))
  struct PartitionedConformanceTests {
    @Test("all cases, with a coordinating server and two data servers", .long)
    func wholeSuite() throws {
      let missing = try check(ConformanceSuite.cases)
      #expect(missing == [.transactions, .uniqueAttributes])
    }

    @Test("every eighth case, with a coordinating server and two data servers")
    func share() throws {
      let missing = try check(ConformanceSuite.oneOf(8))
      #expect(missing.isSubset(of: [.transactions, .uniqueAttributes]))
    }

    /// Runs cases, and says what those that were refused need.
    private func check(_ cases: [ConformanceCase]) throws -> StorageCapabilities {
      let cluster = try TestCluster.shared()
      let configuration = BackEndConfiguration(
        "PostgreSQL, two data servers", open: { try cluster.backEnd($0) },
        remove: { try cluster.remove($0) })
      let report = ConformanceSuite.run(configuration, cases)
      print(report)
      #expect(report.isConforming, "\(report)")
      return report.refusedCounts.keys.reduce(into: StorageCapabilities()) { $0.formUnion($1) }
    }
  }
#endif
