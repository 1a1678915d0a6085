#if PostgreSQL
  import Foundation
  import RecordStoragePostgreSQL
  import StorageTransforms
  import Testing

  @Suite(
    "What stands on a PostgreSQL server", .enabled(if: TestServer.isWanted, "\(TestServer.whyNot)"))
  struct PostgreSQLLayoutTests {
    @Test func `other programs see tables and columns of native types`() throws {
      let server = try TestServer.shared()
      let table = RecordTable(
        EntitySchema(
          "Photo",
          attributes: [
            .native("id", .uuid), .native("title", .text, isRequired: true),
            .native("file", .text, isUnique: true), .native("size", .int16, isIndexed: true),
            .native("isSeen", .boolean), .native("views", .uint32), .native("bytes", .blob),
            .native("taken", .date), .native("anything", .any),
          ]), keyKind: .text, keyAttribute: "id")
      let store = RecordStore(try server.backEnd("golden"))
      let record = StoredRecord(
        key: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8",
        values: [
          .text("6BA7B810-9DAD-11D1-80B4-00C04FD430C8"), .text("sea"), .text("a.png"),
          .integer(-7), .integer(1), .integer(4_294_967_295), .blob(Data([0, 255])),
          .real(.infinity), .text("é"),
        ])
      try store.write {
        try $0.define(table)
        try $0.insert(record, into: "Photo")
      }
      let described = try server.psql("\\d golden.\"Photo\"")
      #expect(
        described == """
                               Table "golden.Photo"
            Column  |       Type       | Collation | Nullable | Default 
          ----------+------------------+-----------+----------+---------
           id       | text             | C         | not null | 
           title    | text             | C         | not null | 
           file     | text             | C         |          | 
           size     | smallint         |           |          | 
           isSeen   | boolean          |           |          | 
           views    | bigint           |           |          | 
           bytes    | bytea            |           |          | 
           taken    | double precision |           |          | 
           anything | bytea            |           |          | 
          Indexes:
              "Photo_pkey" PRIMARY KEY, btree (id)
              "Photo_file_unique" UNIQUE, btree (file NULLS FIRST)
              "Photo_size_index" btree (size NULLS FIRST, id)


          """)
      let rows = try server.psql(
        "SELECT title, size, \"isSeen\", views, bytes, taken, anything FROM golden.\"Photo\"")
      #expect(
        rows == """
           title | size | isSeen |   views    | bytes  |  taken   | anything 
          -------+------+--------+------------+--------+----------+----------
           sea   |   -7 | t      | 4294967295 | \\x00ff | Infinity | \\x03c3a9


          """)
      let again = try store.read { try $0.records(in: "Photo") }
      #expect(again == [record])
    }

    @Test func `any value of each type comes back as it was`() throws {
      let store = RecordStore(try TestServer.shared().backEnd())
      let kinds: [(StoredType, [StoredValue])] = [
        (.boolean, [.integer(0), .integer(1)]),
        (.int8, [.integer(-128), .integer(127)]), (.uint8, [.integer(255)]),
        (.int16, [.integer(-32_768), .integer(32_767)]), (.uint16, [.integer(65_535)]),
        (.int32, [.integer(-2_147_483_648), .integer(2_147_483_647)]),
        (.uint32, [.integer(4_294_967_295)]),
        (.int64, [.integer(.min), .integer(-1), .integer(.max)]), (.uint64, [.integer(.max)]),
        (.float, [.real(0.5), .real(-.infinity), .real(Double(Float.leastNonzeroMagnitude))]),
        (.double, [.real(0.1), .real(.greatestFiniteMagnitude), .real(.leastNonzeroMagnitude)]),
        (.date, [.real(-1e300)]),
        (
          .text,
          [.text(""), .text("e\u{301}"), .text("é"), .text("\u{FFFF}\u{10FFFF}"), .text("\\'\"\n")]
        ),
        (.uuid, [.text("6ba7b810-9DAD-11d1-80b4-00c04fd430c8"), .text("none")]),
        (.blob, [.blob(Data()), .blob(Data(0...255)), .blob(Data(count: 3_000_000))]),
        (
          .any,
          [
            .integer(.min), .real(0.1), .text(""), .text("a"), .blob(Data()), .blob(Data([3])),
          ]
        ),
        (StoredType(rawValue: "of the future"), [.text("x"), .integer(3)]),
      ]
      try store.write { writer in
        for (type, values) in kinds {
          let id = "of \(type)"
          try writer.define(
            RecordTable(
              EntitySchema(.init(id, id: id), attributes: [.native("v", type)]), keyKind: .integer))
          for (key, value) in ([.null] + values).enumerated() {
            try writer.insert(
              StoredRecord(key: .integer(Int64(key)), values: [value]), into: id)
          }
        }
      }
      try store.read { reader in
        for (type, values) in kinds {
          let found = try reader.records(in: "of \(type)").map { $0.values[0] }
          #expect(found == [.null] + values, "\(type)")
        }
      }
    }

    @Test func `names of any kind become names on the server`() throws {
      let server = try TestServer.shared()
      let long = String(repeating: "ß", count: 40)
      let names = [
        "select", "a \"quoted\" name", "an \"\u{301} accent\" ; --", "xmin", "ctid", "key",
        "semi;colon", "{brace}\\", "é👩‍👩‍👧",
        long + "1", long + "2", String(repeating: "n", count: 63), "\u{1}",
        "long" + String(repeating: "x", count: 1_990),
      ]
      let store = RecordStore(try server.backEnd("odd \"names\""))
      for name in names + ["keyed_archives_store", "keyed_archives_tables"] {
        let table = RecordTable(
          EntitySchema(
            .init(name, id: name), attributes: names.map { .native($0, .text, isIndexed: true) }),
          keyKind: .integer)
        let record = StoredRecord(key: 1, values: names.map { .text("of " + $0.prefix(50)) })
        try store.write {
          try $0.define(table)
          try $0.insert(record, into: name)
        }
        let again = RecordStore(try server.backEnd("odd \"names\""))
        let (found, known) = try again.read {
          (try $0.records(.equal(to: record.values[1], by: 1), in: name), try $0.table(name))
        }
        #expect(found == [record] && known == table, "\(name)")
      }
      let columns = try server.psql(
        "SELECT column_name FROM information_schema.columns WHERE table_name = 'select' "
          + "AND table_schema = 'odd \"names\"' ORDER BY ordinal_position", "\\echo")
      #expect(columns.contains("key_2") && columns.contains("xmin_2"))
    }

    @Test func `two spellings of a character are two names`() throws {
      let store = RecordStore(try TestServer.shared().backEnd())
      let names = ["\u{E9}", "e\u{301}"]
      let tables = names.enumerated().map { number, name in
        RecordTable(
          EntitySchema(.init(name, id: "\(number)"), attributes: [.native("v", .text)]),
          keyKind: .integer)
      }
      let records = names.map { StoredRecord(key: 1, values: [.text($0)]) }
      try store.write { writer in
        for number in 0..<2 {
          try writer.define(tables[number])
          try writer.insert(records[number], into: "\(number)")
        }
      }
      for number in 0..<2 {
        var renamed = tables[number]
        renamed.entity.attributes[0].name = names[1 - number]
        let found = try store.write { writer in
          try writer.define(renamed, replacing: tables[number])
          renamed.entity.attributes[0].name = names[number]
          let former = try writer.table("\(number)")
          try writer.define(renamed, replacing: former)
          return try writer.records(in: "\(number)")
        }
        #expect(found == [records[number]])
      }
    }

    @Test func `a table of somebody else is left alone`() throws {
      let server = try TestServer.shared()
      try server.psql(
        "CREATE SCHEMA shared", "CREATE TABLE shared.\"Photo\" (x INTEGER)",
        "INSERT INTO shared.\"Photo\" VALUES (7)")
      let store = RecordStore(try server.backEnd("shared"))
      try store.write {
        try $0.define(Photos.table)
        try $0.insert(Photos.record(1), into: "Photo")
      }
      #expect(try store.read { try $0.count(in: "Photo") } == 1)
      try store.write { try $0.drop("Photo") }
      let rows = try server.psql("SELECT x FROM shared.\"Photo\"")
      #expect(rows.contains("7"))
    }
  }
#endif
