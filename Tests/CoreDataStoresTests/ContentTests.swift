#if SQLite
  import ArchiveFormat
  import CoreDataStores
  import CoreDataTestSupport
  import Foundation
  import FoundationArchiveFormat
  import GRDB
  import KeyedArchives
  import PropertyListFormat
  import Testing

  /// The content of values, by their attributes.
  @Suite struct ContentTests {
    private static let model = SampleModel([
      SampleModel.Entity(
        "Thing",
        [
          .attribute("flag", 800), .attribute("when", 900), .attribute("ratio", 500),
          .attribute("count", 300), .attribute("label", 700), .attribute("id", 1100),
          .attribute("link", 1200), .attribute("blob", 1000), .attribute("made", 1800),
          .attribute("odd", 4_321),
        ])
    ])

    private static let table = """
      CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZFLAG INTEGER, ZWHEN TIMESTAMP,
        ZRATIO FLOAT, ZCOUNT INTEGER, ZLABEL VARCHAR, ZID BLOB, ZLINK VARCHAR, ZBLOB BLOB, ZMADE BLOB, ZODD BLOB);
      """

    /// The contents of an attribute in rows with these values.
    private static func contents(
      _ attribute: String, _ values: [any DatabaseValueConvertible]
    ) throws -> [Result<CoreDataContent, ArchiveError>] {
      let sample = try SampleStore()
      defer { sample.remove() }
      try sample.make([(1, "Thing", 0)], cache: model.cache, table)
      let queue = try sample.open()
      try queue.write { database in
        for (index, value) in values.enumerated() {
          try database.execute(
            sql: "INSERT INTO ZTHING (Z_PK, Z_ENT, Z\(attribute.uppercased())) VALUES (?, 1, ?)",
            arguments: [index + 1, value])
        }
      }
      try queue.close()
      let rows = try StoredRows(CoreDataStore(readOnly: sample.path), "Thing").rows
      return try rows.map { row in
        let field = try #require(row.fields.first { $0.name == attribute })
        return Result { () throws(ArchiveError) in try field.content() }
      }
    }

    private static func words(
      _ attribute: String, _ values: [any DatabaseValueConvertible]
    ) throws -> [String] {
      try contents(attribute, values).map { result in
        switch result {
        case .failure(let error): "error \(error.code.rawValue)"
        case .success(.graph(let graph)): "graph of \(graph.objects.count)"
        case .success(.propertyList(let list)): "list \(list.form)"
        case .success(.archive(let bytes)): "archive of \(bytes.count)"
        case .success(let content): "\(content)"
        }
      }
    }

    @Test func `numbers are what their attributes say`() throws {
      #expect(
        try Self.words("flag", [0, 1, 2]) == ["boolean(false)", "boolean(true)", "integer(2)"])
      #expect(try Self.words("when", [1, 0.5]) == ["date(1.0)", "date(0.5)"])
      #expect(try Self.words("ratio", [0.5, 3]) == ["real(0.5)", "real(3.0)"])
      #expect(
        try Self.words("count", [Int64.min, Int64.max]).last == "integer(9223372036854775807)")
      #expect(try Self.words("odd", [5]) == ["integer(5)"])
      #expect(try Self.words("link", ["http://a/b"]) == ["text(\"http://a/b\")"])
    }

    @Test func `text keeps its characters, and what is no UTF-8 is an error`() throws {
      #expect(try Self.words("label", ["", "é😀"]) == ["text(\"\")", "text(\"é😀\")"])
      let sample = try SampleStore()
      defer { sample.remove() }
      try sample.make(
        [(1, "Thing", 0)], cache: Self.model.cache,
        Self.table
          + "INSERT INTO ZTHING (Z_PK, Z_ENT, ZLABEL) VALUES (1, 1, CAST(x'61ff' AS TEXT)), (2, 1, CAST(x'610062' AS TEXT))"
      )
      let rows = try StoredRows(CoreDataStore(readOnly: sample.path), "Thing").rows
      #expect(rows.map { $0["label"] } == [.malformedText([0x61, 0xFF]), .text("a\0b")])
      let field = try #require(rows[0].fields.first { $0.name == "label" })
      let error = #expect(throws: ArchiveError.self) { try field.content() }
      #expect(error?.code == .malformedStore)
    }

    @Test(arguments: ["UTF-16le", "UTF-16be"]) func `text in UTF-16 is text`(
      encoding: String
    ) throws {
      let sample = try SampleStore()
      defer { sample.remove() }
      try sample.make(
        [(1, "Thing", 0)], cache: Self.model.cache, first: "PRAGMA encoding = '\(encoding)'",
        Self.table + "INSERT INTO ZTHING (Z_PK, Z_ENT, ZLABEL) VALUES (1, 1, 'é😀')")
      let row = try StoredRows(CoreDataStore(readOnly: sample.path), "Thing").rows.first
      #expect(row?["label"] == .text("é😀"))
    }

    @Test func `data is what its first bytes say`() throws {
      let uuid = Data(0..<16)
      #expect(
        try Self.words("id", [uuid, Data([1, 2])]) == ["uuid(\(Array(uuid)))", "data([1, 2])"])
      #expect(try Self.words("blob", [uuid]) == ["data(\(Array(uuid)))"])
      let graph = try NSKeyedArchiver.archivedData(
        withRootObject: ["a"] as NSArray, requiringSecureCoding: false)
      let list = try PropertyListSerialization.data(
        fromPropertyList: ["a": 1], format: .binary, options: 0)
      let xml = try PropertyListSerialization.data(
        fromPropertyList: ["a": 1], format: .xml, options: 0)
      let single: Data = try KeyedArchiver().encode(["a", "b"])
      let multi: Data = try KeyedArchiver(framing: .multiPart).encode(["a", "b"])
      let name = "5B3C1E2A-0F00-4A11-9D00-AABBCCDDEEFF"
      let words = try Self.words(
        "made",
        [
          graph, list, xml, single, multi, Data([1]) + graph, Data([1]) + Data([0xFF, 0xD8]),
          Data([2]) + Data(name.utf8) + Data([0]), Data([2]) + Data(name.utf8),
          Data("{\"a\": 1}".utf8),
          Data(), Data([0, 1, 2]), Data("<html>".utf8),
        ])
      #expect(
        words == [
          "graph of 2", "list binary", "list xml", "archive of \(single.count)",
          "archive of \(multi.count)", "graph of 2", "data([1, 255, 216])",
          "externalFile(\"\(name)\")", "data(\([2] + Array(name.utf8)))",
          "text(\"{\\\"a\\\": 1}\")",
          "data([])", "data([0, 1, 2])", "text(\"<html>\")",
        ])
      #expect(
        try Self.words(
          "made",
          [
            graph.dropLast(3), list.prefix(12), multi.dropLast(1), single.dropLast(1),
            Data([0xB0, 1, 2, 3]),
          ]) == [
            "error malformedPropertyList", "error malformedPropertyList", "error truncated",
            "data(\(Array(single.dropLast(1))))", "data([176, 1, 2, 3])",
          ])
    }
  }
#endif
