#if SQLite
  import Foundation
  import GRDB
  import RecordStorageSQLite
  import StorageTransforms
  import Testing

  @Suite("Queries find in SQLite what they find in memory, in the same order")
  struct QueriesTests {
    static let table = RecordTable(
      "T",
      [
        "i int64 indexed", "r double indexed", "t text indexed", "b blob indexed", "u text unique",
        "q int8 indexed required",
      ], keyKind: .text)

    static let texts = ["", "a", "A", "aa", "é", "e\u{301}", "z", "\u{FFFF}", "\u{10000}", "ab"]

    /// Few distinct values, so that many records have the same.
    private func records(_ count: Int) -> [StoredRecord] {
      (0..<count).map { index in
        let i = index * 7919 % 1009
        return StoredRecord(
          key: .text("k\(i)-\(index)"),
          values: [
            i % 5 == 0 ? .null : .integer(Int64(i % 4 - 2)),
            i % 7 == 0 ? .null : .real([-Double.infinity, -1, 0, 0.5, .infinity][i % 5]),
            i % 3 == 0 ? .null : .text(Self.texts[i % 10]),
            i % 3 == 1 ? .null : .blob(Data(Self.texts[i % 10].utf8)),
            i % 2 == 0 ? .null : .text("u\(index)"), .integer(Int64(i % 3)),
          ])
      }
    }

    private var queries: [RecordQuery] {
      var queries: [RecordQuery] = []
      let bounds: [Int?: [StoredValue]] = [
        nil: [.text("k1"), .text("k5"), .text("")], 0: [.integer(-1), .integer(1)],
        1: [.real(-.infinity), .real(0), .real(.infinity)], 2: [.text("a"), .text("é"), .text("")],
        3: [.blob(Data()), .blob(Data("a".utf8))], 4: [.text("u1"), .text("u5")],
        5: [.integer(0), .integer(1)],
      ]
      for (attribute, values) in bounds {
        queries.append(RecordQuery(by: attribute))
        if attribute != nil { queries.append(.equal(to: .null, by: attribute)) }
        for value in values {
          queries += [.equal(to: value, by: attribute), .prefix(value, by: attribute)]
          for isIncluded in [true, false] {
            let bound = RecordQuery.Bound(value, isIncluded: isIncluded)
            queries += [
              RecordQuery(by: attribute, from: bound), RecordQuery(by: attribute, to: bound),
            ]
            for other in values {
              queries.append(RecordQuery(by: attribute, from: bound, to: .init(other)))
            }
          }
        }
      }
      return queries.flatMap { query in
        [(false, nil), (true, nil), (false, 3), (true, 40), (false, 0)].map { isDescending, limit in
          var query = query
          (query.isDescending, query.limit) = (isDescending, limit)
          return query
        }
      }
    }

    @Test("700 records, many with the same values, by all attributes, bounds and directions")
    func sameAsMemory() throws {
      let (sqlite, memory) = (try DatabaseFile().store(Self.table), RecordStore(MemoryBackEnd()))
      try memory.write { try $0.define(Self.table) }
      let records = records(700)
      for store in [sqlite, memory] {
        try store.write { writer in for record in records { try writer.insert(record, into: "T") } }
      }
      let queries = queries
      #expect(queries.count > 400)
      for query in queries {
        let expected = try memory.read {
          ($0, try $0.records(query, in: "T"), try $0.count(query, in: "T"))
        }
        let found = try sqlite.read {
          ($0, try $0.records(query, in: "T"), try $0.count(query, in: "T"))
        }
        #expect(found.1.map(\.key) == expected.1.map(\.key), "\(query)")
        #expect(found.1 == expected.1)
        #expect(found.2 == expected.2, "\(query)")
      }
    }

    @Test("no query sorts: each walks along an index", arguments: [RecordKey.Kind.text, .integer])
    func plans(_ kind: RecordKey.Kind) throws {
      let file = try DatabaseFile()
      var table = Self.table
      table.keyKind = kind
      _ = try file.store(table)
      let queue = try DatabaseQueue(path: file.path)
      let sql = """
        SELECT * FROM "T" WHERE ("i", "key") > (?, ?) AND "i" <= ? ORDER BY "i", "key" LIMIT 9
        SELECT * FROM "T" WHERE ("i", "key") < (?, ?) ORDER BY "i" DESC, "key" DESC LIMIT 9
        SELECT * FROM "T" WHERE "i" IS NULL AND "key" > ? ORDER BY "key" LIMIT 9
        SELECT * FROM "T" WHERE "i" IS NOT NULL ORDER BY "i", "key" LIMIT 9
        SELECT * FROM "T" WHERE "u" = ? AND "key" < ? ORDER BY "key" DESC LIMIT 9
        SELECT * FROM "T" WHERE ("u", "key") > (?, ?) ORDER BY "u", "key" LIMIT 9
        SELECT * FROM "T" WHERE "key" > ? ORDER BY "key" LIMIT 9
        """
      for line in sql.split(separator: "\n") {
        let plan = try queue.read {
          try Row.fetchAll(
            $0, sql: "EXPLAIN QUERY PLAN \(line)",
            arguments: ["a", "a", "a"].prefix(line.filter { $0 == "?" }.count).reduce(
              into: StatementArguments()
            ) { $0 += [$1] }
          )
          .map { "\($0["detail"] as DatabaseValue)" }.joined(separator: "; ")
        }
        #expect(!plan.contains("TEMP B-TREE") && !plan.contains("SCAN T;"), "\(line): \(plan)")
        if line.contains("?") { #expect(plan.contains("SEARCH"), "\(line): \(plan)") }
      }
    }

    @Test(
      "a cursor goes on while its transaction writes, and meets what does not change exactly once")
    func writesUnderCursor() throws {
      let store = try DatabaseFile().store(Self.table)
      let records = records(600)
      try store.write { writer in
        for record in records { try writer.insert(record, into: "T") }
        let cursor = try writer.cursor(RecordQuery(by: 2), in: "T")
        var met: [RecordKey] = []
        while var record = try cursor.next() {
          met.append(record.key)
          // Records behind and before the cursor change or go, each but for the first.
          if met.count % 3 == 0 {
            record.values[5] = .integer(9)
            try writer.update(record, in: "T")
          } else if met.count % 3 == 1 {
            try writer.delete(record.key, from: "T")
          }
          try writer.upsert(
            StoredRecord(
              key: .text("new\(met.count)"),
              values: records[0].values.enumerated().map { $0 == 2 || $0 == 4 ? .null : $1 }),
            in: "T")
        }
        let old = met.filter { !$0.description.contains("new") }
        #expect(old.count == 600 && Set(old).count == 600)
      }
    }

    @Test("a cursor holds a page of large records, not all of them")
    func largeRecords() throws {
      let store = try DatabaseFile().store(RecordTable("Big", ["bytes blob"]))
      try store.write { writer in
        for key in 0..<40 {
          let bytes = Data(repeating: UInt8(key), count: 700_000)
          try writer.insert(
            StoredRecord(key: .integer(Int64(key)), values: [.blob(bytes)]), into: "Big")
        }
      }
      let sizes = try store.read { reader in
        let cursor = try reader.cursor(RecordQuery(isDescending: true), in: "Big")
        var sizes: [Int64] = []
        while let record = try cursor.next(), case .integer(let key) = record.key {
          sizes.append(key)
        }
        return sizes
      }
      #expect(sizes == (0..<40).reversed())
    }

    @Test("a cursor and a reader that outlive their session are over")
    func sessionEnded() throws {
      let backEnd = try SQLiteBackEnd(path: try DatabaseFile().path)
      let table = Self.table
      var kept: (any StorageWriting, any RecordStorage.RecordCursor)?
      try backEnd.write(.written) { writing in
        try writing.define(table, replacing: nil, rewrite: nil)
        for record in records(30) { try writing.insert(record, into: table) }
        kept = (writing, try writing.cursor(RecordQuery(), in: table))
        _ = try kept?.1.next()
      }
      #expect(code { _ = try kept?.1.next() } == "sessionEnded")
      #expect(code { _ = try kept?.0.tables() } == "sessionEnded")
      #expect(code { try backEnd.read { _ in try backEnd.write(.written) { _ in } } } == "nested")
    }
  }
#endif
