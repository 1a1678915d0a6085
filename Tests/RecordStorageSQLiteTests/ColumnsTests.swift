#if SQLite
  import Foundation
  import RecordStorageSQLite
  import StorageTransforms
  import Testing

  @Suite("Entities are tables, and attributes columns, that any tool reads")
  struct ColumnsTests {
    static let photo = RecordTable(
      "Photo",
      [
        "title text required", "date_taken text indexed", "file text unique", "width double",
        "rating int8", "isHidden boolean", "scores blob", "note any", "owner uuid",
      ])

    private func photos() throws -> DatabaseFile {
      let file = try DatabaseFile()
      let store = try file.store(Self.photo)
      try store.write { writer in
        for (key, title, date) in [
          (3, "Dünen", "2024-07-02"), (1, "Meer", "2023-01-05"), (2, "Wald", "2025-11-30"),
        ] as [(Int64, String, String)] {
          try writer.insert(
            StoredRecord(
              key: .integer(key),
              values: [
                .text(title), .text(date), .text("\(key).png"), .real(0.5), .integer(-3),
                .integer(1),
                .blob(Data([1, 2])), .null, .text("6BA7B810-9DAD-11D1-80B4-00C04FD430C8"),
              ]), into: "Photo")
        }
      }
      return file
    }

    static let golden = """
      Meer|2023-01-05
      Dünen|2024-07-02
      Wald|2025-11-30

      """

    @Test("the program sqlite3 prints what was stored")
    func program() throws {
      let file = try photos()
      let sql = "SELECT title, date_taken FROM Photo ORDER BY date_taken"
      #expect(try file.rows(sql).joined(separator: "\n") + "\n" == Self.golden)
      guard FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3") else { return }
      let (process, pipe) = (Process(), Pipe())
      process.executableURL = URL(filePath: "/usr/bin/sqlite3")
      process.arguments = [file.path, sql]
      process.standardOutput = pipe
      try process.run()
      let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      #expect(String(decoding: output, as: UTF8.self) == Self.golden)
    }

    @Test("each type has a column of its kind")
    func types() throws {
      let rows = try photos().rows(
        """
        SELECT typeof(title), typeof(date_taken), typeof(width), typeof(rating), typeof(isHidden),
          typeof(scores), typeof(note), typeof(owner), typeof(key) FROM Photo LIMIT 1
        """)
      #expect(rows == ["text|text|real|integer|integer|blob|null|text|integer"])
    }

    @Test("the definitions are those of the specification")
    func definitions() throws {
      let rows = try photos().rows(
        "SELECT sql FROM sqlite_schema WHERE tbl_name = 'Photo' AND sql IS NOT NULL ORDER BY name")
      #expect(
        rows.joined(separator: "\n") == """
          CREATE TABLE "Photo" (
            "key" INTEGER NOT NULL PRIMARY KEY,
            "title" TEXT NOT NULL,
            "date_taken" TEXT,
            "file" TEXT,
            "width" REAL,
            "rating" INTEGER,
            "isHidden" INTEGER,
            "scores" BLOB,
            "note" ANY,
            "owner" TEXT
          ) STRICT
          CREATE INDEX "Photo_date_taken" ON "Photo" ("date_taken")
          CREATE UNIQUE INDEX "Photo_file" ON "Photo" ("file")
          """)
    }

    @Test("an attribute that is the key is the primary key")
    func keyAttribute() throws {
      let file = try DatabaseFile()
      let store = try file.store(
        RecordTable(
          "Photo", ["name text required", "size int64"], keyKind: .text, keyAttribute: "name"))
      let record = StoredRecord(key: "sea", values: [.text("sea"), .integer(1)])
      try store.write { writer in
        try writer.insert(record, into: "Photo")
        #expect(code { try writer.insert(record, into: "Photo") } == "duplicateKey")
        #expect(try writer.update(record, in: "Photo"))
        try writer.upsert(record, in: "Photo")
      }
      #expect(try store.read { try $0.records(in: "Photo") } == [record])
      let sql = try file.rows("SELECT sql FROM sqlite_schema WHERE name = 'Photo'")
      #expect(
        sql == [
          """
          CREATE TABLE "Photo" (
            "name" TEXT NOT NULL PRIMARY KEY,
            "size" INTEGER
          ) STRICT, WITHOUT ROWID
          """
        ])
    }

    @Test("tables in which the key is all there is")
    func onlyKey() throws {
      let file = try DatabaseFile()
      let store = try file.store(
        RecordTable("Tag", ["name text required"], keyKind: .text, keyAttribute: "name"))
      let record = StoredRecord(key: "sea", values: [.text("sea")])
      try store.write { writer in
        try writer.define(RecordTable("Mark", [], keyKind: .blob))
        for _ in 0..<2 { try writer.upsert(record, in: "Tag") }
        #expect(try writer.update(record, in: "Tag"))
        let mark = StoredRecord(key: .blob(Data()), values: [])
        for _ in 0..<2 { try writer.upsert(mark, in: "Mark") }
        #expect(try writer.records(in: "Mark") == [mark])
        #expect(try writer.count(in: "Tag") == 1)
      }
    }

    @Test("what tells other tools the names stands in tables of its own")
    func metaTables() throws {
      let file = try photos()
      #expect(try file.rows("SELECT * FROM _record_store") == ["1|1|1|1"])
      #expect(
        try file.rows(
          "SELECT entity, table_name, key_column, length(definition) > 50 FROM _record_tables")
          == ["Photo|Photo|key|1"])
      #expect(
        try file.rows("SELECT * FROM _record_columns LIMIT 3") == [
          "Photo|0|title|title|", "Photo|1|date_taken|date_taken|Photo_date_taken",
          "Photo|2|file|file|Photo_file",
        ])
    }
  }
#endif
