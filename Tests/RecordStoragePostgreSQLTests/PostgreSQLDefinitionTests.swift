#if PostgreSQL
  import Foundation
  import RecordStoragePostgreSQL
  import StorageTransforms
  import Testing

  @Suite(
    "Tables of a PostgreSQL server that are defined anew",
    .enabled(if: TestServer.isWanted, "\(TestServer.whyNot)"))
  struct PostgreSQLDefinitionTests {
    private func stores() throws -> [RecordStore] {
      let server = try TestServer.shared()
      let name = "s" + UUID().uuidString.prefix(8).lowercased()
      let stores = try (0..<2).map { _ in RecordStore(try server.backEnd(name)) }
      try stores[0].write { writer in
        try writer.define(Photos.table)
        for key in 1...50 {
          try writer.insert(
            Photos.record(Int64(key), "title \(key % 20)", file: "\(key)", size: Int64(key)),
            into: "Photo")
        }
      }
      return stores
    }

    /// Renamed, with names that are swapped, wider, and with other indexes.
    private var renamed: RecordTable {
      RecordTable(
        EntitySchema(
          .init("Picture", id: "Photo"), version: 2,
          attributes: [
            .native("file", .text, id: "title"),
            .native("title", .text, id: "file", isIndexed: true),
            .native("size", .int64, isIndexed: true), .native("breadth", .double, id: "width"),
          ]), keyKind: .integer)
    }

    @Test func `names, types and indexes change without a record being written (S1)`() throws {
      let stores = try stores()
      let before = try stores[1].read { try $0.records(in: "Photo") }
      try stores[0].write { try $0.define(renamed, replacing: Photos.table) }
      for store in stores {
        let (records, found) = try store.read {
          (
            try $0.records(in: "Photo"),
            try $0.records(.equal(to: .text("7"), by: 1), in: "Photo")
          )
        }
        #expect(records == before && found.map(\.key) == [7])
        try store.write {
          try $0.upsert(Photos.record(1, file: "2", size: 1 << 20), in: "Photo")
          try $0.delete(1, from: "Photo")
          try $0.insert(before[0], into: "Photo")
        }
      }
    }

    @Test func `a rewrite makes other records, all or none (S1, S2)`() throws {
      struct Stop: Error {}
      let stores = try stores()
      let next = RecordTable(
        EntitySchema(
          "Photo", version: 2,
          attributes: [
            .native("title", .text, isUnique: true), .native("half", .double, isIndexed: true),
          ]), keyKind: .integer)
      let rewrite: RecordRewrite = { record in
        guard case .integer(let size) = record.values[2] else { throw Stop() }
        return [.text("\(record.values[0]) \(size / 40)"), .real(Double(size) / 2)]
      }
      try stores[0].write { writer in
        let error = failure {
          // Records 5 and 9 would have one title.
          try writer.define(next, replacing: Photos.table) { record in
            [.text(record.key == 9 || record.key == 5 ? "title 8" : "\(record.key)"), .null]
          }
        }
        #expect(error?.code == .notUnique && error?.attribute == "title")
        #expect(error?.key == 9 && error?.existingKey == 5 && error?.value == .text("title 8"))
        #expect(throws: Stop.self) {
          try writer.define(next, replacing: Photos.table) { _ in throw Stop() }
        }
        #expect(try writer.count(in: "Photo") == 50)
        #expect(
          failure { try writer.insert(Photos.record(60, file: "7"), into: "Photo") }?.code
            == .notUnique)
        try writer.define(next, replacing: Photos.table) {
          [.text("\($0.key)"), try rewrite($0)[1]]
        }
        #expect(
          failure {
            try writer.insert(StoredRecord(key: 60, values: [.text("7"), .null]), into: "Photo")
          }?.code == .notUnique)
      }
      for store in stores {
        let found = try store.read {
          try $0.records(RecordQuery(by: 1, isDescending: true, limit: 2), in: "Photo")
        }
        #expect(found.map(\.values) == [[.text("50"), .real(25)], [.text("49"), .real(24.5)]])
        let stale = failure {
          try store.write { try $0.define(renamed, replacing: Photos.table) }
        }
        #expect(stale?.code == .schemaChanged)
      }
    }

    @Test func `uniqueness that the records break is refused, and the transaction goes on (S2)`()
      throws
    {
      let stores = try stores()
      var next = Photos.table
      next.entity.version = 2
      next.entity.attributes[0].isUnique = true
      try stores[0].write { writer in
        let error = failure { try writer.define(next, replacing: Photos.table) }
        #expect(error?.code == .notUnique && error?.key == 21 && error?.existingKey == 1)
        try writer.insert(Photos.record(99), into: "Photo")
      }
      let added = try stores[1].read { try $0.values(of: 99, in: "Photo") }
      #expect(added == Photos.record(99).values)
    }

    @Test func `a table is not made of a state that others have changed`() throws {
      let stores = try stores()
      // What the transaction wrote itself is in the new table. Whoever commits meanwhile, in another test, makes the definition a conflict.
      var isDefined = false
      for _ in 0..<200 where !isDefined {
        let conflict = failure {
          try stores[0].write { writer in
            try writer.insert(Photos.record(77), into: "Photo")
            try writer.define(renamed, replacing: Photos.table)
            #expect(try writer.count(in: "Photo") == 51)
            try writer.define(Notes.table)
            try writer.drop("Note")
          }
        }
        #expect(conflict == nil || conflict?.code == .conflict)
        isDefined = conflict == nil
      }
      try #require(isDefined)
      let error = failure {
        try stores[0].write { writer in
          _ = try writer.count(in: "Photo")
          try stores[1].write { try $0.insert(Photos.record(88), into: "Photo") }
          try writer.drop("Photo")
        }
      }
      #expect(error?.code == .conflict)
      let count = try stores[0].read { try $0.count(in: "Photo") }
      #expect(count == 52)
      try stores[0].write { try $0.drop("Photo") }
      #expect(
        failure { _ = try stores[1].read { try $0.count(in: "Photo") } }?.code == .unknownEntity)
    }

    @Test func `a table with more columns than the server takes is refused, and only that`() throws
    {
      let stores = try stores()
      let wide = RecordTable(
        EntitySchema("Wide", attributes: (0..<1_700).map { .native("a\($0)", .int64) }),
        keyKind: .integer)
      try stores[0].write { writer in
        #expect(failure { try writer.define(wide) }?.code == .limitExceeded)
        try writer.delete(1, from: "Photo")
      }
      let count = try stores[0].read { try $0.count(in: "Photo") }
      #expect(count == 49)
    }
  }
#endif
