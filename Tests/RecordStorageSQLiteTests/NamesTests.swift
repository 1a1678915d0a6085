#if SQLite
  import Foundation
  import RecordStorageSQLite
  import StorageTransforms
  import Testing

  @Suite("Entities and attributes may have any name")
  struct NamesTests {
    static let odd = [
      "select", "a\"b", "a'b", "\"", "\"\u{301}", "`[a]`", "a;--", "🏖️", "naïve", "nai\u{308}ve",
      " ",
      "a b", "%", "?1", ":x", "rowid", "oid", "_rowid_", "key", "KEY", "value", "sqlite_master",
      "SQLite_sequence", "_record_tables", "_record_store", "_Record_next", "main.x", "123", "null",
      String(repeating: "n", count: 2_000), String(repeating: "😀", count: 500),
    ]

    @Test("odd names of entities, each with all odd names of attributes")
    func oddNames() throws {
      let file = try DatabaseFile()
      let store = try file.store()
      let attributes = Self.odd.filter { $0 != "KEY" && $0 != "nai\u{308}ve" }.enumerated().map {
        index, name in
        AttributeSchema(
          .init(name), type: .int64, form: TransformForm("native"), isRequired: index % 2 == 0,
          isUnique: index % 3 == 0, isIndexed: index % 3 == 1)
      }
      let record = StoredRecord(
        key: 7, values: attributes.indices.map { .integer(Int64($0)) })
      // Ids that differ in the composition of characters alone are one id.
      let tables = Self.odd.filter { $0 != "nai\u{308}ve" }.map { name in
        RecordTable(EntitySchema(.init(name), attributes: attributes), keyKind: .integer)
      }
      for table in tables {
        try store.write { writer in
          try writer.define(table)
          try writer.insert(record, into: table.id)
        }
      }
      let again = try file.store()
      for table in tables {
        let found = try again.read { reader in
          try (reader.values(of: 7, in: table.id), reader.records(RecordQuery(by: 0), in: table.id))
        }
        #expect(found.0 == record.values && found.1 == [record], "\(table.id)")
        var other = record
        other.key = 8
        #expect(
          code { try again.write { try $0.insert(other, into: table.id) } } == "notUnique")
      }
      let names = try file.rows(
        """
        SELECT table_name FROM _record_tables
        WHERE entity IN ('key', 'KEY', 'sqlite_master', '_record_store') ORDER BY entity
        """)
      #expect(names == ["KEY_2", "__record_store", "key", "_sqlite_master"])
      #expect(
        try file.rows("SELECT key_column FROM _record_tables WHERE entity = 'select'") == ["key_2"])
    }

    @Test("names of tables, views and indexes of other programs are left alone")
    func foreignTables() throws {
      let file = try DatabaseFile()
      try file.execute(
        """
        CREATE TABLE photo (a); INSERT INTO photo VALUES (1); CREATE VIEW Photo_2 AS SELECT a FROM photo;
        CREATE INDEX photo_3 ON photo (a)
        """)
      let table = RecordTable("Photo", ["a text indexed"])
      let store = try file.store(table)
      try store.write { try $0.insert(StoredRecord(key: 1, values: [.text("x")]), into: "Photo") }
      #expect(try file.rows("SELECT * FROM Photo_4") == ["1|x"])
      #expect(try file.rows("SELECT * FROM photo") == ["1"])
      // A redefinition that makes the table anew leaves the view as it is.
      let required = RecordTable("Photo", ["a text indexed required"], version: 2)
      try store.write { try $0.define(required, replacing: table) }
      #expect(try file.rows("SELECT * FROM Photo_2") == ["1"])
      #expect(try file.rows("SELECT * FROM Photo_4") == ["1|x"])
      try store.write { try $0.drop("Photo") }
      #expect(try file.rows("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'Photo%'") == ["3"])
    }
  }
#endif
