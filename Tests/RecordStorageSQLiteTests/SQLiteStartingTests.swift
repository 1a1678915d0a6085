#if SQLite
  import Foundation
  import RecordStorage
  import RecordStorageSQLite
  import RecordTestSupport
  import TestTraits
  import Testing

  /// Sixteen handles that begin at the same time.
  @Suite struct SQLiteStartingTests {
    private func withFolder(_ body: (URL) throws -> Void) throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "starting-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try body(folder)
    }

    private func options(_ journal: SQLiteBackEnd.Options.Journal) -> SQLiteBackEnd.Options {
      SQLiteBackEnd.Options(journal: journal)
    }

    @Test(arguments: [SQLiteBackEnd.Options.Journal.wal, .delete])
    func `a database is made, and brought into a later form, by all at once`(
      journal: SQLiteBackEnd.Options.Journal
    ) throws {
      try withFolder { folder in
        for round in 0..<Rounds.of(20) {
          let path = folder.appending(path: "\(round).sqlite").path
          let options = options(journal)
          let (faults, stores) = try StartingTrial.faults {
            RecordStore(try SQLiteBackEnd(path: path, options: options))
          }
          #expect(faults == [], "round \(round)")
          for store in stores { try (store.backEnd as? SQLiteBackEnd)?.close() }
        }
      }
    }

    @Test(arguments: [SQLiteBackEnd.Options.Journal.wal, .delete])
    func `a database is made, and brought into a later form, by sixteen processes at once`(
      journal: SQLiteBackEnd.Options.Journal
    ) throws {
      try withFolder { folder in
        for round in 0..<(LongTests.areWanted ? 20 : 1) {
          let path = folder.appending(path: "\(round).sqlite").path
          let backEnd = try SQLiteBackEnd(path: path, options: options(journal))
          let faults = try StartingTrial.faultsOfProcesses(
            "sqlite:\(journal == .wal ? "wal" : "delete"):\(path)", RecordStore(backEnd))
          #expect(faults == [], "round \(round)")
          try backEnd.close()
        }
      }
    }

    @Test(arguments: [SQLiteBackEnd.Options.Journal.wal, .delete])
    func `eight processes increment a number: none of their commits is lost`(
      journal: SQLiteBackEnd.Options.Journal
    ) throws {
      try withFolder { folder in
        let path = folder.appending(path: "increments.sqlite").path
        let backEnd = try SQLiteBackEnd(path: path, options: options(journal))
        let count = (LongTests.areWanted ? 1_000 : 20)
        let (faults, number) = try IncrementTrial.run(
          "sqlite:\(journal == .wal ? "wal" : "delete"):\(path)", RecordStore(backEnd),
          processes: 8,
          count: count)
        #expect(faults == [])
        #expect(number == Int64(8 * count))
        try backEnd.close()
      }
    }
  }
#endif
