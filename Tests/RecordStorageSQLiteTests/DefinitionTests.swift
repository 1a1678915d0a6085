#if SQLite
  import Foundation
  import RecordStorageSQLite
  import StorageTransforms
  import Testing

  @Suite("Tables become others, whole or not at all")
  struct DefinitionTests {
    static let first = RecordTable(
      "Photo", ["title text required", "file text unique", "size int16"])

    private func filled() throws -> (DatabaseFile, RecordStore) {
      let file = try DatabaseFile()
      let store = try file.store(Self.first)
      try store.write { writer in
        for key in 1...300 as ClosedRange<Int64> {
          try writer.insert(
            StoredRecord(
              key: .integer(key),
              values: [.text("t\(key % 10)"), .text("\(key).png"), .integer(key)]), into: "Photo")
        }
      }
      return (file, store)
    }

    private func definition(_ file: DatabaseFile, _ name: String) throws -> [String] {
      try file.rows(
        "SELECT sql FROM sqlite_schema WHERE tbl_name = '\(name)' AND sql IS NOT NULL ORDER BY name"
      )
    }

    @Test("other names, indexes and wider types leave the rows where they are")
    func inPlace() throws {
      let (file, store) = try filled()
      let root = try file.rows("SELECT rootpage FROM sqlite_schema WHERE name = 'Photo'")
      let second = RecordTable(
        "photo", ["caption=title text required indexed", "file text", "bytes=size int64 unique"],
        id: "Photo", version: 2)
      // A store looks at all records first, since a value that is indexed has a limit.
      try store.backEnd.write(.synced) {
        try $0.define(second, replacing: Self.first, rewrite: nil)
      }
      #expect(try file.rows("SELECT rootpage FROM sqlite_schema WHERE name = 'photo'") == root)
      #expect(
        try file.rows("SELECT file, bytes FROM photo WHERE caption = 't3' LIMIT 2")
          == ["3.png|3", "13.png|13"])
      #expect(
        try file.rows(
          "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'photo' ORDER BY 1")
          == ["photo_bytes", "photo_caption"])
      let found = try store.read { try $0.count(.equal(to: .text("t3"), by: 0), in: "Photo") }
      #expect(found == 30)
      let third = RecordTable(
        "Image", ["caption=title text required indexed", "file text", "bytes=size int64 unique"],
        id: "Photo", version: 3)
      try store.write { try $0.define(third, replacing: second) }
      #expect(try file.rows("SELECT count(*) FROM Image") == ["300"])
    }

    @Test(
      "what cannot be altered is made anew: names that change places, required, other keys, other attributes"
    )
    func rebuilt() throws {
      let (file, store) = try filled()
      let second = RecordTable(
        "Photo", ["file=title text required", "title=file text unique required", "size int16"],
        version: 2)
      try store.write { try $0.define(second, replacing: Self.first) }
      #expect(try file.rows("SELECT file, title FROM Photo WHERE key = 12") == ["t2|12.png"])
      let third = RecordTable(
        "Photo", ["size int64 required", "name text required"], keyKind: .integer,
        keyAttribute: "size", version: 3)
      try store.write { writer in
        try writer.define(third, replacing: second) { record in
          [record.key.value, record.values[1]]
        }
        #expect(try writer.values(of: 300, in: "Photo") == [.integer(300), .text("300.png")])
      }
      #expect(
        try definition(file, "Photo") == [
          """
          CREATE TABLE "Photo" (
            "size" INTEGER NOT NULL PRIMARY KEY,
            "name" TEXT NOT NULL
          ) STRICT
          """
        ])
      #expect(try file.rows("SELECT count(*) FROM Photo") == ["300"])
      #expect(try file.rows("SELECT name FROM sqlite_schema WHERE name LIKE '_record_next%'") == [])
    }

    @Test("what the new rules do not allow changes nothing, and the transaction goes on")
    func refused() throws {
      struct Failure: Error {}
      let (file, store) = try filled()
      let before = try definition(file, "Photo")
      let unique = RecordTable(
        "Bild", ["title text required unique", "file text", "size int16"], id: "Photo", version: 2)
      try store.write { writer in
        let error = #expect(throws: StorageError.self) {
          try writer.define(unique, replacing: Self.first)
        }
        #expect(error?.code == .notUnique && error?.attribute == "title")
        #expect(error?.value == .text("t0") && error?.existingKey == 10 && error?.key == 300)
        let rewritten = #expect(throws: StorageError.self) {
          try writer.define(unique, replacing: Self.first) { $0.values }
        }
        #expect(rewritten?.code == .notUnique && rewritten?.existingKey != nil)
        #expect(throws: Failure.self) {
          try writer.define(unique, replacing: Self.first) { record in
            if record.key == 200 { throw Failure() }
            return [.text("\(record.key)"), .null, .null]
          }
        }
        let required = RecordTable(
          "Photo", ["title text required", "file text unique", "size int16 required"], version: 2)
        let missing = code {
          try writer.define(required, replacing: Self.first) {
            [$0.values[0], $0.values[1], $0.key == 299 ? .null : .integer(1)]
          }
        }
        #expect(missing == "missingValue")
        #expect(code { try writer.define(unique, replacing: unique) } == "schemaChanged")
        try writer.delete(1, from: "Photo")
      }
      #expect(try definition(file, "Photo") == before)
      #expect(try file.rows("SELECT count(*), min(title), max(size) FROM Photo") == ["299|t0|300"])
    }

    @Test("a dropped table is unknown, also to others that have the file open")
    func dropped() throws {
      let (file, store) = try filled()
      let other = try file.store()
      #expect(try other.read { try $0.count(in: "Photo") } == 300)
      try store.write { writer in
        let cursor = try writer.cursor(in: "Photo")
        _ = try cursor.next()
        try writer.drop("Photo")
        // Its records were deleted.
        #expect(try cursor.next() == nil)
        #expect(code { _ = try writer.count(in: "Photo") } == "unknownEntity")
      }
      #expect(code { _ = try other.read { try $0.count(in: "Photo") } } == "unknownEntity")
      try other.write { try $0.define(Self.first) }
      #expect(try store.read { try $0.count(in: "Photo") } == 0)
    }

    @Test("tables that a transaction defines and rolls back are nobody's")
    func rolledBack() throws {
      struct Failure: Error {}
      let (file, store) = try filled()
      let other = try file.store()
      _ = try? store.write { writer in
        try writer.define(RecordTable("A", ["x text"]))
        try writer.insert(StoredRecord(key: 1, values: [.null]), into: "A")
        throw Failure()
      }
      // The same revision, another table.
      try other.write { try $0.define(RecordTable("B", ["x text"])) }
      #expect(try store.read { try $0.tables().map(\.id) } == ["B", "Photo"])
    }

    @Test("more attributes than SQLite has columns are refused")
    func tooMany() throws {
      let store = try DatabaseFile().store()
      let names = (0..<2_000).map { "a\($0) int8" }
      #expect(
        code { try store.write { try $0.define(RecordTable("T", names)) } } == "limitExceeded")
      let most = RecordTable("T", Array(names.dropLast()))
      let record = StoredRecord(key: 1, values: names.dropLast().map { _ in .integer(1) })
      try store.write { writer in
        try writer.define(most)
        try writer.upsert(record, in: "T")
        try writer.upsert(record, in: "T")
      }
      #expect(try store.read { try $0.records(in: "T") } == [record])
    }
  }
#endif
