#if SQLite
  import ArchiveFormat
  import CoreDataStores
  import CoreDataTestSupport
  import Foundation
  import GRDB
  import TestSupport
  import TestTraits
  import Testing

  /// A store with relationships of every kind, and with all that other programs and Core Data itself put into a database.
  @Suite struct LibraryStoreTests {
    /// The objects that relationships of an entity lead to, by the key of each row.
    private static func destinations(
      _ store: CoreDataStore, _ entity: String, _ relationship: String
    ) throws -> [String] {
      let rows = try StoredRows(store, entity)
      #expect(rows.errors.isEmpty)
      return rows.rows.compactMap { row in
        row.destinations.first { $0.relationship.name == relationship }
          .map { "\(row.key): \($0.keys.map { "\($0)" }.joined(separator: " "))" }
      }
    }

    @Test func `relationships to many are followed, in their order`() throws {
      let sample = try LibraryStore.make()
      defer { sample.remove() }
      let store = try CoreDataStore(readOnly: sample.path)
      #expect(store.model.findings.isEmpty, "\(store.model.findings)")
      for (entity, relationship, expected) in [
        // Joined, with an order on one side.
        ("Album", "assets", ["2: 4 2 1", "3: 4"]), ("Asset", "albums", ["1: 2", "2: 2", "4: 2 3"]),
        // Joined by a column with a number.
        ("Asset", "keywords", ["1: 1 2", "2: ", "4: 2"]),
        ("Keyword", "assets", ["1: 1", "2: 1 4"]),
        // Keys in the table of the destination, with an order; null comes first.
        ("Folder", "children", ["1: 7 3 2", "7: "]),
        // To one, with a key on the other side.
        ("Asset", "details", ["1: ", "2: 5", "4: "]),
        // One way.
        ("Asset", "people", ["1: 3", "2: ", "4: "]),
        // Two relationships between objects of one entity.
        ("Person", "children", ["1: 2 3", "2: 3", "3: "]),
        ("Person", "parents", ["1: ", "2: 1", "3: 1 2"]),
        // Its own inverse: the columns are not told apart.
        ("Person", "friends", []), ("Details", "asset", []),
      ] {
        #expect(
          try Self.destinations(store, entity, relationship) == expected,
          "\(entity).\(relationship)")
      }
      let album = try #require(store.model.entities["Album"])
      let links = album.relationships.map(\.link)
      #expect(links[0]?.table == "Z_3ASSETS" && links[0]?.orderColumn == "Z_FOK_1ASSETS")
      #expect(links[0]?.sourceColumn == "Z_3ALBUMS" && links[0]?.destinationColumn == "Z_1ASSETS")
      // A relationship to one has a column of its own.
      #expect(album.relationships[1].columns == ["ZPARENT"] && links[1] == nil)
    }

    @Test func `only what is asked for is followed`() throws {
      let sample = try LibraryStore.make()
      defer { sample.remove() }
      let store = try CoreDataStore(readOnly: sample.path)
      var rows = try store.rows(of: "Asset", properties: ["title", "albums"])
      let row = try #require(try rows.next())
      #expect(row.destinations.map(\.relationship.name) == ["albums"])
      #expect(row.fields.map(\.name) == ["title"])
      rows = try store.rows(of: "Asset", properties: [])
      #expect(try rows.next()?.destinations.isEmpty == true)
    }

    @Test func `Core Data's own tables are read, and tables of others are named`() throws {
      let sample = try LibraryStore.make()
      defer { sample.remove() }
      let store = try CoreDataStore(readOnly: sample.path)
      #expect(store.model.entities["CHANGE"]?.table == "ACHANGE")
      #expect(store.model.entities["NSCKDatabaseMetadata"]?.table == "ANSCKDATABASEMETADATA")
      #expect(
        store.rowCounts().counts == [
          "Asset": 3, "Album": 2, "Folder": 2, "Keyword": 2, "Details": 2, "Person": 3, "CHANGE": 2,
          "TRANSACTION": 1, "TRANSACTIONSTRING": 1, "NSCKDatabaseMetadata": 1,
        ])
      #expect(store.rowCounts().error == nil)
      #expect(
        store.model.otherTables.filter { !$0.hasPrefix("titles_") }
          == ["Z_7FRIENDS", "odd \"name", "user_settings"])
      #expect(store.model.entities["Elsewhere"]?.number == nil)
      #expect(
        try StoredRows(store, "TRANSACTIONSTRING").rows[0]["ZNAME"] == .text("com.example.app"))
    }

    @Test func `values are those that the store has`() throws {
      let sample = try LibraryStore.make()
      defer { sample.remove() }
      let rows = try StoredRows(CoreDataStore(readOnly: sample.path), "Asset").rows
      func words(_ row: Int) throws -> [String: String] {
        var words: [String: String] = [:]
        for field in rows[row].fields { words[field.name] = "\(try field.content())" }
        return words
      }
      let first = try words(0)
      #expect(
        first == [
          "added": "date(0.5)", "count16": "integer(-5)", "count32": "integer(70000)",
          "count64": "integer(9223372036854775807)", "isHidden": "boolean(true)",
          "order": "integer(2)", "derived": "integer(4)", "angle": "real(0.25)",
          "ratio": "real(inf)", "price": "real(1.25)", "title": "text(\"one\")",
          "page": "text(\"https://a/b\")", "place": "text(\"here\")",
          "colour": "data([192, 255, 238, 0])",
          "thumbnail": "externalFile(\"\(LibraryStore.fileName)\")",
          "identifier": "uuid(\(Array(0..<16) as [UInt8]))",
        ])
      let second = try words(1)
      // A date that no Double is stays the number that it is.
      #expect(second["added"] == "integer(9223372036854775807)")
      #expect(second["count16"] == "text(\"text\")" && second["count64"] == "real(1.5)")
      #expect(second["isHidden"] == "integer(2)" && second["colour"] == "data([])")
      #expect(
        second["identifier"] == "data([0, 1])" && second["thumbnail"] == "data([1, 255, 216])")
    }

    @Test func `changed bytes are read, or are damage`() throws {
      let sample = try LibraryStore.make()
      defer { sample.remove() }
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: sample.path)))
      let changed = sample.folder.appending(path: "changed.sqlite")
      var (readCount, damageCount) = (0, 0)
      for seed in 1...UInt64(Rounds.of(600)) {
        var random = SeededGenerator(seed: seed)
        var copy = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          // Half of the changes hit the beginnings of pages, where the trees are.
          let page = Int.random(in: 0..<copy.count / 4_096, using: &random) * 4_096
          let range = Bool.random(using: &random) ? 0..<64 : 0..<4_096
          copy[page + Int.random(in: range, using: &random)] = .random(in: 0...255, using: &random)
        }
        try Data(copy).write(to: changed)
        let codes = Self.codes(changed.path)
        if codes.isEmpty { readCount += 1 } else { damageCount += 1 }
        // These end with another exit status than 65.
        let others: Set<ArchiveError.Code> = [
          .limitExceeded, .needsFeature, .needsDictionary, .inputOutput, .keyNotFound,
        ]
        #expect(others.isDisjoint(with: codes), "seed \(seed): \(codes)")
      }
      #expect(
        readCount > Rounds.of(8) && damageCount > Rounds.of(100), "\(readCount), \(damageCount)")
    }

    /// The codes of all errors that reading a store has.
    private static func codes(_ path: String) -> Set<ArchiveError.Code> {
      do throws(ArchiveError) {
        let store = try CoreDataStore(readOnly: path)
        var codes = Set(store.model.findings.map(\.code))
        if let error = store.rowCounts().error { codes.insert(error.code) }
        for name in store.model.names
        where store.model.entities[name]?.root == name && store.model.entities[name]?.table != nil {
          var rows = try store.rows(of: name)
          while true {
            do throws(ArchiveError) {
              guard let row = try rows.next() else { break }
              for field in row.fields {
                do throws(ArchiveError) { _ = try field.content() } catch {
                  codes.insert(error.code)
                }
              }
            } catch { codes.insert(error.code) }
          }
        }
        return codes
      } catch { return [error.code] }
    }

    @Test func `without a model the rows are there, under the names of their columns`() throws {
      let sample = try LibraryStore.make(cache: [])
      defer { sample.remove() }
      let store = try CoreDataStore(readOnly: sample.path)
      #expect(store.model.findings.isEmpty && store.model.source == .tables)
      let rows = try StoredRows(store, "Collection").rows
      #expect(rows.map(\.entity) == ["Folder", "Album", "Album", "Folder"])
      #expect(rows[1]["ZTITLE"] == .text("B") && rows[1].destinations.isEmpty)
      #expect(store.model.otherTables.contains("Z_3ASSETS"))
    }

    @Test(arguments: [
      ("Z_3ASSETS", "'x', 1, 1", "Z_3ASSETS"), ("Z_3ASSETS", "3, NULL, 1", "Z_3ASSETS"),
      ("ZCOLLECTION", "9, 3, 1, 2, 'x', 1, NULL, NULL", "ZCOLLECTION"),
    ])
    func `a link that is no key is an error, and the rows go on`(
      table: String, values: String, path: String
    ) throws {
      let sample = try LibraryStore.make()
      defer { sample.remove() }
      let queue = try sample.open()
      try queue.write { try $0.execute(sql: "INSERT INTO \(table) VALUES (\(values))") }
      try queue.close()
      let store = try CoreDataStore(readOnly: sample.path)
      let rows = try StoredRows(store, "Collection")
      #expect(rows.errors.map(\.code) == [.malformedStore])
      #expect(rows.errors.allSatisfy { "\($0.path)".hasPrefix("$\(path)[") })
      #expect(rows.rows.count >= 4)
      #expect(rows.rows[1].destinations.first?.keys == [4, 2, 1])
    }

    @Test(arguments: [
      "CREATE TABLE Z_3ASSETS (Z_3ALBUMS INTEGER, Z_1ASSETS INTEGER, PRIMARY KEY (Z_3ALBUMS, Z_1ASSETS)) WITHOUT ROWID",
      "CREATE TABLE Z_3ASSETS (Z_3ALBUMS INTEGER, Z_1OTHERS INTEGER)",
      "CREATE TABLE Z_3ASSETS (Z_1ASSETS INTEGER)",
      "CREATE TABLE Z_3ASSETS (a, b, Z_1ASSETS, Z_3ALBUMS)",
      "CREATE TABLE Z_3ASSETS (Z_3ALBUMS, Z_1ASSETS AS (Z_3ALBUMS))",
      "CREATE VIEW Z_3ASSETS AS SELECT 1 AS Z_3ALBUMS, 1 AS Z_1ASSETS", "SELECT 1",
    ])
    func `a table that joins otherwise is not guessed at`(statement: String) throws {
      let sample = try LibraryStore.make()
      defer { sample.remove() }
      let queue = try sample.open()
      try queue.write { try $0.execute(sql: "DROP TABLE Z_3ASSETS; \(statement)") }
      try queue.close()
      let store = try CoreDataStore(readOnly: sample.path)
      #expect(try Self.destinations(store, "Album", "assets") == [])
      #expect(store.model.entities["Album"]?.relationships[0].link == nil)
    }
  }
#endif
