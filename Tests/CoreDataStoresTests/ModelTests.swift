#if SQLite
  import ArchiveFormat
  import CoreDataStores
  import CoreDataTestSupport
  import FoundationArchiveFormat
  import PropertyListFormat
  import Testing

  /// The entities of a store, from its model and from its tables.
  @Suite struct ModelTests {
    private static let people = SampleModel([
      SampleModel.Entity(
        "Person", isAbstract: true,
        [
          .attribute("name", 700, valueClass: "NSString", isOptional: false),
          .attribute("shown", 700, isTransient: true),
          .relationship("boss", to: "Employee", inverse: "reports"),
        ]),
      SampleModel.Entity(
        "Employee", in: "Person",
        [
          .attribute("badge", 1000, transformer: "BadgeTransformer"),
          .attribute("title", 1800, valueClass: "NSArray"),
          .relationship("reports", to: "Person", inverse: "boss", isToMany: true),
        ]),
      SampleModel.Entity("Guest", in: "Person", [.attribute("title", 700)]),
    ])

    private static let peopleTables = """
      CREATE TABLE ZPERSON (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZBOSS INTEGER,
        ZNAME VARCHAR, ZBADGE BLOB, ZTITLE BLOB, ZTITLE1 VARCHAR);
      INSERT INTO ZPERSON VALUES (1, 2, 1, NULL, 'Ada', NULL, x'01', NULL);
      INSERT INTO ZPERSON VALUES (2, 3, 1, 1, 'Bob', NULL, NULL, 'Dr');
      INSERT INTO ZPERSON VALUES (3, 2, 1, 1, 'Cid', x'02', NULL, NULL);
      """

    private static let peopleRows = [(1, "Person", 0), (2, "Employee", 1), (3, "Guest", 1)]

    @Test func `entities, properties and their columns are those of the model`() throws {
      let sample = try SampleStore()
      defer { sample.remove() }
      try sample.make(Self.peopleRows, cache: Self.people.cache, Self.peopleTables)
      let store = try CoreDataStore(readOnly: sample.path)
      #expect(store.model.source == .modelCache && store.model.findings.isEmpty)
      #expect(store.model.names == ["Person", "Employee", "Guest"])
      #expect(store.metadata.uuid == "A-B-C" && store.metadata.version == 1)
      #expect(store.metadata.modelVersionIdentifiers == ["v2"])
      let person = try #require(store.model.entities["Person"])
      #expect(person.isAbstract == true && person.superentity == nil && person.number == 1)
      let employee = try #require(store.model.entities["Employee"])
      #expect(employee.isAbstract == false && employee.superentity == "Person")
      #expect(employee.root == "Person" && employee.table == "ZPERSON")
      #expect(employee.attributes.map(\.name) == ["badge", "name", "shown", "title"])
      let badge = employee.attributes[0]
      #expect(badge.kind == .binary && badge.transformerName == "BadgeTransformer")
      #expect(badge.columns == ["ZBADGE"] && !badge.isAmbiguous)
      let name = employee.attributes[1]
      #expect(name.kind == .string && name.valueClassName == "NSString" && !name.isOptional)
      #expect(employee.attributes[2].isTransient && employee.attributes[2].columns.isEmpty)
      let title = employee.attributes[3]
      #expect(title.isAmbiguous && title.columns == ["ZTITLE", "ZTITLE1"])
      #expect(title.kind == .transformable && title.kind.name == "transformable")
      #expect(employee.relationships.map(\.name) == ["boss", "reports"])
      let boss = employee.relationships[0]
      #expect(boss.destination == "Employee" && boss.inverse == "reports" && !boss.isToMany)
      #expect(boss.columns == ["ZBOSS"])
      #expect(employee.relationships[1].isToMany && employee.relationships[1].columns.isEmpty)
      #expect(employee.otherColumns.map(\.name) == ["ZTITLE", "ZTITLE1"])
      #expect(store.rowCounts().counts == ["Employee": 2, "Guest": 1])
    }

    @Test func `rows of an entity are those of its subentities too`() throws {
      let sample = try SampleStore()
      defer { sample.remove() }
      try sample.make(Self.peopleRows, cache: Self.people.cache, Self.peopleTables)
      let store = try CoreDataStore(readOnly: sample.path)
      #expect(try StoredRows(store, "Person").names == ["Employee 1", "Guest 2", "Employee 3"])
      #expect(try StoredRows(store, "Employee").names == ["Employee 1", "Employee 3"])
      let guests = try StoredRows(store, "Guest")
      #expect(guests.names == ["Guest 2"])
      #expect(guests.rows[0]["name"] == .text("Bob") && guests.rows[0]["boss"] == .integer(1))
      // The reader does not guess which column belongs to which entity.
      #expect(guests.rows[0]["title"] == nil && guests.rows[0]["ZTITLE1"] == .text("Dr"))
      #expect(guests.rows[0].fields.map(\.name) == ["name", "boss", "ZTITLE", "ZTITLE1"])
      var some = try store.rows(of: "Employee", properties: ["badge"])
      #expect(try some.next()?.fields.map(\.name) == ["badge"])
      let error = #expect(throws: ArchiveError.self) { try store.rows(of: "Persn") }
      #expect(error?.code == .keyNotFound && error?.message.contains("Person") == true)
    }

    @Test func `names that differ in their case alone are ambiguous`() throws {
      let sample = try SampleStore()
      defer { sample.remove() }
      let model = SampleModel([
        SampleModel.Entity(
          "Thing",
          [
            .attribute("url", 700), .attribute("URL", 700), .attribute("url1", 700),
            .attribute("size", 300), .attribute("gone", 300), .attribute("size9", 300),
          ])
      ])
      try sample.make(
        [(1, "Thing", 0)], cache: model.cache,
        """
        CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
          ZSIZE INTEGER, ZSIZE9 INTEGER, ZURL VARCHAR, ZURL1 VARCHAR, ZURL2 VARCHAR)
        """)
      let thing = try #require(try CoreDataStore(readOnly: sample.path).model.entities["Thing"])
      let marks = thing.attributes.map {
        "\($0.name) \($0.isAmbiguous) \($0.columns.joined(separator: " "))"
      }
      #expect(
        marks == [
          "URL true ZURL ZURL1 ZURL2", "gone false ", "size false ZSIZE", "size9 false ZSIZE9",
          "url true ZURL ZURL1 ZURL2", "url1 true ZURL1",
        ])
    }

    @Test(arguments: [nil, []] as [[UInt8]?])
    func `without a model the columns are shown as they are`(cache: [UInt8]?) throws {
      let sample = try SampleStore()
      defer { sample.remove() }
      try sample.make(
        [(1, "Note", 0)], cache: cache,
        """
        CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZDATE TIMESTAMP, ZTEXT VARCHAR);
        INSERT INTO ZNOTE VALUES (7, 1, 1, 0.5, 'hi');
        """)
      let store = try CoreDataStore(readOnly: sample.path)
      #expect(store.model.source == .tables && store.model.findings.isEmpty)
      let note = try #require(store.model.entities["Note"])
      #expect(note.isAbstract == nil && note.attributes.isEmpty)
      #expect(note.otherColumns.map(\.declaredType) == ["TIMESTAMP", "VARCHAR"])
      let row = try #require(try StoredRows(store, "Note").rows.first)
      guard case .date(0.5) = try row.fields[0].content() else {
        Issue.record("the column for dates holds no date")
        return
      }
      #expect(row["ZTEXT"] == .text("hi"))
    }

    @Test func `a model that cannot be read is a finding, and the tables are read`() throws {
      let archive = Self.people.archive
      let bomb = try SampleModel.deflated(Deflated.bytes(Array(repeating: 0, count: 8 << 20)))
      for (cache, code) in [
        ([1, 2, 3], ArchiveError.Code.malformed),
        (try SampleModel.deflated(Deflated.bytes(Array("no list".utf8))), .notPropertyList),
        (
          try SampleModel.deflated(Deflated.bytes(Array(archive.dropLast(40)))),
          .malformedPropertyList
        ),
        (
          try SampleModel.deflated(Deflated.bytes(Array("<plist><array/></plist>".utf8))),
          .notKeyedArchive
        ),
        (bomb, .limitExceeded),
      ] as [([UInt8], ArchiveError.Code)] {
        let sample = try SampleStore()
        defer { sample.remove() }
        try sample.make(Self.peopleRows, cache: cache, Self.peopleTables)
        let store = try CoreDataStore(readOnly: sample.path)
        #expect(store.model.findings.map(\.code) == [code])
        #expect(store.model.source == .tables)
        #expect(try StoredRows(store, "Person").rows.count == 3)
      }
    }

    @Test func `what the model and the tables do not share is said`() throws {
      let sample = try SampleStore()
      defer { sample.remove() }
      let model = SampleModel([
        SampleModel.Entity("Old", [.attribute("a", 700)]),
        SampleModel.Entity("Here", [.attribute("a", 700)]),
      ])
      try sample.make(
        [(1, "Here", 0), (2, "New", 0), (3, "Tableless", 0)], cache: model.cache,
        """
        CREATE TABLE ZHERE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZA VARCHAR);
        CREATE TABLE ZNEW (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER);
        """)
      let store = try CoreDataStore(readOnly: sample.path)
      #expect(
        store.model.findings.map(\.message).sorted() == [
          "the model has no entity New",
          "the model has no entity Tableless", "there is no table of the entity Tableless",
        ])
      #expect(store.model.names == ["Here", "New", "Tableless", "Old"])
      #expect(store.model.entities["Old"]?.number == nil)
      #expect(throws: ArchiveError.self) { try store.rows(of: "Tableless") }
    }
  }
#endif
