#if PostgreSQL
  import Foundation
  import RecordStorage
  import RecordStoragePostgreSQL
  import RecordTestSupport
  import Testing

  /// Stores of each draft of the layout, as `pg_dump` writes them, are read, or say which they are of.
  @Suite(.enabled(if: TestServer.isWanted, "\(TestServer.whyNot)"))
  struct PostgreSQLDraftTests {
    private static let schema = "draft_of_photos"

    @Test(arguments: DraftFolder.folders(of: .archives)) func stores(folder: DraftFolder) throws {
      let server = try TestServer()
      let dump = try folder.bytes("photos.postgresql.sql") {
        try DraftFolder.fill(RecordStore(server.backEnd(Self.schema)))
        let text = try TestServer.output(
          (TestServer.programs ?? "") + "/pg_dump",
          ["--no-owner", "--no-acl", "--inserts", "-n", Self.schema, "-d", server.connection])
        _ = try server.psql("DROP SCHEMA \(Self.schema) CASCADE")
        // Commands of psql, and settings that only some servers know.
        let lines = text.split(separator: "\n").filter {
          !$0.hasPrefix("\\") && !$0.hasPrefix("SET ")
        }
        return Data(lines.joined(separator: "\n").utf8)
      }
      _ = try server.psql(String(decoding: dump, as: UTF8.self))
      func contents() throws -> [StoredRecord] {
        try DraftFolder.contents(RecordStore(server.backEnd(Self.schema)))
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
