#if PostgreSQL
  import Foundation
  import RecordStoragePostgreSQL
  import StorageTransforms
  import Testing

  @Suite(
    "Tables on two data servers that are defined anew",
    .enabled(if: TestServer.isWanted, "\(TestServer.whyNot)"))
  struct PartitionedDefinitionTests {
    private let schema = TestCluster.schema()

    private func stores() throws -> [RecordStore] {
      let cluster = try TestCluster.shared()
      let stores = try (0..<2).map { _ in RecordStore(try cluster.backEnd(schema)) }
      try stores[0].write { try $0.define(Notes.table) }
      for key in 10..<50 {
        let note = Notes.record("\(key)", "words \(key)", rank: Int64(key % 7))
        try stores[0].write(.written) { try $0.insert(note, into: "Note") }
      }
      return stores
    }

    /// The tables of the data servers: all have the same names, but for their numbers.
    private func dataTables() throws -> [String] {
      let cluster = try TestCluster.shared()
      let lists = try [cluster.east, cluster.west].map { server in
        try server.psql(
          "\\t",
          "SELECT relname FROM pg_class WHERE relkind = 'p' "
            + "AND relnamespace = '\(schema)'::regnamespace ORDER BY relname"
        ).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      }
      #expect(lists[0] == lists[1])
      return lists[0]
    }

    /// Other names, the attributes' exchanged.
    private let renamed = RecordTable(
      EntitySchema(
        .init("Memo", id: "Note"), version: 2,
        attributes: [
          .native("rank", .text, id: "words"),
          .native("words", .int64, id: "rank", isIndexed: true),
        ]), keyKind: .text)

    @Test func `names change without a record being written (S1)`() throws {
      let stores = try stores()
      let (before, tables) = try (stores[1].read { try $0.records(in: "Note") }, dataTables())
      try stores[0].write { try $0.define(renamed, replacing: Notes.table) }
      #expect(try dataTables() == tables && tables.count == 1)
      for store in stores {
        let (records, found) = try store.read {
          (
            try $0.records(in: "Note"),
            try $0.records(.equal(to: .integer(3), by: 1), in: "Note").count
          )
        }
        #expect(records == before && found == 6)
        try store.write { try $0.upsert(Notes.record("10", "again", rank: 9), in: "Note") }
        try store.write { _ = try $0.delete("10", from: "Note") }
        try store.write { try $0.insert(before[0], into: "Note") }
      }
      let seen = try TestCluster.shared().coordinator.psql(
        "\\t", "SELECT rank FROM \(schema).\"Memo_1\" UNION SELECT rank FROM \(schema).\"Memo_2\"")
      #expect(seen.split(separator: "\n").count == 40)
    }

    @Test func `a rewrite makes other records on both data servers, all or none (S1)`() throws {
      struct Stop: Error {}
      let stores = try stores()
      let (before, tables) = try (stores[1].read { try $0.records(in: "Note") }, dataTables())
      let next = RecordTable(
        EntitySchema(
          "Note", version: 2,
          attributes: [
            .native("half", .double, isIndexed: true), .native("key", .text, isRequired: true),
            .native("more", .blob),
          ]), keyKind: .text, keyAttribute: "key")
      try stores[0].write { writer in
        #expect(throws: Stop.self) {
          try writer.define(next, replacing: Notes.table) { record in
            if record.key == "45" { throw Stop() }
            return [.null, record.key.value, .null]
          }
        }
        // What was refused is no change.
        try writer.upsert(Notes.record("10", "changed"), in: "Note")
      }
      #expect(try dataTables() == tables)
      try stores[0].write { writer in
        try writer.define(next, replacing: Notes.table) { record in
          guard case .integer(let rank) = record.values[1] else {
            return [.null, record.key.value, .blob(Data([1]))]
          }
          return [.real(Double(rank) / 2), record.key.value, .null]
        }
        #expect(try writer.count(in: "Note") == 40)
      }
      let after = try dataTables()
      #expect(after.count == 1 && after != tables)
      for store in stores {
        let found = try store.read {
          try $0.records(.equal(to: .real(2.5), by: 0), in: "Note").map(\.key)
        }
        #expect(found == before.filter { $0.values[1] == .integer(5) }.map(\.key))
        let stale = failure {
          try store.write { try $0.define(renamed, replacing: Notes.table) }
        }
        #expect(stale?.code == .schemaChanged)
      }
      let changed = try stores[1].read { try $0.values(of: "10", in: "Note") }
      #expect(changed == [.null, .text("10"), .blob(Data([1]))])
    }

    @Test func `nothing is left on the data servers of tables that nobody has`() throws {
      struct Stop: Error {}
      let stores = try stores()
      let other = RecordTable(
        EntitySchema("Other", attributes: [.native("a", .int64)]), keyKind: .integer)
      #expect(throws: Stop.self) {
        try stores[0].write { writer in
          try writer.define(other)
          throw Stop()
        }
      }
      #expect(try dataTables().count == 1)
      try stores[1].write { try $0.define(other) }
      #expect(try dataTables().count == 2)
      try stores[0].write { try $0.drop("Note") }
      try stores[0].write { try $0.drop("Other") }
      #expect(try dataTables().isEmpty)
      #expect(
        failure { _ = try stores[1].read { try $0.count(in: "Note") } }?.code == .unknownEntity)
    }

    @Test func `definitions that the configuration cannot make are refused`() throws {
      let stores = try stores()
      var unique = Notes.table
      unique.entity.version = 2
      unique.entity.attributes[0].isUnique = true
      let errors = [
        failure { try stores[0].write { try $0.define(unique, replacing: Notes.table) } },
        failure {
          try stores[0].write { writer in
            _ = try writer.count(in: "Note")
            try writer.define(renamed, replacing: Notes.table)
          }
        },
        failure {
          try stores[0].write { writer in
            _ = try writer.update(Notes.record("none"), in: "Note")
            try writer.drop("Note")
          }
        },
        failure {
          try stores[0].write { writer in
            try writer.define(renamed, replacing: Notes.table)
            try writer.delete("10", from: "Note")
          }
        },
      ]
      #expect(errors.allSatisfy { $0?.code == .unsupported }, "\(errors.map { $0?.code })")
      let wide = RecordTable(
        EntitySchema("Wide", attributes: (0..<1_700).map { .native("a\($0)", .int64) }),
        keyKind: .integer)
      try stores[0].write { writer in
        #expect(failure { try writer.define(wide) }?.code == .limitExceeded)
        try writer.delete("10", from: "Note")
      }
      let (count, table) = try stores[1].read {
        (try $0.count(in: "Note"), try $0.table("Note"))
      }
      #expect(count == 39 && table == Notes.table)
    }

    @Test func `a table is defined when all data servers are there, or not at all`() throws {
      let cluster = try TestCluster()
      let store = RecordStore(try cluster.backEnd("notes"))
      try store.write { try $0.define(Notes.table) }
      let other = RecordTable(
        EntitySchema("Other", attributes: [.native("a", .int64)]), keyKind: .integer)
      var next = Notes.table
      next.entity.version = 2
      next.entity.attributes[0].isIndexed = true
      try cluster.west.stop()
      #expect(failure { try store.write { try $0.define(other) } }?.code == .connectionLost)
      #expect(
        failure { try store.write { try $0.define(next, replacing: Notes.table) } }?.code
          == .connectionLost)
      try cluster.west.start()
      let tables = try store.read { try $0.tables() }
      #expect(tables == [Notes.table])
      try store.write { try $0.define(other) }
      try store.write { try $0.define(next, replacing: Notes.table) }
      try store.write { try $0.insert(Notes.record("a", "b"), into: "Note") }
      let found = try store.read { try $0.count(.equal(to: .text("b"), by: 0), in: "Note") }
      #expect(found == 1)
    }

    @Test func `names of any kind become names on all servers`() throws {
      let cluster = try TestCluster.shared()
      let long = String(repeating: "ß", count: 40)
      let names = [
        "it's a \\ \"quoted\" name", "xmin", "key", long + "1", long + "2",
        String(repeating: "n", count: 63), "keyed_archives_identity_1",
      ]
      let schema = "odd 'names' \\ \(schema)"
      let store = RecordStore(try cluster.backEnd(schema))
      for name in names {
        let table = RecordTable(
          EntitySchema(
            .init(name, id: name), attributes: names.map { .native($0, .text, isIndexed: true) }),
          keyKind: .integer)
        let records = (1...6).map { key in
          StoredRecord(key: .integer(key), values: names.map { .text("of " + $0.prefix(50)) })
        }
        try store.write { try $0.define(table) }
        for record in records { try store.write { try $0.insert(record, into: name) } }
        let again = RecordStore(try cluster.backEnd(schema))
        let found = try again.read {
          try $0.records(.equal(to: records[0].values[1], by: 1), in: name)
        }
        #expect(found == records, "\(name)")
      }
    }
  }
#endif
