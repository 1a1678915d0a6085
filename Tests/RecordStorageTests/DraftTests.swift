import Foundation
import KeyedArchives
import RecordLog
import RecordTestSupport
import Testing

@testable import RecordStorage

/// Files of each draft of the formats are read, or say which draft they are of (rule V6).
@Suite struct DraftTests {
  /// Something of everything.
  private struct Album: Codable, Equatable {
    enum Mark: Codable, Equatable { case none, stars(Int), note(String, by: String?) }
    struct Photo: Codable, Equatable {
      var name: String
      var size: Int64
      var taken: Date?
      var tags: [String]
      var mark: Mark
    }
    final class Owner: Codable, Equatable {
      var name: String
      init(_ name: String) { self.name = name }
      static func == (left: Owner, right: Owner) -> Bool { left.name == right.name }
    }
    var id: UUID
    var title: String
    var photos: [Photo]
    var owners: [Owner]
    var counts: [String: Int]
    var flags: [Bool]
    var numbers: [Double]
    var thumbnail: Data
    var price: Decimal
    var page: URL?

    init(photoCount: Int) {
      let owner = Owner("Zoë")
      id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
      title = "naïve ☀️"
      photos = (0..<photoCount).map { index in
        Photo(
          name: "photo-\(index)", size: Int64(index) * 123_457,
          taken: index % 3 == 0 ? nil : Date(timeIntervalSinceReferenceDate: Double(index) * 0.25),
          tags: (0..<index % 4).map { "tag \($0)" },
          mark: index % 3 == 0
            ? .none : index % 3 == 1 ? .stars(index) : .note("n", by: index % 2 == 0 ? nil : "b"))
      }
      owners = [owner, Owner("Ann"), owner]
      counts = ["one": 1]
      flags = [true, false, true]
      numbers = [0, -0.5, 1e300, .infinity]
      thumbnail = Data((0..<40).map { UInt8($0) })
      price = Decimal(string: "12.345") ?? 0
      page = URL(string: "https://example.org/a?b")
    }
  }

  /// Without any, the other tests would have nothing to do.
  @Test func `there are folders of all drafts`() {
    let latest = DraftFolder.Format.allCases.map(\.current).max() ?? 0
    #expect(DraftFolder.numbers == Array(1...latest))
  }

  /// What a body throws for files of another draft; what it gives for those of today's.
  private func check<Value: Equatable>(
    _ folder: DraftFolder, _ expected: Value, _ body: () throws -> Value,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    if folder.isCurrent {
      #expect(try body() == expected, sourceLocation: sourceLocation)
      return
    }
    let error = #expect(throws: (any Error).self, sourceLocation: sourceLocation) { try body() }
    let words = "\(error.map { "\($0)" } ?? "")"
    #expect(words.contains("draft \(folder.number) "), "\(words)", sourceLocation: sourceLocation)
    #expect(words.contains("draft \(folder.format.current)"), sourceLocation: sourceLocation)
  }

  @Test(arguments: DraftFolder.folders(of: .archives)) func archives(folder: DraftFolder) throws {
    let forms: [(String, KeyedArchiver, Int)] = [
      ("small.karc", KeyedArchiver(), 3),
      ("packed.karc", KeyedArchiver(compression: .zlib()), 40),
      ("parts.karc", KeyedArchiver(framing: .multiPart), 3),
      ("packed-parts.karc", KeyedArchiver(compression: .zlib(), framing: .multiPart), 60),
    ]
    for (name, archiver, count) in forms {
      let album = Album(photoCount: count)
      let bytes = try folder.bytes(name) { try archiver.encode(album) }
      try check(folder, album) { try KeyedUnarchiver().decode(Album.self, from: bytes) }
    }
  }

