#if SQLite && !canImport(ObjectiveC)
  import CoreDataStores
  import CoreDataTestSupport
  import Foundation
  import GRDB
  import TestSupport
  import Testing
  import ValueTransformers

  /// The example of the article on transformable attributes.
  @Suite struct CoreDataGuideTests {
    enum Kind: String, Codable, Sendable { case landscape, portrait, other }

    struct Tint: Codable, Equatable, Sendable { var red = 0.0, green = 0.0 }

    struct Photo: Equatable, Sendable {
      var id: Int
      var title: String
      var taken: Date?
      var kind: Kind
      var tint: Tint
      var tags: [String]
    }

    func storedValue(_ field: CoreDataRow.Field) throws -> StoredValue {
      switch field.value {
      case .null: return .null
      case .integer(let number):
        // SQLite keeps a date without a fraction as an integer.
        if case .date(let seconds) = try field.content() { return .real(seconds) }
        return .integer(number)
      case .real(let number): return .real(number)
      case .text(let text): return .text(text)
      case .data(let bytes): return .blob(Data(bytes))
      case .malformedText: throw TransformError(.unreadable, "the text is no UTF-8")
      }
    }

    @Test func `rows of Core Data are restored as records`() throws {
      let sample = try SampleStore()
      defer { sample.remove() }
      let path = sample.path
      let model = SampleModel([
        SampleModel.Entity(
          "Photo",
          [
            .attribute("title", 700), .attribute("taken", 900), .attribute("kindText", 700),
            .attribute("tintData", 1000),
            .attribute("tags", 1800, transformer: "NSSecureUnarchiveFromData"),
          ])
      ])
      try sample.make(
        [(1, "Photo", 0)], cache: model.cache,
        """
        CREATE TABLE ZPHOTO (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTITLE VARCHAR,
          ZTAKEN TIMESTAMP, ZKINDTEXT VARCHAR, ZTINTDATA BLOB, ZTAGS BLOB);
        """)
      let json = try JSONEncoder().encode(Tint(red: 0.25, green: 0.5))
      let tags = try NSKeyedArchiver.archivedData(
        withRootObject: ["sea", "blue"] as NSArray, requiringSecureCoding: true)
      let queue = try sample.open()
      try queue.write { database in
        for (key, title, kind, date) in [
          (1, "sea", "landscape", 700_000_000.5), (2, nil, "panorama", 700_000_000),
        ] {
          try database.execute(
            sql: "INSERT INTO ZPHOTO VALUES (?, 1, 1, ?, ?, ?, ?, ?)",
            arguments: [key, title, date, kind, json, tags])
        }
      }
      try queue.close()
      var photos: [Photo] = []

      let stored = try Entity("Photo", restoring: Photo.init) {
        Field("id", \.id)
        Field("title", \.title).default("untitled")
        Field("taken", \.taken)
        Field("kindText", \.kind).fallback(to: .other)
        Field("tintData", \.tint, as: JSONTransform(), isStamped: false)
        Field(
          "tags", \.tags, as: NamedValueTransformer("NSSecureUnarchiveFromData"), isStamped: false)
      }

      let store = try CoreDataStore(readOnly: path)
      var rows = try store.rows(of: "Photo")
      while let row = try rows.next() {
        var values = [StoredValue.integer(row.key)]
        for attribute in stored.schema.attributes.dropFirst() {
          let field = row.fields.first { $0.name == attribute.name }
          values.append(try field.map(storedValue) ?? .null)
        }
        photos.append(try stored.restore(values))
      }

      let sea = Photo(
        id: 1, title: "sea", taken: Date(timeIntervalSinceReferenceDate: 700_000_000.5),
        kind: .landscape, tint: Tint(red: 0.25, green: 0.5), tags: ["sea", "blue"])
      var other = sea
      (other.id, other.title, other.kind) = (2, "untitled", .other)
      other.taken = Date(timeIntervalSinceReferenceDate: 700_000_000)
      #expect(photos == [sea, other])
      #expect(try ReadmeExample.stands("CoreDataStore(readOnly:", in: #filePath, inPieces: true))
    }
  }
#endif
