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
  }
#endif
