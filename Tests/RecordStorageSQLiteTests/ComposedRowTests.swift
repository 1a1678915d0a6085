#if SQLite
  import Foundation
  import RecordStorageSQLite
  import RecordTestSupport
  import TestTraits
  import Testing

  /// Whatever a record set takes can be fetched from a database, and is what it was.
  @Suite struct ComposedRowTests {
    @Test func `values of types put together at random`() throws {
      try check(typeCount: 25, seed: 9_221_004_673_390_118_205)
    }

    @Test(.long) func `many values of types put together at random`() throws {
      try check(typeCount: 1_000, seed: .random(in: 0 ... .max))
    }

    private func check(typeCount: Int, seed: UInt64) throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "composed-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let path = folder.appending(path: "items.sqlite").path
      var trial = ComposedRecordTrial(seed: seed)
      let faults = trial.faults(typeCount: typeCount) {
        [
          .init("SQLite") { body in
            let database = try SQLiteBackEnd(path: path)
            try body(database)
            try database.close()
          }
        ]
      }
      print(trial.summary)
      #expect(faults == [])
    }
  }
#endif
