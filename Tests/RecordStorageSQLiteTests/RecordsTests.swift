#if SQLite
  import Foundation
  import RecordStorageSQLite
  import StorageTransforms
  import Testing

  @Suite("Records in SQLite come back as they were, and rules hold after each change")
  struct RecordsTests {
    static let table = RecordTable(
      "Photo", ["title text required", "file text unique", "size int16 indexed", "extra any"])

    private func record(
      _ key: RecordKey, _ title: StoredValue = .text("sea"), file: StoredValue = .null,
      size: StoredValue = .integer(1), extra: StoredValue = .null
    ) -> StoredRecord {
      StoredRecord(key: key, values: [title, file, size, extra])
    }

    static let values: [StoredValue] = [
      .null, .integer(0), .integer(.min), .integer(.max), .real(0), .real(1), .real(-1.5),
      .real(.infinity), .real(-.infinity), .real(.leastNonzeroMagnitude), .real(1e300), .real(0.1),
      .text(""), .text("1"), .text("1.0"), .text("é"), .text("e\u{301}"), .text("👩‍👩‍👧"),
      .text("\u{FFFD}"), .text("\u{10FFFF}"), .text("a'b\"c"),
      .text(String(repeating: "x", count: 100_000)),
      .blob(Data()), .blob(Data([0])), .blob(Data((0...255).map { UInt8($0) })),
      .blob(Data([1, 2, 3]).dropFirst(3)), .blob(Data(repeating: 7, count: 3_000_000)),
    ]

    @Test("each value of the domain comes back as it was, opened anew too", arguments: values)
    func domain(_ value: StoredValue) throws {
      let file = try DatabaseFile()
      let record = record(1, extra: value)
      try file.store(Self.table).write { try $0.insert(record, into: "Photo") }
      let store = try file.store()
      #expect(try store.read { try $0.values(of: 1, in: "Photo") } == record.values)
      #expect(try store.read { try $0.records(in: "Photo") } == [record])
      let kind = RecordTable(
        "One", ["value \(value.kind == .null ? "text" : value.kind.rawValue.columnType)"])
      try store.write { writer in
        try writer.define(kind)
        try writer.upsert(StoredRecord(key: 1, values: [value]), in: "One")
        #expect(try writer.values(of: 1, in: "One") == [value])
      }
    }

    @Test(
      "keys of each kind",
      arguments: [
        ["", "a", "A", "é", "e\u{301}", "10", "9"].map(RecordKey.text),
        [Int64.min, -1, 0, 1, .max].map(RecordKey.integer),
        [[], [0], [0, 0], [255], [1]].map { RecordKey.blob(Data($0)) },
      ])
    func keys(_ keys: [RecordKey]) throws {
      let store = try DatabaseFile().store(RecordTable("T", ["n int64"], keyKind: keys[0].kind))
      let records = keys.enumerated().map {
        StoredRecord(key: $1, values: [.integer(Int64($0))])
      }
      try store.write { writer in for record in records { try writer.insert(record, into: "T") } }
      let found = try store.read { try $0.records(in: "T") }
      #expect(found == records.sorted { $0.key < $1.key })
      for record in records {
        #expect(try store.read { try $0.values(of: record.key, in: "T") } == record.values)
      }
    }

    @Test("insert, update, upsert and delete do what the table of the specification says")
    func operations() throws {
      let store = try DatabaseFile().store(Self.table)
      try store.write { writer in
        let nothing = try writer.update(record(1), in: "Photo")
        #expect(!nothing)
        #expect(try writer.count(in: "Photo") == 0)
        try writer.insert(record(1, file: .text("a")), into: "Photo")
        let error = #expect(throws: StorageError.self) {
          try writer.insert(record(1, file: .text("a")), into: "Photo")
        }
        #expect(error?.code == .duplicateKey && error?.key == 1 && error?.entity == "Photo")
        let changed = try writer.update(record(1, .text("b"), file: .text("a")), in: "Photo")
        #expect(changed)
        try writer.upsert(record(1, .text("c"), file: .text("a")), in: "Photo")
        try writer.upsert(record(2, .text("d")), in: "Photo")
        #expect(try writer.records(in: "Photo").map(\.values[0]) == [.text("c"), .text("d")])
        let (gone, again) = (
          try writer.delete(1, from: "Photo"), try writer.delete(1, from: "Photo")
        )
        #expect(gone && !again)
      }
      #expect(try store.read { try $0.count(in: "Photo") } == 1)
    }

    @Test(
      "a value that another record has is refused, changes nothing, and the transaction goes on")
    func unique() throws {
      let store = try DatabaseFile().store(Self.table)
      try store.write { writer in
        try writer.insert(record(1, file: .text("a")), into: "Photo")
        try writer.insert(record(2, file: .text("b")), into: "Photo")
        try writer.insert(record(3), into: "Photo")
        try writer.insert(record(4), into: "Photo")
        let before = try writer.records(in: "Photo")
        for change in [
          { try writer.insert(record(9, file: .text("a")), into: "Photo") },
          { try writer.update(record(2, .text("new"), file: .text("a")), in: "Photo") },
          { try writer.upsert(record(2, .text("new"), file: .text("a")), in: "Photo") },
          { try writer.upsert(record(9, .text("new"), file: .text("a")), in: "Photo") },
        ] {
          let error = #expect(throws: StorageError.self) { try change() }
          #expect(error?.code == .notUnique && error?.attribute == "file")
          #expect(error?.value == .text("a") && error?.existingKey == 1)
          #expect(error?.underlying != nil)
          #expect(try writer.records(in: "Photo") == before)
        }
        // Two records swap their values in three steps (rule W3).
        try writer.update(record(1, file: .null), in: "Photo")
        try writer.update(record(2, file: .text("a")), in: "Photo")
        try writer.update(record(1, file: .text("b")), in: "Photo")
      }
      let files = try store.read { try $0.records(in: "Photo").map(\.values[1]) }
      #expect(files == [.text("b"), .text("a"), .null, .null])
    }

    @Test(
      "a transaction that throws leaves nothing, and its error is thrown",
      arguments: SQLiteBackEnd.Options.Journal.allCases)
    func rollback(_ journal: SQLiteBackEnd.Options.Journal) throws {
      struct Failure: Error {}
      let file = try DatabaseFile()
      let store = try file.store(Self.table, .init(journal: journal))
      for durability in [StorageDurability.synced, .written, .synced] {
        #expect(throws: Failure.self) {
          try store.write(durability) { writer in
            try writer.insert(record(1), into: "Photo")
            try writer.define(RecordTable("Other", ["a text"]))
            throw Failure()
          }
        }
        #expect(throws: Failure.self) { try store.read { _ in throw Failure() } }
      }
      #expect(try store.read { try $0.count(in: "Photo") } == 0)
      #expect(try store.read { try $0.tables() } == [Self.table])
      try store.write(.written) { try $0.insert(record(1), into: "Photo") }
      #expect(try file.store(.init(journal: journal)).read { try $0.count(in: "Photo") } == 1)
      #expect(try file.rows("PRAGMA journal_mode") == [journal.rawValue])
    }

    @Test("the tables are the same array as long as nobody changes them")
    func sameTables() throws {
      let file = try DatabaseFile()
      let backEnd = try SQLiteBackEnd(path: file.path)
      let store = RecordStore(backEnd)
      try store.write { try $0.define(Self.table) }
      func buffer() throws -> Int {
        var address = 0
        try backEnd.read { reading in
          try reading.tables().withUnsafeBufferPointer { address = Int(bitPattern: $0.baseAddress) }
        }
        return address
      }
      let first = try buffer()
      try store.write { try $0.insert(record(1), into: "Photo") }
      let second = try buffer()
      #expect(first == second)
      // Another process defines a table.
      try file.store().write { try $0.define(RecordTable("Other", ["a text"])) }
      let third = try buffer()
      #expect(first != third)
      #expect(try store.read { try $0.tables().map(\.id) } == ["Other", "Photo"])
    }
  }

  extension String {
    /// The type of a column of values of a kind.
    fileprivate var columnType: String { ["integer": "int64", "real": "double"][self] ?? self }
  }
#endif
