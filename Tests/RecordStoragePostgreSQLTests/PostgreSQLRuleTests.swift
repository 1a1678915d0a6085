#if PostgreSQL
  import Foundation
  import RecordStoragePostgreSQL
  import StorageTransforms
  import TestSupport
  import Testing

  @Suite(
    "The rules of Spec/back-ends.md on a PostgreSQL server",
    .enabled(if: TestServer.isWanted, "\(TestServer.whyNot)"))
  struct PostgreSQLRuleTests {
    private func store(_ table: RecordTable = Photos.table) throws -> RecordStore {
      let store = RecordStore(try TestServer.shared().backEnd())
      try store.write { try $0.define(table) }
      return store
    }

    @Test func `a change that fails has changed nothing, and the transaction goes on (W1, W2)`()
      throws
    {
      let store = try store()
      try store.write { writer in
        try writer.insert(Photos.record(3, file: "a.png"), into: "Photo")
        try writer.insert(Photos.record(4, file: "b.png"), into: "Photo")
        let errors = [
          failure { try writer.insert(Photos.record(3), into: "Photo") },
          failure { try writer.insert(Photos.record(7, file: "a.png"), into: "Photo") },
          failure { try writer.upsert(Photos.record(7, file: "a.png"), in: "Photo") },
          failure { try writer.upsert(Photos.record(4, file: "a.png"), in: "Photo") },
          failure { try writer.update(Photos.record(4, file: "a.png"), in: "Photo") },
        ]
        #expect(
          errors.map { $0?.description } == [
            "duplicateKey: there is a record with this key, entity 'Photo', record 3",
            "notUnique: another record has this value, attribute 'file' of 'Photo', record 7, value “a.png”, which record 3 has",
            "notUnique: another record has this value, attribute 'file' of 'Photo', record 7, value “a.png”, which record 3 has",
            "notUnique: another record has this value, attribute 'file' of 'Photo', record 4, value “a.png”, which record 3 has",
            "notUnique: another record has this value, attribute 'file' of 'Photo', record 4, value “a.png”, which record 3 has",
          ])
        // Its own value again, null as often as one likes, and an update of nothing.
        try writer.upsert(Photos.record(3, "hill", file: "a.png"), in: "Photo")
        #expect(try writer.update(Photos.record(4, "lake", file: "b.png"), in: "Photo"))
        try writer.insert(Photos.record(5), into: "Photo")
        try writer.insert(Photos.record(6), into: "Photo")
        #expect(try !writer.update(Photos.record(9, file: "a.png"), in: "Photo"))
        #expect(try writer.delete(6, from: "Photo"))
        #expect(try !writer.delete(6, from: "Photo"))
      }
      let titles = try store.read { try $0.records(in: "Photo").map { $0.values[0] } }
      #expect(titles == [.text("hill"), .text("lake"), .text("sea")])
    }

    @Test func `a transaction that throws has changed nothing (T1, T2)`() throws {
      struct Stop: Error {}
      let store = try store()
      #expect(throws: Stop.self) {
        try store.write {
          try $0.insert(Photos.record(1), into: "Photo")
          try $0.define(Notes.table)
          try $0.upsert(Notes.record("a"), in: "Note")
          throw Stop()
        }
      }
      let (count, tables) = try store.read { (try $0.count(in: "Photo"), try $0.tables().count) }
      #expect(count == 0 && tables == 1)
    }

    @Test func `queries have the order, the bounds and the limits of other back ends`() throws {
      let table = RecordTable(
        EntitySchema(
          "Thing",
          attributes: [
            .native("number", .int16, isIndexed: true), .native("real", .double, isIndexed: true),
            .native("text", .text, isIndexed: true), .native("blob", .blob, isIndexed: true),
            .native("flag", .boolean, isIndexed: true), .native("name", .text, isUnique: true),
          ]), keyKind: .text)
      let stores = [try store(table), RecordStore(MemoryBackEnd())]
      try stores[1].write { try $0.define(table) }
      let seed = UInt64.random(in: 0 ... .max)
      var generator = SeededGenerator(seed: seed)
      let texts = ["", "a", "B", "b", "ä", "z", "Z", "\u{FFFF}", "\u{10000}", "ab", "a b"]
      let records = (0..<300).map { index -> StoredRecord in
        func maybe(_ value: StoredValue) -> StoredValue {
          Int.random(in: 0..<5, using: &generator) == 0 ? .null : value
        }
        return StoredRecord(
          key: .text("\(texts[index % texts.count])\(index)"),
          values: [
            maybe(.integer(.random(in: -3...3, using: &generator))),
            maybe(.real([-.infinity, -1.5, 0, 2, .infinity][index % 5])),
            maybe(.text(texts[Int.random(in: 0..<texts.count, using: &generator)])),
            maybe(.blob(Data([UInt8.random(in: 254...255, using: &generator), UInt8(index % 3)]))),
            maybe(.integer(Int64(index % 2))), maybe(.text("name \(index)")),
          ])
      }
      for store in stores {
        try store.write { for record in records { try $0.upsert(record, in: "Thing") } }
      }
      let bounds: [[StoredValue]] = [
        [.integer(-9), .integer(-3), .integer(0), .integer(2), .integer(.max)],
        [.real(-.infinity), .real(0), .real(1), .real(.infinity)],
        [.text(""), .text("a"), .text("b"), .text("\u{FFFF}")],
        [.blob(Data()), .blob(Data([254, 1])), .blob(Data([255, 255]))],
        [.integer(-1), .integer(0), .integer(1), .integer(2)],
        [.text("name 1"), .text("name 200"), .text("name 99")],
      ]
      var queries: [RecordQuery] = []
      for position in [nil, 0, 1, 2, 3, 4, 5] {
        let values: [StoredValue] =
          position.map { bounds[$0] } ?? [.text("a"), .text("a11"), .text("z")]
        queries.append(RecordQuery(by: position))
        if position != nil { queries.append(.equal(to: .null, by: position)) }
        for value in values {
          queries.append(.equal(to: value, by: position))
          queries.append(.prefix(value, by: position))
          for isIncluded in [true, false] {
            let bound = RecordQuery.Bound(value, isIncluded: isIncluded)
            queries.append(RecordQuery(by: position, from: bound))
            queries.append(RecordQuery(by: position, to: bound))
            for other in values {
              queries.append(
                RecordQuery(by: position, from: bound, to: .init(other, isIncluded: !isIncluded)))
            }
          }
        }
      }
      for query in queries {
        for isDescending in [false, true] {
          for limit in [nil, 0, 5, 16, 17, 40] {
            var query = query
            query.isDescending = isDescending
            query.limit = limit
            let (found, expected) = try (
              stores[0].read {
                (try $0.records(query, in: "Thing"), try $0.count(query, in: "Thing"))
              },
              stores[1].read {
                (try $0.records(query, in: "Thing"), try $0.count(query, in: "Thing"))
              }
            )
            #expect(found == expected, "\(query), seed \(seed)")
          }
        }
      }
    }
  }
#endif
