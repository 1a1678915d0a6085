#if SQLite
  import ArchiveFormat
  import CoreDataStores
  import CoreDataTestSupport
  import Foundation
  import GRDB
  import Testing

  /// Relationships whose columns are not certain, or cannot be read, are left out.
  @Suite struct LinkTests {
    @Test func `a relationship whose inverse leads elsewhere is not read`() throws {
      let model = SampleModel([
        SampleModel.Entity(
          "Shop",
          [
            .relationship("items", to: "Item", inverse: "shop", isToMany: true),
            // The inverse is that of another relationship.
            .relationship("stock", to: "Item", inverse: "shop", isToMany: true),
            // The inverse leads to another entity.
            .relationship("goods", to: "Item", inverse: "owner", isToMany: true),
            // One table for both.
            .relationship("tags", to: "Item", isToMany: true),
            .relationship("TAGS", to: "Item", isToMany: true),
          ]),
        SampleModel.Entity(
          "Item",
          [
            .relationship("shop", to: "Shop", inverse: "items"),
            .relationship("owner", to: "Person", inverse: "goods"),
          ]),
        SampleModel.Entity(
          "Person", [.relationship("goods", to: "Item", inverse: "owner", isToMany: true)]),
      ])
      let sample = try SampleStore()
      defer { sample.remove() }
      try sample.make(
        [(1, "Shop", 0), (2, "Item", 0), (3, "Person", 0)], cache: model.cache,
        """
        CREATE TABLE ZSHOP (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER);
        CREATE TABLE ZITEM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZSHOP INTEGER, ZOWNER INTEGER);
        CREATE TABLE ZPERSON (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER);
        CREATE TABLE Z_1TAGS (Z_1TAGGED INTEGER, Z_2TAGS INTEGER, PRIMARY KEY (Z_1TAGGED, Z_2TAGS));
        INSERT INTO ZSHOP VALUES (1, 1, 1);
        INSERT INTO ZITEM VALUES (1, 2, 1, 1, 1), (2, 2, 1, 1, NULL);
        INSERT INTO ZPERSON VALUES (1, 3, 1);
        INSERT INTO Z_1TAGS VALUES (1, 2);
        """)
      let store = try CoreDataStore(readOnly: sample.path)
      for (entity, keys) in [("Shop", ["items": [1, 2]]), ("Person", ["goods": [1]])]
        as [(String, [String: [Int64]])]
      {
        let relationships = try #require(store.model.entities[entity]?.relationships)
        #expect(
          Set(relationships.filter { $0.link != nil }.map(\.name)) == Set(keys.keys), "\(entity)")
        let rows = try StoredRows(store, entity)
        #expect(rows.errors.isEmpty && rows.rows.count == 1)
        var found: [String: [Int64]] = [:]
        for row in rows.rows {
          for destinations in row.destinations {
            found[destinations.relationship.name] = destinations.keys
          }
        }
        #expect(found == keys, "\(entity)")
      }
      #expect(store.model.otherTables == ["Z_1TAGS"])
    }

    @Test func `a table of links that is damaged leaves its relationships out of the rows`() throws
    {
      let sample = try LibraryStore.make()
      defer { sample.remove() }
      let queue = try sample.open()
      // The albums of Asset 4 are on pages before the damage, and behind it.
      try queue.write {
        try $0.execute(
          sql: """
            WITH RECURSIVE n(i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n LIMIT 2000)
            INSERT INTO Z_3ASSETS SELECT i, 4, 1 FROM n;
            """)
      }
      try queue.close()
      var file = try DatabaseBytes(sample.path)
      let cells = file.cells(try file.rootPage(of: "Z_3ASSETS", sample.path))
      #expect(cells.count > 2)
      file.bytes[(file.number(cells[2]) - 1) * file.pageSize] = 0xFF
      try file.write(sample.path)
      let store = try CoreDataStore(readOnly: sample.path)
      for (entity, rowCount, names) in [
        ("Asset", 3, ["details", "keywords", "people"]), ("Collection", 4, ["children"]),
      ] {
        let rows = try StoredRows(store, entity)
        #expect(rows.errors.map(\.code) == [.damagedDatabase], "\(entity)")
        #expect(rows.rows.count == rowCount)
        #expect(
          Set(rows.rows.flatMap { $0.destinations.map(\.relationship.name) }) == Set(names))
      }
    }

    @Test
    func `a table with as many relationships as columns does not take the time of their product`()
      throws
    {
      let count = 800
      let model = SampleModel([
        SampleModel.Entity(
          "One",
          (0..<count).map {
            .relationship("r\($0)r", to: "Two", inverse: "s\($0)s", isToMany: true)
          }),
        SampleModel.Entity(
          "Two",
          (0..<count).map { .relationship("s\($0)s", to: "One", inverse: "r\($0)r") }),
      ])
      // Long names of columns that are no relationship's.
      let ending = String(repeating: "X", count: 700)
      let columns =
        (0..<1_000).map { ", ZT\($0)\(ending)" }.joined()
        + (0..<count).map { ", ZS\($0)S" }.joined()
      let sample = try SampleStore()
      defer { sample.remove() }
      try sample.make(
        [(1, "One", 0), (2, "Two", 0)], cache: model.cache,
        """
        CREATE TABLE ZONE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER);
        CREATE TABLE ZTWO (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER\(columns));
        INSERT INTO ZONE VALUES (7, 1);
        INSERT INTO ZTWO (Z_PK, Z_ENT, ZS99S, ZS100S) VALUES (1, 2, 7, NULL), (2, 2, 7, 7);
        """)
      let (start, processorStart) = (ContinuousClock.now, clock())
      let store = try CoreDataStore(readOnly: sample.path)
      // Other processes may take most of the time. POSIX has a million units of clock() in a second.
      let time = min(
        ContinuousClock.now - start, .microseconds(Int64(clock()) - Int64(processorStart)))
      #expect(store.model.entities["One"]?.relationships.allSatisfy { $0.link != nil } == true)
      // To fold 700 kB for each of the relationships takes many times as long.
      #expect(time < .seconds(5))
      // One statement reads a hundred of the columns.
      let rows = try StoredRows(store, "One")
      #expect(rows.errors.isEmpty && rows.rows.count == 1)
      var found: [String: [Int64]] = [:]
      for destinations in rows.rows.flatMap(\.destinations) where !destinations.keys.isEmpty {
        found[destinations.relationship.name] = destinations.keys
      }
      #expect(found == ["r99r": [1, 2], "r100r": [2]])
    }

    @Test(arguments: [
      ("Album", "UPDATE Z_3ASSETS SET Z_FOK_1ASSETS = 'x' WHERE Z_1ASSETS = 2", [2, 4, 1]),
      ("Album", "UPDATE Z_3ASSETS SET Z_FOK_1ASSETS = 1.5 WHERE Z_1ASSETS = 2", [2, 4, 1]),
      ("Folder", "UPDATE ZCOLLECTION SET Z_FOK_PARENT = x'00' WHERE Z_PK = 2", [2, 7, 3]),
    ])
    func `an order that is no integer is an error, and comes first`(
      entity: String, statement: String, keys: [Int64]
    ) throws {
      let sample = try LibraryStore.make()
      defer { sample.remove() }
      let queue = try sample.open()
      try queue.write { try $0.execute(sql: statement) }
      try queue.close()
      let rows = try StoredRows(CoreDataStore(readOnly: sample.path), entity)
      #expect(rows.errors.map(\.code) == [.malformedStore])
      #expect(rows.errors.allSatisfy { $0.message == "the row has an order that is no integer" })
      #expect(rows.rows.first?.destinations.first?.keys == keys)
    }

    @Test(arguments: [("ZASSET", "Asset", 500), ("ZPERSON", "Person", 1)])
    func `rows with many keys or columns are read a few at a time`(
      table: String, entity: String, columnCount: Int
    ) throws {
      // Assets with hundreds of columns without a value, and 120 people with 1,200 keys each.
      let sample = try LibraryStore.make()
      defer { sample.remove() }
      let queue = try sample.open()
      try queue.write { database in
        for column in 0..<columnCount {
          try database.execute(sql: "ALTER TABLE \(table) ADD COLUMN ZMORE\(column) INTEGER")
        }
        try database.execute(
          sql: """
            WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n LIMIT 200)
            INSERT INTO \(table) (Z_PK, Z_ENT) SELECT i, (SELECT Z_ENT FROM \(table)) FROM n;
            """)
        if entity == "Person" {
          try database.execute(
            sql: """
              WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n LIMIT 120),
                m(i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM m LIMIT 1200)
              INSERT INTO Z_7CHILDREN SELECT m.i, n.i FROM n, m;
              """)
        }
      }
      try queue.close()
      var rows = try CoreDataStore(readOnly: sample.path).rows(of: entity)
      var (rowCount, keyCount, most) = (0, 0, 0)
      while let row = try rows.next() {
        rowCount += 1
        keyCount += row.destinations.reduce(0) { $0 + $1.keys.count }
        let part = Mirror(reflecting: rows).descendant("part")
        most = max(most, try #require(part as? any Collection).count)
      }
      #expect(rowCount == 203 && keyCount >= (entity == "Person" ? 144_000 : 1))
      #expect(most < 150, "\(most)")
    }
  }
#endif
