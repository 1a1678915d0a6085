#if SQLite
  import Foundation
  import GRDB
  @testable import RecordStorageSQLite
  import StorageTransforms
  import Testing

  @Suite("What is wrong with a file is an error of its kind")
  struct DamageTests {
    static let table = RecordTable("Photo", ["title text required", "size int64 indexed"])

    private func filled() throws -> DatabaseFile {
      let file = try DatabaseFile()
      let backEnd = try SQLiteBackEnd(path: file.path)
      try RecordStore(backEnd).write { writer in
        try writer.define(Self.table)
        for key in 1...2_000 as ClosedRange<Int64> {
          try writer.insert(
            StoredRecord(key: .integer(key), values: [.text("title \(key)"), .integer(key)]),
            into: "Photo")
        }
      }
      try backEnd.close()
      return file
    }

    private func readAll(_ file: DatabaseFile) -> String? {
      code { _ = try file.store().read { try $0.records(in: "Photo") } }
    }

    @Test("files that are no databases, and paths of none")
    func noDatabase() throws {
      let file = try DatabaseFile()
      try Data(repeating: 0x41, count: 5_000).write(to: URL(filePath: file.path))
      #expect(code { _ = try file.store() } == "damaged")
      for path in ["", ":memory:", file.folder.path, "/nowhere/at/all.sqlite"] {
        #expect(code { _ = try SQLiteBackEnd(path: path) } == "inputOutput", "\(path)")
      }
      let none = file.folder.appending(path: "none.sqlite").path
      #expect(
        code { _ = try SQLiteBackEnd(path: none, options: .init(isReadOnly: true)) }
          == "inputOutput")
      #expect(!FileManager.default.fileExists(atPath: none))
    }

    @Test("bytes that were changed are found or read over, and never trap")
    func changedBytes() throws {
      let whole = try Data(contentsOf: URL(filePath: filled().path))
      var codes: [String: Int] = [:]
      for step in 0..<150 {
        let file = try DatabaseFile()
        var bytes = whole
        let place = (step * 7_919 + 100) % bytes.count
        for offset in place..<min(place + 60, bytes.count) {
          bytes[offset] = UInt8(truncatingIfNeeded: step &* 31 &+ offset)
        }
        try bytes.write(to: URL(filePath: file.path))
        codes[readAll(file) ?? "read", default: 0] += 1
      }
      #expect(codes["damaged", default: 0] > 20, "\(codes)")
      #expect(
        Set(codes.keys).isSubset(of: ["damaged", "read", "unknownEntity", "unsupported"]),
        "\(codes)")
    }

    @Test("a file that ends early is damaged")
    func truncated() throws {
      let file = try filled()
      let bytes = try Data(contentsOf: URL(filePath: file.path))
      try bytes.prefix(bytes.count / 2).write(to: URL(filePath: file.path))
      #expect(readAll(file) == "damaged")
    }

    @Test(
      "a value that was never stored is named with its attribute and key",
      arguments: [
        ("'text'", "size"), ("x'00'", "size"), ("1.5", "size"),
      ])
    func impossibleValues(_ value: String, _ attribute: String) throws {
      let file = try filled()
      // STRICT refuses it: somebody made the table another one.
      try file.execute(
        """
        CREATE TABLE other (key INTEGER PRIMARY KEY, title, size);
        INSERT INTO other SELECT * FROM Photo; DROP TABLE Photo; ALTER TABLE other RENAME TO Photo;
        UPDATE Photo SET \(attribute) = \(value) WHERE key = 1000
        """)
      let store = try file.store()
      let error = #expect(throws: StorageError.self) {
        try store.read { try $0.values(of: 1000, in: "Photo") }
      }
      #expect(error?.code == .damaged && error?.attribute == attribute && error?.key == 1000)
      #expect(readAll(file) == "damaged")
      #expect(try store.read { try $0.values(of: 999, in: "Photo") } != nil)
    }

    @Test(
      "text with U+0000, text that is no UTF-8, null where it is required",
      arguments: [
        "'a' || char(0) || 'b'", "CAST(x'61FF' AS TEXT)", "CAST(x'EDA080' AS TEXT)",
      ])
    func text(_ value: String) throws {
      let file = try filled()
      try file.execute("UPDATE Photo SET title = \(value) WHERE key = 7")
      let store = try file.store()
      let error = #expect(throws: StorageError.self) {
        try store.read { try $0.values(of: 7, in: "Photo") }
      }
      #expect(error?.code == .damaged && error?.attribute == "title" && error?.key == 7)
    }

    @Test("tables and definitions that somebody else changed")
    func changedTables() throws {
      for change in [
        "ALTER TABLE Photo RENAME COLUMN title TO caption", "DROP TABLE Photo",
        "UPDATE _record_tables SET definition = x'00'", "DELETE FROM _record_columns",
        "UPDATE _record_tables SET entity = 'Other'", "DELETE FROM _record_store",
      ] {
        let file = try filled()
        try file.execute(change)
        #expect(readAll(file) == "damaged", "\(change)")
      }
    }

    @Test(
      "what is computed in the place of what is stored is damage, and not computed",
      arguments: [
        """
        DROP TABLE _record_columns; CREATE VIEW _record_columns AS
        WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c)
        SELECT 'Photo' AS entity, n AS position, 'a' AS attribute, 'a' AS column_name,
        NULL AS index_name FROM c
        """,
        """
        DROP TABLE _record_tables; CREATE VIEW _record_tables AS
        WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c)
        SELECT n AS entity, 'a' AS table_name, 'a' AS key_column, zeroblob(n) AS definition FROM c
        """,
        "ALTER TABLE Photo RENAME TO other; CREATE VIEW Photo AS SELECT * FROM other",
        """
        ALTER TABLE Photo DROP COLUMN title;
        ALTER TABLE Photo ADD COLUMN TITLE TEXT AS (hex(zeroblob(100))) VIRTUAL
        """,
        """
        ALTER TABLE Photo DROP COLUMN title;
        ALTER TABLE Photo ADD COLUMN title TEXT AS (hex(zeroblob(100))) VIRTUAL
        """,
      ])
    func computed(_ change: String) throws {
      let file = try filled()
      try file.execute(change)
      #expect(readAll(file) == "damaged")
    }

    @Test("a record that a trigger keeps from being written is not said to be there")
    func triggers() throws {
      let file = try filled()
      try file.execute(
        "CREATE TRIGGER none BEFORE INSERT ON Photo BEGIN SELECT RAISE(IGNORE); END")
      let store = try file.store()
      let record = StoredRecord(key: .integer(3_000), values: [.text("new"), .null])
      #expect(code { try store.write { try $0.insert(record, into: "Photo") } } == "inputOutput")
      #expect(code { try store.write { try $0.upsert(record, in: "Photo") } } == "inputOutput")
      #expect(try store.read { try $0.values(of: 3_000, in: "Photo") } == nil)
    }

    @Test("a file of a newer program is read if it may be, and not written")
    func newer() throws {
      let file = try filled()
      try file.execute("UPDATE _record_store SET write_version = 2")
      let store = try file.store()
      #expect(try store.read { try $0.count(in: "Photo") } == 2_000)
      #expect(code { try store.write { _ = try $0.delete(1, from: "Photo") } } == "readOnly")
      try file.execute("UPDATE _record_store SET read_version = 2")
      #expect(code { _ = try store.read { try $0.count(in: "Photo") } } == "unsupported")
      #expect(code { _ = try file.store() } == "unsupported")
    }

    @Test("a database in UTF-16 has another order of text")
    func otherEncoding() throws {
      let file = try DatabaseFile()
      try file.execute("PRAGMA encoding = 'UTF-16le'; CREATE TABLE a (b)")
      #expect(code { _ = try file.store() } == "unsupported")
    }

    @Test("a file for reading only", arguments: SQLiteBackEnd.Options.Journal.allCases)
    func readOnly(_ journal: SQLiteBackEnd.Options.Journal) throws {
      let file = try filled()
      let store = try file.store(.init(journal: journal, isReadOnly: true))
      #expect(try store.read { try $0.count(in: "Photo") } == 2_000)
      #expect(code { try store.write { _ = try $0.delete(1, from: "Photo") } } == "readOnly")
      let other = try DatabaseFile()
      try other.execute("CREATE TABLE a (b)")
      let foreign = try other.store(.init(journal: journal, isReadOnly: true))
      #expect(try foreign.read { try $0.tables() } == [])
    }

    @Test(
      "each failure of SQLite has a code of a store",
      arguments: [
        (ResultCode.SQLITE_BUSY, StorageError.Code.locked), (.SQLITE_BUSY_SNAPSHOT, .conflict),
        (.SQLITE_LOCKED, .locked), (.SQLITE_FULL, .noSpace), (.SQLITE_IOERR_FSYNC, .inputOutput),
        (.SQLITE_IOERR, .inputOutput), (.SQLITE_CORRUPT, .damaged), (.SQLITE_NOTADB, .damaged),
        (.SQLITE_READONLY, .readOnly), (.SQLITE_READONLY_DBMOVED, .damaged),
        (.SQLITE_PERM, .readOnly),
        (.SQLITE_CANTOPEN, .inputOutput), (.SQLITE_TOOBIG, .limitExceeded),
        (.SQLITE_ERROR, .damaged),
        (.SQLITE_CONSTRAINT_CHECK, .notStorable), (.SQLITE_INTERRUPT, .inputOutput),
      ])
    func codes(_ result: ResultCode, _ expected: StorageError.Code) {
      let error = StorageError(sqlite: DatabaseError(resultCode: result, message: "m"), entity: "E")
      #expect(error.code == expected && error.entity == "E" && error.underlying is DatabaseError)
    }

    @Test("after a full medium the transaction is gone, and the next one goes on")
    func full() throws {
      let file = try DatabaseFile()
      let backEnd = try SQLiteBackEnd(path: file.path, options: .init(journal: .delete))
      let store = RecordStore(backEnd)
      try store.write { try $0.define(Self.table) }
      try backEnd.connections.limitPages(20)
      let large = StoredRecord(
        key: 2, values: [.text(String(repeating: "x", count: 500_000)), .null])
      let small = StoredRecord(key: 1, values: [.text("x"), .null])
      let outcome = code {
        try store.write { writer in
          try writer.insert(small, into: "Photo")
          #expect(code { try writer.insert(large, into: "Photo") } == "noSpace")
          // Whether SQLite rolled back or not: what came before is committed whole, or nothing is.
          try writer.insert(StoredRecord(key: 3, values: small.values), into: "Photo")
        }
      }
      let count = try store.read { try $0.count(in: "Photo") }
      #expect(outcome == nil && count == 2 || outcome == "noSpace" && count == 0)
      try store.write { try $0.upsert(small, in: "Photo") }
      #expect(try store.read { try $0.values(of: 1, in: "Photo") } == small.values)
    }
  }
#endif
