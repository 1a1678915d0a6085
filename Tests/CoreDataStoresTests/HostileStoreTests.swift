#if SQLite
  import ArchiveFormat
  import CoreDataStores
  import CoreDataTestSupport
  import Foundation
  import GRDB
  import Testing

  /// Databases that no Core Data made: none may trap, hang, or take more than its bytes pay for.
  @Suite struct HostileStoreTests {
    private static let table =
      "CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTEXT VARCHAR);"

    private static func findings(
      _ entities: [(Int, String, Int)], _ statements: String
    ) throws -> [String] {
      let sample = try SampleStore()
      defer { sample.remove() }
      try sample.make(entities, cache: nil, statements)
      return try CoreDataStore(readOnly: sample.path).model.findings.map(\.message)
    }

    @Test(arguments: [
      "CREATE VIEW ZNOTE AS SELECT 1 AS Z_PK, 1 AS Z_ENT",
      "CREATE VIRTUAL TABLE ZNOTE USING fts5(Z_PK, Z_ENT)",
    ])
    func `views and virtual tables are no tables`(statement: String) throws {
      #expect(
        try Self.findings([(1, "Note", 0)], statement) == ["there is no table of the entity Note"])
    }

    @Test(arguments: [
      "CREATE TABLE ZNOTE (Z_PK INTEGER, Z_ENT INTEGER)",
      "CREATE TABLE ZNOTE (Z_ENT INTEGER, Z_PK INTEGER PRIMARY KEY)",
      "CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY)",
      "CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY DESC, Z_ENT INTEGER)",
      "CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT AS (length(hex(zeroblob(20000000 + Z_PK)))))",
      "CREATE TABLE ZNOTE (Z_PK VARCHAR PRIMARY KEY, Z_ENT INTEGER)",
      "CREATE TABLE ZNOTE (Z_PK INTEGER, Z_ENT INTEGER, PRIMARY KEY (Z_PK, Z_ENT)) WITHOUT ROWID",
      "CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER) WITHOUT ROWID",
    ])
    func `a table of another shape is a finding`(statement: String) throws {
      let findings = try Self.findings([(1, "Note", 0)], statement)
      #expect(findings.count == 1 && findings[0].contains("ZNOTE"), "\(findings)")
    }

    @Test(arguments: [
      ("Z_MODELCACHE", "other BLOB"), ("Z_MODELCACHE", "Z_CONTENT AS (zeroblob(20000000))"),
      ("Z_METADATA", "Z_VERSION INTEGER, Z_UUID VARCHAR"),
      ("Z_METADATA", "Z_VERSION INTEGER, Z_UUID VARCHAR, Z_PLIST AS (zeroblob(20000000))"),
    ])
    func `a table beside the entities that has other columns is a finding`(
      table: String, columns: String
    ) throws {
      let findings = try Self.findings(
        [(1, "Note", 0)],
        Self.table
          + "DROP TABLE IF EXISTS \(table); CREATE TABLE \(table) (other INTEGER, \(columns.replacing("other BLOB", with: "more BLOB")))"
      )
      #expect(
        findings.count { $0.contains("the table \(table) has no stored column") } == 1,
        "\(findings)")
    }

    @Test(arguments: [
      "Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR",
      "Z_ENT INTEGER PRIMARY KEY, Z_NAME AS (hex(zeroblob(20000000 + Z_ENT))), Z_SUPER INTEGER",
      "Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, ROWID INTEGER",
    ])
    func `a table of entities with other columns is no store`(columns: String) throws {
      let sample = try SampleStore()
      defer { sample.remove() }
      try sample.make(
        [], cache: nil, "DROP TABLE Z_PRIMARYKEY; CREATE TABLE Z_PRIMARYKEY (\(columns))")
      let error = #expect(throws: ArchiveError.self) { try CoreDataStore(readOnly: sample.path) }
      #expect(error?.code == .malformedStore)
    }

    @Test func `a table of entities that is a view is none`() throws {
      let sample = try SampleStore()
      defer { sample.remove() }
      try sample.make(
        [], cache: nil,
        "DROP TABLE Z_PRIMARYKEY; CREATE VIEW Z_PRIMARYKEY AS SELECT 1 AS Z_ENT, 'a' AS Z_NAME, 0 AS Z_SUPER"
      )
      let error = #expect(throws: ArchiveError.self) { try CoreDataStore(readOnly: sample.path) }
      #expect(error?.code == .notCoreDataStore)
    }

    @Test(arguments: ["NULL", "'x'", "x'00'", "1.5"])
    func `a column that passes for the keys of rows is none`(key: String) throws {
      let sample = try SampleStore()
      defer { sample.remove() }
      try sample.make(
        [], cache: nil,
        """
        DROP TABLE Z_PRIMARYKEY; CREATE TABLE Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, rowid);
        INSERT INTO Z_PRIMARYKEY VALUES (1, 'Note', 0, \(key));
        """)
      let error = #expect(throws: ArchiveError.self) { try CoreDataStore(readOnly: sample.path) }
      #expect(error?.code == .malformedStore)
    }

    @Test(arguments: ["Z_PRIMARYKEY", "ZNOTE", "Z_METADATA", "Z_MODELCACHE"])
    func `a schema that names another table than its statement makes is damaged`(
      name: String
    ) throws {
      let sample = try SampleStore()
      defer { sample.remove() }
      try sample.make(
        [(1, "Note", 0)], cache: [],
        Self.table
          + """
          DROP TABLE \(name); CREATE TABLE other (a);
          CREATE VIEW \(name) AS SELECT NULL AS rowid, 1 AS Z_PK, 1 AS Z_ENT, 'Note' AS Z_NAME, 0 AS Z_SUPER;
          PRAGMA writable_schema = ON;
          UPDATE sqlite_master SET name = '\(name)', tbl_name = '\(name)' WHERE name = 'other';
          """)
      let error = #expect(throws: ArchiveError.self) { try CoreDataStore(readOnly: sample.path) }
      #expect(error?.code == .damagedDatabase)
    }

    @Test func `numbers of entities of every type are looked at`() throws {
      let sample = try SampleStore()
      defer { sample.remove() }
      try sample.make(
        [], cache: nil,
        Self.table
          + """
          DROP TABLE Z_PRIMARYKEY;
          CREATE TABLE Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX);
          INSERT INTO Z_PRIMARYKEY VALUES (1, 'Note', NULL, 0), ('x', 'A', 0, 0), (x'01', 'B', 0, 0), (NULL, 'C', 0, 0),
            (-1, 'D', 0, 0), (2, NULL, 0, 0), (3, x'61', 0, 0), (1, 'E', 0, 0), (4, 'Note', 0, 0), (1e300, 'F', 0, 0),
            (9223372036854775807, 'G', 'x', 0);
          INSERT INTO ZNOTE VALUES (1, 1, 1, 'a'), (2, 'x', 1, 'b'), (3, x'01', 1, 'c'), (4, NULL, 1, 'd'),
            (5, 99, 1, 'e'), (-9223372036854775808, 1, 1, 'f'), (9223372036854775807, 1, 1, 'g');
          """)
      let store = try CoreDataStore(readOnly: sample.path)
      #expect(store.model.names == ["Note", "G"])
      #expect(store.model.findings.allSatisfy { $0.code == .malformedStore })
      #expect(store.model.findings.count == 11)
      let rows = try StoredRows(store, "Note")
      #expect(rows.names == ["Note -9223372036854775808", "Note 1", "Note 9223372036854775807"])
      #expect(rows.errors.map { "\($0.path)" } == (2...5).map { "$ZNOTE[\($0)]" })
      #expect(store.rowCounts().counts == ["Note": 3])
    }

    @Test func `superentities in a circle end`() throws {
      let entities = [
        (1, "A", 2), (2, "B", 3), (3, "C", 1), (4, "D", 4), (5, "E", 77), (6, "F", 3),
      ]
      let findings = try Self.findings(entities, "")
      #expect(findings.filter { $0.contains("above itself") }.count == 2)
      #expect(findings.contains("the superentity of E is not in Z_PRIMARYKEY"))
    }

    @Test func `thousands of entities in a chain, and columns without a number`() throws {
      let entities = (1...5_000).map { ($0, "E\($0)", $0 - 1) }
      let columns = (0..<1_990).map { ", ZC\($0)" }.joined()
      let sample = try SampleStore()
      defer { sample.remove() }
      try sample.make(
        entities, cache: nil,
        "CREATE TABLE ZE1 (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER\(columns)); INSERT INTO ZE1 (Z_PK, Z_ENT, ZC7) VALUES (1, 5000, 'x');"
      )
      let store = try CoreDataStore(readOnly: sample.path)
      #expect(store.model.entities["E5000"]?.root == "E1")
      let rows = try StoredRows(store, "E2500")
      #expect(rows.names == ["E5000 1"] && rows.rows[0]["ZC7"] == .text("x"))
      for (count, code) in [(4_999, ArchiveError.Code.limitExceeded), (5_000, nil), (5_001, nil)] {
        var limits = CoreDataLimits()
        limits.maximumEntityCount = count
        var found: ArchiveError.Code?
        do throws(ArchiveError) {
          _ = try CoreDataStore(readOnly: sample.path, limits: limits)
        } catch { found = error.code }
        #expect(found == code, "\(count)")
      }
    }

    @Test func `names of every kind are names`() throws {
      let name = "a\"b\"\u{301}'; DROP TABLE x; --\u{202E}\n"
      let sample = try SampleStore()
      defer { sample.remove() }
      func quoted(_ name: String) -> String {
        String(decoding: name.utf8.flatMap { $0 == 34 ? [34, 34] : [$0] }, as: UTF8.self)
      }
      let table = "Z" + name.uppercased()
      let model = SampleModel([SampleModel.Entity(name, [.attribute(name, 700)])])
      try sample.make(
        [(1, name, 0)], cache: model.cache,
        """
        CREATE TABLE "\(quoted(table))" (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, "\(quoted(table))" VARCHAR, rowid, oid);
        INSERT INTO "\(quoted(table))" VALUES (1, 1, 'x', 2, 3);
        """)
      let rows = try StoredRows(CoreDataStore(readOnly: sample.path), name)
      #expect(rows.errors.isEmpty && rows.rows.first?[name] == .text("x"))
    }

    @Test func `computed columns, triggers and defaults run nothing`() throws {
      let sample = try SampleStore()
      defer { sample.remove() }
      try sample.make(
        [(1, "Note", 0)], cache: nil,
        """
        CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZTEXT VARCHAR,
          ZKEPT AS (Z_ENT + 1) STORED);
        INSERT INTO ZNOTE (Z_PK, Z_ENT, ZTEXT) VALUES (1, 1, 'a');
        ALTER TABLE ZNOTE ADD COLUMN ZLONG AS (abs(-9223372036854775807 - 1)) VIRTUAL;
        CREATE TRIGGER t AFTER INSERT ON ZNOTE BEGIN SELECT load_extension('x'); END;
        """)
      let rows = try StoredRows(CoreDataStore(readOnly: sample.path), "Note")
      #expect(rows.errors.isEmpty && rows.rows.first?.fields.map(\.name) == ["ZTEXT"])
    }

    @Test func `a row that is too large, or whose pages are damaged, does not end the rows`() throws
    {
      let sample = try SampleStore()
      defer { sample.remove() }
      try sample.make(
        [(1, "Note", 0)], cache: nil,
        Self.table
          + "INSERT INTO ZNOTE VALUES (1, 1, 1, 'a'), (2, 1, 1, replace(hex(zeroblob(20000)), '00', 'QZ')), (3, 1, 1, 'c');"
      )
      // The text has 40,000 bytes.
      for byteCount in [10_000, 39_999] {
        var limits = CoreDataLimits()
        limits.maximumRowByteCount = byteCount
        let small = try StoredRows(CoreDataStore(readOnly: sample.path, limits: limits), "Note")
        #expect(small.names == ["Note 1", "Note 3"])
        #expect(small.errors.map(\.code) == [.limitExceeded])
        #expect(small.errors.map { "\($0.path)" } == ["$ZNOTE[2]"])
      }
      for byteCount in [40_000, 40_001] {
        var limits = CoreDataLimits()
        limits.maximumRowByteCount = byteCount
        let rows = try StoredRows(CoreDataStore(readOnly: sample.path, limits: limits), "Note")
        #expect(rows.errors.isEmpty && rows.rows.count == 3, "\(byteCount)")
      }
      #expect(try StoredRows(CoreDataStore(readOnly: sample.path), "Note").rows.count == 3)

      var file = try DatabaseBytes(sample.path)
      let page = try #require(
        (0..<file.pageCount).first {
          file.page($0).dropFirst(4).prefix(64).allSatisfy { "QZ".utf8.contains($0) }
        })
      file.bytes.replaceSubrange(
        page * file.pageSize..<page * file.pageSize + 4, with: [0x7F, 0xFF, 0xFF, 0xFF])
      try file.write(sample.path)
      let damaged = try StoredRows(CoreDataStore(readOnly: sample.path), "Note")
      #expect(damaged.names == ["Note 1", "Note 3"])
      #expect(damaged.errors.map(\.code) == [.damagedDatabase])
    }

    @Test
    func `a row that cannot be read hides no row, and none of another entity is taken for it`()
      throws
    {
      let sample = try SampleStore()
      defer { sample.remove() }
      try sample.make(
        [(1, "Note", 0), (2, "Memo", 1)], cache: nil,
        Self.table
          + """
          INSERT INTO ZNOTE VALUES (1, 2, 1, 'a'), (2, 1, 1, 'b'),
            (3, 2, 1, replace(hex(zeroblob(20000)), '00', 'QZ')), (4, 1, 1, 'c'), (5, 2, 1, 'd');
          """)
      var limits = CoreDataLimits()
      limits.maximumRowByteCount = 10_000
      let store = try CoreDataStore(readOnly: sample.path, limits: limits)
      let memos = try StoredRows(store, "Memo")
      #expect(memos.names == ["Memo 1", "Memo 5"])
      #expect(memos.errors.map { "\($0.path)" } == ["$ZNOTE[3]"])
      // Counting reads no value.
      let (counts, error) = store.rowCounts()
      #expect(counts == ["Note": 2, "Memo": 3] && error == nil)
    }

    @Test func `pages that stand in several places of a tree end the rows`() throws {
      let sample = try SampleStore()
      defer { sample.remove() }
      try sample.make(
        [(1, "Note", 0), (2, "Other", 1)], cache: nil,
        Self.table
          + """
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20000)
          INSERT INTO ZNOTE SELECT i, 1, 1, 'x' FROM n;
          """)
      var file = try DatabaseBytes(sample.path)
      let root = try file.rootPage(of: "ZNOTE", sample.path)
      let cells = file.cells(root)
      #expect(file.page(root)[0] == 5 && cells.count > 20)
      let numbers = cells.map { file.number($0) }
      let leaf = numbers[0]
      for cell in cells { file.setNumber(leaf, cell) }
      try file.write(sample.path)
      let rows = try StoredRows(CoreDataStore(readOnly: sample.path), "Note")
      #expect(rows.errors.map(\.code) == [.damagedDatabase])
      #expect(rows.rows.count < 2_000)

      // A tree with two levels more: tens of millions of rows, of which none is of the entity.
      for level in 1...2 {
        file.copyPage(root, to: numbers[level] - 1)
        for cell in cells { file.setNumber(numbers[level], cell) }
      }
      try file.write(sample.path)
      let store = try CoreDataStore(readOnly: sample.path)
      let none = try StoredRows(store, "Other")
      #expect(none.errors.map(\.code) == [.limitExceeded] && none.rows.isEmpty)
    }

    @Test func `a chain of pages that many rows share is read for few of them`() throws {
      let sample = try SampleStore()
      defer { sample.remove() }
      try sample.make(
        [(1, "Note", 0)], cache: nil, first: "PRAGMA page_size = 512",
        "CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZDATA BLOB); INSERT INTO ZNOTE VALUES (1, 1, zeroblob(1499648));"
      )
      var file = try DatabaseBytes(sample.path)
      #expect(file.pageSize == 512)
      let root = try file.rootPage(of: "ZNOTE", sample.path)
      file.repeatOnlyCell(root, keyOffset: 3)
      try file.write(sample.path)
      let rows = try StoredRows(CoreDataStore(readOnly: sample.path), "Note")
      #expect(rows.errors.map(\.code) == [.limitExceeded])
      // The limit is twice the bytes of the file, and a mebibyte: ten rows say that they have that many.
      #expect(rows.rows.count >= 2 && rows.rows.count <= 4)
    }
  }
#endif
