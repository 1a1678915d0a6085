#if SQLite
  import Foundation
  import RecordStorage
  import RecordStorageSQLite
  import RecordTestSupport
  import Testing

  /// Commits and results are told to who observes them.
  @Suite struct SQLiteObservationTests {
    @Test func `in a database`() async throws {
      let file = try DatabaseFile()
      let backEnd = try SQLiteBackEnd(path: file.path)
      #expect(try await ObservationTrial.faults(RecordStore(backEnd)) == [])
      try backEnd.close()
    }
  }
#endif
