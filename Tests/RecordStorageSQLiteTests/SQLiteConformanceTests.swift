#if SQLite
  import Foundation
  import RecordStorage
  import RecordStorageConformance
  import RecordStorageSQLite
  import RecordTestSupport
  import TestTraits
  import Testing

  @Suite("Records in SQLite keep the rules")
  struct SQLiteConformanceTests {
    @Test("all cases", .long, arguments: [SQLiteBackEnd.Options.Journal.wal, .delete])
    func wholeSuite(journal: SQLiteBackEnd.Options.Journal) throws {
      try check(ConformanceSuite.cases, journal)
    }

    @Test("every eighth case", arguments: [SQLiteBackEnd.Options.Journal.wal, .delete])
    func share(journal: SQLiteBackEnd.Options.Journal) throws {
      try check(ConformanceSuite.oneOf(8), journal)
    }

    private func check(
      _ cases: [ConformanceCase], _ journal: SQLiteBackEnd.Options.Journal
    ) throws {
      let scratch = FileManager.default.temporaryDirectory
        .appending(path: "sqlite-conformance-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: scratch) }
      var options = SQLiteBackEnd.Options()
      options.journal = journal
      // Eight threads of a case want to write at once, to a disk that may be slow.
      options.waitingSeconds = 60
      let configuration = BackEndConfiguration(
        "SQLite, \(journal)",
        open: { [options] in
          try SQLiteBackEnd(path: scratch.appending(path: "\($0).sqlite").path, options: options)
        },
        close: { try ($0 as? SQLiteBackEnd)?.close() },
        remove: { try FileManager.default.removeItem(at: scratch.appending(path: "\($0).sqlite")) })
      let report = ConformanceSuite.run(configuration, cases)
      print(report)
      #expect(report.isConforming, "\(report)")
      #expect(report.refused.isEmpty)
    }
  }
#endif
