#if SQLite
  import Foundation
  import RecordStorage
  import RecordStorageSQLite
  import RecordTestSupport
  import Testing

  /// Databases of each draft of the layout are read, or say which they are of.
  @Suite struct SQLiteDraftTests {
    @Test(arguments: DraftFolder.folders(of: .archives)) func databases(folder: DraftFolder) throws
    {
      let scratch = FileManager.default.temporaryDirectory.appending(path: "draft-\(UUID())")
      try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: scratch) }
      let path = scratch.appending(path: "photos.sqlite").path
      var options = SQLiteBackEnd.Options()
      options.journal = .delete
      let database = try folder.bytes("photos.sqlite") {
        let backEnd = try SQLiteBackEnd(path: path, options: options)
        try DraftFolder.fill(RecordStore(backEnd))
        try backEnd.close()
        return try Data(contentsOf: URL(filePath: path))
      }
      try database.write(to: URL(filePath: path))
      func contents() throws -> [StoredRecord] {
        let backEnd = try SQLiteBackEnd(path: path, options: options)
        defer { try? backEnd.close() }
        return try DraftFolder.contents(RecordStore(backEnd))
      }
      if folder.isCurrent {
        #expect(try contents() == DraftFolder.records)
      } else {
        let error = #expect(throws: StorageError.self) { try contents() }
        #expect(error?.code == .unsupported)
      }
    }
  }
#endif
