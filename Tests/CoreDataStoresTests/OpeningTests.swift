#if SQLite
  import ArchiveFormat
  import CoreDataStores
  import CoreDataTestSupport
  import Foundation
  import GRDB
  import Testing

  /// Opening stores: what is read beside the file, and that nothing is written.
  @Suite struct OpeningTests {
    private static let tables = """
      CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTEXT VARCHAR);
      INSERT INTO ZNOTE VALUES (1, 1, 1, 'old');
      """
    private static let entities = [(1, "Note", 0)]

    private static func texts(_ path: String) throws -> [CoreDataValue?] {
      try StoredRows(CoreDataStore(readOnly: path), "Note").rows.map { $0["ZTEXT"] }
    }

    private static func code(_ path: String) -> ArchiveError.Code? {
      do {
        _ = try CoreDataStore(readOnly: path)
        return nil
      } catch { return error.code }
    }

    /// Copies the files of a store that is being written.
    private static func copy(_ sample: SampleStore, _ endings: [String]) throws -> SampleStore {
      let copy = try SampleStore(name: sample.name)
      for ending in endings {
        try FileManager.default.copyItem(
          atPath: sample.path + ending, toPath: copy.path + ending)
      }
      return copy
    }

    @Test(arguments: ["Store.sqlite", "a b%41?immutable=0#x&é", "'\"\u{202E}\n.db"])
    func `a path is taken as it is, and nothing is written`(name: String) throws {
      let sample = try SampleStore(name: name)
      defer { sample.remove() }
      try sample.make(Self.entities, cache: nil, Self.tables)
      let before = try sample.files
      #expect(try Self.texts(sample.path) == [.text("old")])
      #expect(try Self.texts(URL(filePath: sample.path).absoluteURL.path) == [.text("old")])
      #expect(
        try StoredRows(CoreDataStore(readOnly: URL(filePath: sample.path)), "Note").rows.count == 1)
      #expect(try sample.files == before)
    }

    @Test func `commits in a write-ahead log are read, and nothing is written`() throws {
      let sample = try SampleStore()
      defer { sample.remove() }
      try sample.make(Self.entities, cache: nil, Self.tables)
      let queue = try sample.open()
      try queue.writeWithoutTransaction { database in
        try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
        try database.execute(sql: "UPDATE ZNOTE SET ZTEXT = 'new'")
      }
      let copy = try Self.copy(sample, ["", "-wal"])
      defer { copy.remove() }
      let bare = try Self.copy(sample, [""])
      defer { bare.remove() }
      try queue.close()
      let before = try copy.files
      let store = try CoreDataStore(readOnly: copy.path)
      #expect(store.pending == .writeAheadLog)
      #expect(try StoredRows(store, "Note").rows.map { $0["ZTEXT"] } == [.text("new")])
      #expect(try copy.files == before && before.count == 2)
      #expect(try Self.texts(bare.path) == [.text("old")])
      #expect(try CoreDataStore(readOnly: bare.path).pending == nil)
      // A link leads to the log beside the file that it leads to.
      let link = bare.folder.appending(path: "link").path
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: copy.path)
      #expect(try Self.texts(link) == [.text("new")])
      #expect(try CoreDataStore(readOnly: link).pending == .writeAheadLog)
    }

    @Test func `an interrupted transaction is rolled back in a copy`() throws {
      let sample = try SampleStore()
      defer { sample.remove() }
      try sample.make(
        Self.entities, cache: nil,
        Self.tables
          + "INSERT INTO ZNOTE SELECT value + 1, 1, 1, hex(randomblob(900)) FROM generate_series_of;"
          .replacing(
            "generate_series_of",
            with:
              "(WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n LIMIT 300) SELECT value FROM n)"
          ))
      let queue = try sample.open()
      let copy = try queue.writeWithoutTransaction { database in
        try database.execute(
          sql: "PRAGMA cache_size = 4; BEGIN; UPDATE ZNOTE SET ZTEXT = 'torn' || Z_PK")
        let copy = try Self.copy(sample, ["", "-journal"])
        try database.execute(sql: "ROLLBACK")
        return copy
      }
      try queue.close()
      defer { copy.remove() }
      let before = try copy.files
      let store = try CoreDataStore(readOnly: copy.path)
      #expect(store.pending == .rollbackJournal)
      let texts = try StoredRows(store, "Note").rows.map { $0["ZTEXT"] }
      #expect(texts.count == 301 && texts[0] == .text("old"))
      #expect(!texts.contains(.text("torn300")))
      #expect(try copy.files == before)
      // The journal says what the copy has that the database lacks: without it, pages of both states are there.
      let bare = try Self.copy(copy, [""])
      defer { bare.remove() }
      #expect(try Self.texts(bare.path).contains(.text("torn2")))
    }

    @Test func `a journal that names a file of several databases is refused, and the file stays`()
      throws
    {
      let sample = try SampleStore()
      defer { sample.remove() }
      try sample.make(Self.entities, cache: nil, Self.tables)
      let target = sample.folder.appending(path: "precious").path
      try Data("x".utf8).write(to: URL(filePath: target))
      let signature: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
      let name = Array(target.utf8)
      let checksum = name.reduce(UInt32(0)) {
        $0 &+ UInt32(bitPattern: Int32(Int8(bitPattern: $1)))
      }
      func number(_ number: UInt32) -> [UInt8] {
        (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
      }
      var journal = signature + number(0) + number(1) + number(2) + number(512) + number(4_096)
      journal += Array(repeating: 0, count: 512 - journal.count)
      journal += number(0) + name + number(UInt32(name.count)) + number(checksum) + signature
      try Data(journal).write(to: URL(filePath: sample.path + "-journal"))
      #expect(Self.code(sample.path) == .needsFeature)
      #expect(FileManager.default.fileExists(atPath: target))
      // The rest of a transaction that ended: zeros.
      try Data(count: 512).write(to: URL(filePath: sample.path + "-journal"))
      #expect(try Self.texts(sample.path) == [.text("old")])
    }

    @Test func `what is no store is named`() throws {
      let sample = try SampleStore()
      defer { sample.remove() }
      try sample.make(Self.entities, cache: nil, Self.tables)
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: sample.path)))
      let other = sample.folder.appending(path: "other")
      for (content, code) in [
        ([], .notDatabase), (Array("{}".utf8), .notDatabase),
        ((0..<8_192).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }, .notDatabase),
        (Array(bytes.prefix(60)), .truncated), (Array(bytes.dropLast(4_096)), .truncated),
        (Array(bytes.prefix(100)), .truncated), (bytes + [1, 2, 3], nil),
        (
          Array(bytes.prefix(100)) + Array(repeating: 0xFF, count: bytes.count - 100),
          .damagedDatabase
        ),
      ] as [([UInt8], ArchiveError.Code?)] {
        try Data(content).write(to: other)
        #expect(Self.code(other.path) == code, "\(content.count) bytes")
      }
      try FileManager.default.removeItem(at: other)
      let queue = try DatabaseQueue(path: other.path)
      try queue.write { try $0.execute(sql: "CREATE TABLE a (b)") }
      try queue.close()
      #expect(Self.code(other.path) == .notCoreDataStore)
      for path in ["", "a\0b", sample.folder.path, sample.folder.path + "/none", "/dev/null"] {
        #expect(Self.code(path) == .inputOutput, "\(path)")
      }
    }
  }
#endif