  @Test(arguments: DraftFolder.folders(of: .archives)) func `streams that were added to`(
    folder: DraftFolder
  )
    throws
  {
    let photos = Album(photoCount: 20).photos
    let bytes = try folder.bytes("stream.karc") {
      var bytes: [UInt8] = []
      let writer = ArchiveStreamWriter<Album.Photo>(
        KeyedArchiver(), to: ArchiveOutput { bytes += $0 })
      for photo in photos.prefix(12) { try writer.append(photo) }
      try writer.finish()
      let added = try ArchiveStreamWriter<Album.Photo>(
        KeyedArchiver(), addingTo: ArchiveInput(Data(bytes)), to: ArchiveOutput { bytes += $0 })
      for photo in photos.dropFirst(12) { try added.append(photo) }
      try added.finish()
      return Data(bytes)
    }
    try check(folder, photos) {
      let reader = ArchiveStreamReader<Album.Photo>(ArchiveInput(bytes))
      var found: [Album.Photo] = []
      while let photo = try reader.next() { found.append(photo) }
      return found
    }
  }

  @Test(arguments: DraftFolder.folders(of: .archives)) func `records against a dictionary`(
    folder: DraftFolder
  )
    throws
  {
    var written = ShapeDictionary()
    var made: [Data] = []
    for photo in Album(photoCount: 3).photos {
      let encoding = try KeyedArchiver().encode(photo, against: written)
      written = try written.adding(encoding.additions)
      made.append(Data(encoding.bytes))
    }
    let rows = try folder.bytes("dictionary.rows") { Data(written.rows) }
    for (index, photo) in Album(photoCount: 3).photos.enumerated() {
      let record = try folder.bytes("record-\(index).karc") { made[index] }
      try check(folder, photo) {
        let dictionary = try ShapeDictionary(rows: rows)
        return try KeyedUnarchiver().decode(
          Album.Photo.self, from: Array(record), dictionary: dictionary)
      }
    }
  }

  @Test(arguments: DraftFolder.folders(of: .logs)) func `logs with hints`(
    folder: DraftFolder
  ) throws {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "draft-\(UUID())")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let path = scratch.appending(path: "photos.krec").path
    let hint = scratch.appending(path: HintFile.name(of: "photos.krec"))
    func make(_ name: String) throws -> Data {
      let file = try FileBackEnd(path: path)
      try DraftFolder.fill(RecordStore(file))
      file.close()
      return try Data(contentsOf: scratch.appending(path: name))
    }
    // Both from one run: a hint is tied to its log.
    let log = try folder.bytes("photos.krec") { try make("photos.krec") }
    let hinted = try folder.bytes("photos.krec.hint") { try Data(contentsOf: hint) }
    if !folder.isCurrent {
      try log.write(to: URL(filePath: path))
      try hinted.write(to: hint)
      let error = #expect(throws: StorageError.self) { try FileBackEnd(path: path) }
      #expect(error?.code == .unsupported)
      #expect("\(error.map { "\($0)" } ?? "")".contains("draft \(folder.number) "))
      #expect(try Data(contentsOf: URL(filePath: path)) == log)
      return
    }
    for hasHint in [true, false] {
      try log.write(to: URL(filePath: path))
      try? FileManager.default.removeItem(at: hint)
      if hasHint { try hinted.write(to: hint) }
      let extra = StoredRecord(
        key: .integer(99), values: [.integer(99), .text("new"), .null, .null, .null])
      var file = try FileBackEnd(path: path)
      #expect(try DraftFolder.contents(RecordStore(file)) == DraftFolder.records)
      try RecordStore(file).write { try $0.insert(extra, into: "Photo") }
      file.close()
      for isCompacted in [false, true, false] {
        file = try FileBackEnd(path: path)
        #expect(try DraftFolder.contents(RecordStore(file)) == DraftFolder.records + [extra])
        if isCompacted { try file.compact() }
        file.close()
      }
      let kept = FolderFileSystem(path: scratch.path)
      #expect(HintFile(of: "photos.krec", in: kept, TableArchives()) != nil)
    }
  }
}
