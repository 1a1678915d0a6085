#if SQLite
  import Foundation
  import RecordStorage
  import RecordStorageSQLite
  import RecordTestSupport
  import TestTraits
  import Testing

  /// Sixteen handles that begin at the same time.
  @Suite struct SQLiteStartingTests {
    @Test(arguments: [SQLiteBackEnd.Options.Journal.wal, .delete])
    func `a database is made, and brought into a later form, by all at once`(
      journal: SQLiteBackEnd.Options.Journal
    ) throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "starting-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      for round in 0..<Rounds.of(20) {
        let path = folder.appending(path: "\(round).sqlite").path
        var options = SQLiteBackEnd.Options()
        options.journal = journal
        let (faults, stores) = try StartingTrial.faults { [options] in
          RecordStore(try SQLiteBackEnd(path: path, options: options))
        }
        #expect(faults == [], "round \(round)")
        for store in stores { try (store.backEnd as? SQLiteBackEnd)?.close() }
      }
    }
  }
#endif
