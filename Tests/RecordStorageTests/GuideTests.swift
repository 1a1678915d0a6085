import Foundation
import RecordStorage
import StorageTransforms
import TestSupport
import Testing

@Suite("The README's examples of stores do what they say")
struct GuideTests {
  struct Photo: Codable, Equatable {
    var photoID: String
    var title: String
    var taken: Date
    var tags: [String]
  }

  @Test("a struct, a store, save, fetch")
  func firstExample() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "photos.krec").path
    let now = Date(timeIntervalSinceReferenceDate: 800_000_000)

    let store = RecordStore(try FileBackEnd(path: path))
    let entity = try Entity(of: Photo.self) {
      Field("photoID", \.photoID)
      Field("taken", \.taken).indexed()
    }
    let photos = try store.records(of: entity, key: \.photoID)

    try photos.save(Photo(photoID: "p1", title: "sea", taken: now, tags: ["blue"]))
    let photo = try photos.fetch("p1")
    let latest = try photos.fetch(.ordered(by: \.taken, descending: true, limit: 10))

    #expect(photo?.title == "sea" && latest.map(\.photoID) == ["p1"])
    #expect(
      try ReadmeExample.stands("struct Photo: Codable, Equatable", in: #filePath, inPieces: true))

    var edited = try #require(photo)
    edited.tags = ["sea", "dusk"]
    let other = Photo(photoID: "p2", title: "hill", taken: now, tags: [])
    let (monday, sunday) = (now, now.addingTimeInterval(600_000))

    try store.write { session in
      try photos.insert(other, in: session)
      try photos.update(edited, in: session)
    }
    let week = try store.read { session in
      try photos.fetch(.where(\.taken, from: monday, upTo: sunday), in: session)
    }
    #expect(week == [edited, other])

    #expect(
      try ReadmeExample.stands(
        "try photos.insert(other, in: session)", in: #filePath, inPieces: true))
  }
}
