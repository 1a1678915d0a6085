#if SQLite
  import Foundation
  import RecordStorage
  import RecordStorageSQLite
  import RecordTestSupport
  import StorageTransforms
  import Testing

  /// Two handles of one database that know two forms of an entity.
  @Suite struct SQLiteOtherFormTests {
    private struct Place: Equatable, Sendable {
      var id: Int
      var name: String
    }

    /// Names that are equal to Swift and have other bytes.
    @Test(arguments: [
      ("caf\u{E9}", "caf\u{E9}", "name"), ("caf\u{E9}", "cafe\u{301}", "name"),
      ("Cafe", "Cafe", "caf\u{E9}"),
    ])
    func `a name in another normalisation is the same name`(
      former: String, later: String, attribute: String
    ) throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "forms-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let path = folder.appending(path: "shop.sqlite").path
      func entity(_ name: String, _ version: Int, _ attribute: String) throws -> Entity<Place> {
        try Entity(TransformContext.Subject(name), version: version, restoring: Place.init) {
          Field("id", \.id)
          Field(TransformContext.Subject(attribute), \.name)
        }
      }
      let place = Place(id: 1, name: "a")
      for (version, name) in [(1, former), (2, later)] {
        let database = try SQLiteBackEnd(path: path)
        let field = version == 1 ? attribute : attribute.decomposedStringWithCanonicalMapping
        let places = try RecordStore(database).records(
          of: entity(name, version, field), key: \.id)
        try places.save(place)
        try database.close()
        let again = try SQLiteBackEnd(path: path)
        let found = try RecordStore(again).records(of: entity(name, version, field), key: \.id)
        #expect(try found.fetch(where: .all) == [place], "version \(version)")
        try again.close()
      }
    }

    @Test func `an index in another normalisation becomes unique`() throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "forms-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let database = try SQLiteBackEnd(path: folder.appending(path: "shop.sqlite").path)
      let store = RecordStore(database)
      let former = try Entity(
        TransformContext.Subject("caf\u{E9}", id: "E"), restoring: Place.init
      ) {
        Field("id", \.id)
        Field("name", \.name).indexed()
      }
      try store.records(of: former, key: \.id).save(Place(id: 1, name: "a"))
      let later = try Entity(
        TransformContext.Subject("cafe\u{301}", id: "E"), version: 2, restoring: Place.init
      ) {
        Field("id", \.id)
        Field("name", \.name).unique()
      }
      let places = try store.records(of: later, key: \.id)
      let error = #expect(throws: StorageError.self) {
        try places.save(Place(id: 2, name: "a"))
      }
      #expect(error?.code == .notUnique)
      try database.close()
    }

    @Test func `two handles`() throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "forms-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let path = folder.appending(path: "shop.sqlite").path
      let (old, new) = (try SQLiteBackEnd(path: path), try SQLiteBackEnd(path: path))
      #expect(try OtherFormTrial.faults(RecordStore(old), RecordStore(new)) == [])
      try old.close()
      try new.close()
    }
  }
#endif
