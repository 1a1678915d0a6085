#if PostgreSQL
  import RecordStoragePostgreSQL
  import RecordTestSupport
  import TestTraits
  import Testing

  /// Whatever a record set takes can be fetched from a server, and is what it was.
  @Suite(.enabled(if: TestServer.isWanted, "\(TestServer.whyNot)"))
  struct ComposedRowTests {
    @Test func `values of types put together at random`() throws {
      try check("composed", typeCount: 20, seed: 3_350_117_290_441_876_013)
    }

    @Test(.long) func `many values of types put together at random`() throws {
      try check("many_composed", typeCount: 150, seed: .random(in: 0 ... .max))
    }

    /// - Parameter name: The schema's name, which no other test may have: they run at the same time.
    private func check(_ name: String, typeCount: Int, seed: UInt64) throws {
      let server = try TestServer.shared()
      var trial = ComposedRecordTrial(seed: seed)
      let faults = trial.faults(typeCount: typeCount) {
        [.init("PostgreSQL") { body in try body(server.backEnd(name)) }]
      }
      try server.remove(name)
      print(trial.summary)
      #expect(faults == [])
    }
  }
#endif
