import Foundation
import RecordStorage
import TestSupport
import Testing

@Suite("The examples of stores in README.md and in the articles do what they say")
struct GuideTests {
  struct Photo: Codable, Equatable {
    var photoID: String
    var title: String
    var taken: Date
    var tags: [String]
  }

  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  /// A file of the test's own folder, with the call that README.md prints.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  private func FileBackEnd(path: String) throws -> RecordStorage.FileBackEnd {
    try RecordStorage.FileBackEnd(path: folder.appending(path: path).path)
  }

  @Test("a struct, a store, save, fetch")
  func firstExample() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }

    let store = RecordStore(try FileBackEnd(path: "photos.krec"))
    let entity = try Entity(of: Photo.self) {
      Field("photoID", \.photoID)
      Field("taken", \.taken, as: .sortable(fractionDigits: 9)).indexed()
    }
    let photos = try store.records(of: entity, key: \.photoID)

    try photos.save(Photo(photoID: "p1", title: "sea", taken: Date(), tags: ["blue"]))
    let photo = try photos.fetch(key: "p1")
    let latest = try photos.fetch(where: .ordered(by: \.taken, descending: true, limit: 10))
    print(photo?.title ?? "no photo", latest.count)

    #expect(photo?.title == "sea" && latest.map(\.photoID) == ["p1"])
    #expect(
      try ReadmeExample.stands("struct Photo: Codable, Equatable", in: #filePath, inPieces: true))

    var edited = try #require(photo)
    edited.tags = ["sea", "dusk"]
    let now = edited.taken
    let other = Photo(photoID: "p2", title: "hill", taken: now, tags: [])
    let (monday, sunday) = (now, now.addingTimeInterval(600_000))

    try store.write(retrying: .conflicts(atMost: 5)) { session in
      try photos.insert(other, in: session)
      try photos.update(edited, in: session)
    }
    let week = try store.read { session in
      try photos.fetch(where: .property(\.taken, from: monday, upTo: sunday), in: session)
    }
    #expect(week == [edited, other])

    #expect(
      try ReadmeExample.stands(
        "try photos.insert(other, in: session)", in: #filePath, inPieces: true))
  }

  @Test("a store in ten minutes")
  func tenMinutes() async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }

    let entity = try Entity(of: Photo.self) {
      Field("photoID", \.photoID)
      Field("taken", \.taken).indexed()
    }
    let file = try FileBackEnd(path: "photos.krec")
    let store = RecordStore(file)
    let photos = try store.records(of: entity, key: \.photoID)

    let sea = Photo(photoID: "p1", title: "sea", taken: Date(), tags: ["blue"])
    let hill = Photo(photoID: "p2", title: "hill", taken: Date(), tags: [])
    try photos.save(sea)  // inserts or replaces
    try photos.insert(hill)  // throws duplicateKey if there is one
    try photos.update(sea)  // returns false if there is none
    try photos.delete(key: "p2")
    #expect(try ReadmeExample.stands("try photos.delete(key: \"p2\")", in: #filePath))

    let (first, second) = (hill, Photo(photoID: "scan-1", title: "map", taken: Date(), tags: []))
    try store.write(retrying: .conflicts(atMost: 5)) { session in
      try photos.save(first, in: session)
      try photos.save(second, in: session)
    }
    #expect(try ReadmeExample.stands("try photos.save(first, in: session)", in: #filePath))
    try photos.save(sea, .written)
    #expect(try ReadmeExample.isShown("`try photos.save(sea, .written)`", near: #filePath))

    let (monday, sunday) = (sea.taken, sea.taken.addingTimeInterval(600_000))
    let one = try photos.fetch(key: "p1")
    let latest = try photos.fetch(where: .ordered(by: \.taken, descending: true, limit: 10))
    let week = try photos.fetch(where: .property(\.taken, from: monday, upTo: sunday))
    let scans = try photos.fetch(where: .property(\.photoID, hasPrefix: "scan-"))
    let count = try photos.count(where: .property(\.taken, from: monday))
    try photos.forEach { photo in print(photo.title) }  // memory for one photo
    #expect(one == sea && latest.count == 3 && week.count == 3 && count == 3)
    #expect(scans == [second])
    #expect(try ReadmeExample.stands("hasPrefix: \"scan-\"", in: #filePath))

    func page(after last: String?, count: Int) throws -> [Photo] {
      guard let last else { return try photos.fetch(where: .all(limit: count)) }
      let found = try photos.fetch(where: .property(\.photoID, from: last, limit: count + 1))
      return Array(found.drop { $0.photoID == last }.prefix(count))
    }
    #expect(try page(after: nil, count: 2).map(\.photoID) == ["p1", "p2"])
    #expect(try page(after: "p2", count: 2).map(\.photoID) == ["scan-1"])
    #expect(try page(after: "p10", count: 1).map(\.photoID) == ["p2"])
    #expect(try ReadmeExample.stands("func page(after last:", in: #filePath))

    let library = AsyncRecordStore(store)
    let dusk = Photo(photoID: "p3", title: "dusk", taken: Date(), tags: [])
    try await library.write(retrying: .conflicts(atMost: 5)) { session in
      try photos.save(dusk, in: session)
    }
    let titles = try await library.read { session in
      try photos.fetch(where: .all, in: session).map(\.title)
    }
    #expect(titles == ["sea", "hill", "dusk", "map"])
    #expect(try ReadmeExample.stands("let library =", in: #filePath))

    func show(_ shown: ([Photo]) -> Bool) async throws {
      for try await newest in photos.results(observing: .ordered(by: \.taken, descending: true)) {
        if !shown(newest) { break }
      }
    }
    var shownCount = 0
    try await show { newest in
      shownCount = newest.count
      return false
    }
    #expect(shownCount == 4)
    #expect(try ReadmeExample.stands("func show(", in: #filePath))

    if file.sizes.dead > max(file.sizes.live, 1 << 20) { try file.compact() }
    #expect(try ReadmeExample.stands("try file.compact()", in: #filePath))
    try file.compact()

    let path = folder.appending(path: "photos.krec").path
    let copyPath = folder.appending(path: "copy.krec").path
    let reader = RecordStore(try FileReaderBackEnd(path: path))
    let readable = try reader.records(of: entity, key: \.photoID)
    let seen = try readable.fetch(key: "p1")
    #expect(seen == sea)
    #expect(try ReadmeExample.stands("let readable =", in: #filePath))

    try photos.save(Photo(photoID: "p4", title: "dawn", taken: Date(), tags: []))
    try FileManager.default.copyItem(atPath: path, toPath: copyPath)
    let backup = RecordStore(try FileReaderBackEnd(path: copyPath))
    let kept = try backup.records(of: entity, key: \.photoID).count()
    #expect(kept == 5)
    #expect(try ReadmeExample.stands("let backup =", in: #filePath))

    // The way back: the store is closed, the copy takes its place, and the hint goes.
    try photos.delete(key: "p4")
    file.close()
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.copyItem(atPath: copyPath, toPath: path)
    #expect(throws: StorageError.self) { try FileBackEnd(path: "photos.krec") }
    try FileManager.default.removeItem(atPath: path + ".hint")
    let restored = RecordStore(try FileBackEnd(path: "photos.krec"))
    #expect(try restored.records(of: entity, key: \.photoID).count() == 5)
  }
}
