#if SQLite
  import Foundation
  import RecordStorage
  import RecordStorageSQLite
  import StorageTransforms
  import Testing

  /// A row that another program filled with what was never stored does not hide the others.
  @Suite struct RottenRowTests {
    struct Note: Equatable, Sendable {
      var id: Int
      var title: String
      var size: Int?
    }

    private static func notes(_ file: DatabaseFile) throws -> RecordSet<Note, Int> {
      try file.store().records(
        of: Entity("Note", restoring: Note.init) {
          Field("id", \.id)
          Field("title", \.title).indexed()
          Field("size", \.size).indexed()
        }, key: \.id)
    }

    /// Bytes that are no text sort in front of and behind those that were stored, and stand at the ends of pages.
    @Test(arguments: ["X'FF'", "X'00'", "X'74FF'", "X'7431FF'", "X'F4908080'", "X'743100'"])
    func `the others are read in each order, in pages`(bytes: String) throws {
      let file = try DatabaseFile()
      let notes = try Self.notes(file)
      try notes.save(
        contentsOf: (1...700).map {
          Note(id: $0, title: "t\($0 % 40)", size: $0 % 7 == 0 ? nil : $0)
        })
      let rotten: Set<RecordKey> = [1, 16, 17, 80, 336, 337, 700]
      try file.execute(
        "UPDATE Note SET title = CAST(\(bytes) AS TEXT) WHERE id IN (1, 16, 17, 80, 336, 337, 700)")
      for selection in [
        .all, .all(descending: true), .ordered(by: \.title),
        .ordered(by: \.title, descending: true), .ordered(by: \.size),
        .ordered(by: \.size, descending: true),
      ] as [RecordSelection<Note>] {
        var met: [RecordKey] = []
        let read = try notes.fetch(where: selection) { met.append($0.key) }
        #expect(read.count == 693 && Set(read.map(\.id)).count == 693)
        #expect(Set(met) == rotten && met.count == rotten.count, "\(met)")
      }
      #expect(throws: StorageError.self) { try notes.fetch(where: .all) }
      let results = try notes.results(where: .all(limit: 18))
      #expect(results.count == 18 && results.count { (try? $0.get()) == nil } == 3)
      try notes.save(Note(id: 16, title: "new", size: 1))
      #expect(try notes.fetch(key: 16)?.title == "new")
      #expect(try notes.delete(key: 17))
    }
  }
#endif
