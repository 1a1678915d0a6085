#if SQLite
  import Foundation
  import RecordStorage
  import RecordStorageSQLite
  import RecordTestSupport
  import Testing

  /// Two handles of one database that know two forms of an entity.
  @Suite struct SQLiteOtherFormTests {
    @Test func `two handles`() throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "forms-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let path = folder.appending(path: "shop.sqlite").path
      let (old, new) = (try SQLiteBackEnd(path: path), try SQLiteBackEnd(path: path))
      #expect(try OtherFormTrial.faults(RecordStore(old), RecordStore(new)) == [])
      try old.close()
      try new.close()
    }
  }
#endif
