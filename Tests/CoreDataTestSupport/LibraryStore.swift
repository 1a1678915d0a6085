#if SQLite
  internal import Foundation
  package import GRDB

  /// A store as programs for photos, notes and reminders have them: relationships of every kind, Core Data's own tables for the history
  /// and for CloudKit, and what programs add to a database.
  package enum LibraryStore {
    /// The name of a file of data outside of the store.
    package static let fileName = "5B3C1E2A-0F00-4A11-9D00-AABBCCDDEEFF"

    package static let entities = [
      (1, "Asset", 0), (2, "Collection", 0), (3, "Album", 2), (4, "Folder", 2), (5, "Keyword", 0),
      (6, "Details", 0), (7, "Person", 0), (16_001, "CHANGE", 0), (16_002, "TRANSACTION", 0),
      (16_003, "TRANSACTIONSTRING", 0), (17_001, "NSCKDatabaseMetadata", 0),
    ]

    package static let model = SampleModel([
      SampleModel.Entity(
        "Asset",
        [
          .attribute("added", 900), .attribute("count16", 100), .attribute("count32", 200),
          .attribute("count64", 300), .attribute("price", 400), .attribute("ratio", 500),
          .attribute("angle", 600), .attribute("title", 700), .attribute("isHidden", 800),
          .attribute("thumbnail", 1000), .attribute("identifier", 1100), .attribute("page", 1200),
          .attribute("colour", 1800), .attribute("place", 2100), .attribute("order", 300),
          .attribute("derived", 200),
          .relationship("albums", to: "Album", inverse: "assets", isToMany: true),
          .relationship("keywords", to: "Keyword", inverse: "assets", isToMany: true),
          .relationship("details", to: "Details", inverse: "asset"),
          .relationship("people", to: "Person", isToMany: true),
        ]),
      SampleModel.Entity(
        "Collection", isAbstract: true,
        [.attribute("title", 700), .relationship("parent", to: "Folder", inverse: "children")]),
      SampleModel.Entity(
        "Album", in: "Collection",
        [
          .attribute("kind", 100),
          .relationship("assets", to: "Asset", inverse: "albums", isToMany: true),
        ]),
      SampleModel.Entity(
        "Folder", in: "Collection",
        [
          .attribute("kind", 700),
          .relationship("children", to: "Collection", inverse: "parent", isToMany: true),
        ]),
      SampleModel.Entity(
        "Keyword",
        [
          .attribute("word", 700),
          .relationship("assets", to: "Asset", inverse: "keywords", isToMany: true),
        ]),
      SampleModel.Entity("Details", [.relationship("asset", to: "Asset", inverse: "details")]),
      SampleModel.Entity(
        "Person",
        [
          .relationship("friends", to: "Person", inverse: "friends", isToMany: true),
          .relationship("children", to: "Person", inverse: "parents", isToMany: true),
          .relationship("parents", to: "Person", inverse: "children", isToMany: true),
        ]),
      // An entity of another configuration: its rows are in another store.
      SampleModel.Entity("Elsewhere", [.attribute("a", 700)]),
    ])

    private static let statements = """
      CREATE TABLE ZASSET (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCOUNT16 INTEGER, ZCOUNT32 INTEGER,
        ZCOUNT64 INTEGER, ZISHIDDEN INTEGER, ZORDER INTEGER, ZDERIVED INTEGER, ZADDED TIMESTAMP, ZANGLE FLOAT, ZRATIO FLOAT,
        ZPRICE DECIMAL, ZTITLE VARCHAR, ZPAGE VARCHAR, ZPLACE VARCHAR, ZCOLOUR BLOB, ZTHUMBNAIL BLOB, ZIDENTIFIER BLOB,
        ZSUM INTEGER GENERATED ALWAYS AS (ZCOUNT16 + 1) VIRTUAL);
      CREATE TABLE ZCOLLECTION (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZKIND INTEGER, ZPARENT INTEGER,
        Z_FOK_PARENT INTEGER, ZKIND1 VARCHAR, ZTITLE VARCHAR);
      CREATE TABLE ZKEYWORD (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZWORD VARCHAR);
      CREATE TABLE ZDETAILS (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZASSET INTEGER);
      CREATE TABLE ZPERSON (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER);
      CREATE TABLE Z_3ASSETS (Z_3ALBUMS INTEGER, Z_1ASSETS INTEGER, Z_FOK_1ASSETS INTEGER, PRIMARY KEY (Z_3ALBUMS, Z_1ASSETS));
      CREATE TABLE Z_1KEYWORDS (Z_1ASSETS1 INTEGER, Z_5KEYWORDS INTEGER, PRIMARY KEY (Z_1ASSETS1, Z_5KEYWORDS));
      CREATE TABLE Z_1PEOPLE (Z_1ASSETS INTEGER, Z_7PEOPLE INTEGER, PRIMARY KEY (Z_1ASSETS, Z_7PEOPLE));
      CREATE TABLE Z_7FRIENDS (Z_7FRIENDS INTEGER, REFLEXIVE INTEGER, PRIMARY KEY (Z_7FRIENDS, REFLEXIVE));
      CREATE TABLE Z_7CHILDREN (Z_7CHILDREN INTEGER, Z_7PARENTS INTEGER, PRIMARY KEY (Z_7CHILDREN, Z_7PARENTS));
      CREATE INDEX ZDETAILS_ZASSET_INDEX ON ZDETAILS (ZASSET);
      CREATE INDEX Z_3ASSETS_INDEX ON Z_3ASSETS (Z_1ASSETS, Z_3ALBUMS);
      CREATE TABLE ACHANGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCHANGETYPE INTEGER, ZENTITY INTEGER,
        ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB);
      CREATE TABLE ATRANSACTION (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAUTHORTS INTEGER, ZTIMESTAMP FLOAT);
      CREATE TABLE ATRANSACTIONSTRING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
      CREATE TABLE ANSCKDATABASEMETADATA (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZDATABASESCOPENUM INTEGER);
      CREATE TABLE user_settings (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
      CREATE TABLE "odd ""name" (a);
      CREATE VIEW asset_titles AS SELECT ZTITLE FROM ZASSET;
      CREATE VIRTUAL TABLE titles USING fts5(title);
      CREATE TRIGGER ZT_ASSET AFTER INSERT ON ZASSET BEGIN INSERT INTO titles VALUES (NEW.ZTITLE); END;

      INSERT INTO ZASSET (Z_PK, Z_ENT, Z_OPT, ZCOUNT16, ZCOUNT32, ZCOUNT64, ZISHIDDEN, ZORDER, ZDERIVED, ZADDED, ZANGLE, ZRATIO,
          ZPRICE, ZTITLE, ZPAGE, ZPLACE, ZCOLOUR, ZTHUMBNAIL, ZIDENTIFIER) VALUES
        (1, 1, 3, -5, 70000, 9223372036854775807, 1, 2, 4, 0.5, 0.25, 9e999, 1.25, 'one', 'https://a/b', 'here', x'C0FFEE00',
          CAST(x'02' || '\(fileName)' || x'00' AS BLOB), x'000102030405060708090A0B0C0D0E0F'),
        (2, 1, 1, 'text', NULL, 1.5, 2, NULL, NULL, 9223372036854775807, NULL, NULL, '12.30', '', '', NULL, x'', x'01FFD8', x'0001'),
        (4, 1, 1, 0, 0, 0, 0, 0, 0, 978307200, 0, -0.0, 0, 'four', NULL, NULL, NULL, NULL, NULL);
      INSERT INTO ZCOLLECTION VALUES (1, 4, 1, NULL, NULL, NULL, 'top', 'All'), (2, 3, 1, 2, 1, 2048, NULL, 'B'),
        (3, 3, 1, 2, 1, 1024, NULL, 'A'), (7, 4, 1, NULL, 1, NULL, 'sub', 'C');
      INSERT INTO ZKEYWORD VALUES (1, 5, 1, 'red'), (2, 5, 1, 'sea');
      INSERT INTO ZDETAILS VALUES (5, 6, 1, 2), (6, 6, 1, NULL);
      INSERT INTO ZPERSON VALUES (1, 7, 1), (2, 7, 1), (3, 7, 1);
      INSERT INTO Z_3ASSETS VALUES (2, 1, 300), (2, 4, 100), (2, 2, 200), (3, 4, 1);
      INSERT INTO Z_1KEYWORDS VALUES (1, 2), (1, 1), (4, 2);
      INSERT INTO Z_1PEOPLE VALUES (1, 3);
      INSERT INTO Z_7FRIENDS VALUES (1, 2);
      INSERT INTO Z_7CHILDREN VALUES (2, 1), (3, 1), (3, 2);
      INSERT INTO ACHANGE VALUES (1, 16001, NULL, 0, 1, 1, 1, x'03'), (2, 16001, NULL, 1, 1, 1, 1, NULL);
      INSERT INTO ATRANSACTION VALUES (1, 16002, NULL, 1, 700000000.5);
      INSERT INTO ATRANSACTIONSTRING VALUES (1, 16003, NULL, 'com.example.app');
      INSERT INTO ANSCKDATABASEMETADATA VALUES (1, 17001, 1, 2);
      INSERT INTO user_settings VALUES ('a', 1);
      """

    /// Makes the store.
    ///
    /// - Parameter cache: The content of `Z_MODELCACHE`; nil for that of the model.
    package static func make(_ name: String = "Library.sqlite", cache: [UInt8]? = nil) throws
      -> SampleStore
    {
      let sample = try SampleStore(name: name)
      // An archive in a value: any will do.
      let archive = SampleModel([.init("A", [.attribute("b", 700)])]).archive
      let digits = archive.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      try sample.make(
        entities, cache: cache ?? model.cache,
        statements + "UPDATE ZASSET SET ZCOLOUR = x'\(digits)' WHERE Z_PK = 4;")
      return sample
    }
  }
#endif
