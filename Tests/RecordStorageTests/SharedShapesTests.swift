import Foundation
import KeyedArchives
import RecordStorage
import StorageTransforms
import Synchronization
import Testing

@Suite("A store keeps once what its archives have in common")
struct SharedShapesTests {
  struct Place: Codable, Hashable, Sendable {
    var latitude: Double
    var longitude: Double
    var nameOfTheTown: String?
  }

  struct Camera: Codable, Hashable, Sendable {
    var manufacturer: String
    var exposureInSeconds: Double
  }

  struct Shot: Codable, Hashable, Sendable {
    var number: Int
    var place: Place
    var camera: Camera?
    var tags: Set<String>
    var origin: Place
  }

  private static let nowhere = Place(latitude: 0, longitude: 0, nameOfTheTown: "nowhere")

  private static func entity(version: Int = 1) throws -> Entity<Shot> {
    try Entity("Shot", version: version, restoring: Shot.init) {
      Field("number", \.number)
      Field("place", \.place).fallback(to: nowhere)
      Field("camera", \.camera)
      Field("tags", \.tags).fallback(to: [])
      Field("origin", \.origin, as: ArchiveTransform.canonical).indexed()
    }
  }

  private static func shot(_ number: Int, hasCamera: Bool = false) -> Shot {
    let place = Place(latitude: Double(number), longitude: 0.5, nameOfTheTown: "Aldea")
    return Shot(
      number: number, place: place,
      camera: hasCamera ? Camera(manufacturer: "Argus", exposureInSeconds: 0.008) : nil,
      tags: ["sea"], origin: place)
  }

  private func shots(_ store: RecordStore) throws -> RecordSet<Shot, Int> {
    try store.records(of: Self.entity(), key: \.number)
  }

  /// The bytes of an attribute.
  private func blob(_ store: RecordStore, _ number: Int, _ position: Int) throws -> Data {
    let values = try store.read { try $0.values(of: .integer(Int64(number)), in: "Shot") }
    guard case .blob(let data)? = values?[position] else { throw CocoaError(.featureUnsupported) }
    return data
  }

  private func rowCount(_ store: RecordStore) throws -> Int {
    try store.read {
      try $0.table("ArchiveShapes") == nil ? 0 : $0.records(in: "ArchiveShapes").count
    }
  }

  /// The errors that a store told of in a call.
  private func reported(by store: RecordStore, _ body: () throws -> Void) async throws -> [String] {
    let errors = store.errors.subscribe()
    try body()
    store.errors.report(ConversionError(.restoring, TransformError(.invalid, "the last one")))
    var words: [String] = []
    for await error in errors {
      if error.cause.message == "the last one" { break }
      words.append("\(error.cause.code.rawValue) \(error.isHidden)")
    }
    return words
  }

  @Test("records are small, and come back from another store")
  func small() throws {
    let backEnd = MemoryBackEnd()
    let alone = RecordStore(MemoryBackEnd(), sharesShapes: false)
    let store = RecordStore(backEnd)
    for number in 0..<20 {
      try shots(store).save(Self.shot(number, hasCamera: number > 10))
      try shots(alone).save(Self.shot(number, hasCamera: number > 10))
    }
    #expect(try rowCount(alone) == 0)
    #expect(try rowCount(store) == 2)
    for position in 1...2 {
      let (small, whole) = (try blob(store, 15, position), try blob(alone, 15, position))
      #expect(small.count * 2 < whole.count)
    }
    // What is compared has no rows that others might not have had.
    let (mine, others) = (try blob(store, 0, 4), try blob(alone, 0, 4))
    #expect(mine == others)
    #expect(
      try shots(store).fetch(where: .property(\.origin, equals: Self.shot(12).origin)).count == 1)
    for number in 0..<20 {
      let shot = Self.shot(number, hasCamera: number > 10)
      #expect(try shots(RecordStore(backEnd)).fetch(key: number) == shot)
      #expect(try shots(RecordStore(backEnd, sharesShapes: false)).fetch(key: number) == shot)
    }
  }

  @Test("in a file: opened again, compacted, opened again")
  func file() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "shots.krec").path
    for round in 0..<4 {
      let file = try FileBackEnd(path: path)
      let shots = try shots(RecordStore(file))
      try shots.save(Self.shot(round, hasCamera: round > 1))
      if round == 2 { try file.compact() }
      #expect(try shots.fetch(where: .all) == (0...round).map { Self.shot($0, hasCamera: $0 > 1) })
      file.close()
    }
  }

  @Test("a transaction brings its rows along, and takes them back with it")
  func transactions() throws {
    struct Refusal: Error {}
    let backEnd = MemoryBackEnd()
    let store = RecordStore(backEnd)
    let shots = try shots(store)
    #expect(throws: Refusal.self) {
      try store.write { session in
        try shots.insert(Self.shot(1, hasCamera: true), in: session)
        #expect(try shots.fetch(key: 1, in: session) == Self.shot(1, hasCamera: true))
        throw Refusal()
      }
    }
    #expect(try rowCount(store) == 0)
    try store.write { session in
      for number in 0..<100 {
        try shots.insert(Self.shot(number, hasCamera: number % 2 == 0), in: session)
      }
    }
    #expect(try rowCount(store) == 2)
    let found = try self.shots(RecordStore(backEnd)).fetch(where: .all)
    #expect(found == (0..<100).map { Self.shot($0, hasCamera: $0 % 2 == 0) })
  }

  @Test("rows that another store added are asked for, and no fallback stands in meanwhile")
  func otherStores() async throws {
    let backEnd = MemoryBackEnd()
    let (first, second) = (RecordStore(backEnd), RecordStore(backEnd))
    let (mine, others) = (try shots(first), try shots(second))
    #expect(try mine.fetch(where: .all).isEmpty)
    let reported = try await reported(by: first) {
      try others.save(Self.shot(1))
      #expect(try mine.fetch(key: 1) == Self.shot(1))
      try others.save(Self.shot(2, hasCamera: true))
      // This one knows no camera either, and finds that the rows were added meanwhile.
      try mine.save(Self.shot(3, hasCamera: true))
      #expect(try mine.fetch(key: 2) == Self.shot(2, hasCamera: true))
      #expect(try others.fetch(key: 3) == Self.shot(3, hasCamera: true))
    }
    #expect(reported == [])
    #expect(try rowCount(first) == 2)
  }

  @Test("rows that are gone are an error, or what stands in for it, and are told")
  func lostRows() async throws {
    let backEnd = MemoryBackEnd()
    try shots(RecordStore(backEnd)).save(Self.shot(1))
    try RecordStore(backEnd).write { try $0.drop("ArchiveShapes") }
    let store = RecordStore(backEnd)
    let reported = try await reported(by: store) {
      let shot = try shots(store).fetch(key: 1)
      #expect(shot?.place == Self.nowhere)
    }
    #expect(reported == ["unreadable true", "unreadable true"])
  }

  @Test("of rows that are damaged those in front of the damage count, and saving goes on")
  func damagedRows() throws {
    for change in 0..<3 {
      let backEnd = MemoryBackEnd()
      try shots(RecordStore(backEnd)).save(Self.shot(1))
      try shots(RecordStore(backEnd)).save(Self.shot(3, hasCamera: true))
      try RecordStore(backEnd).write { session in
        var records = try session.records(in: "ArchiveShapes")
        #expect(records.count == 2)
        switch change {
        case 0: try session.delete(records[1].key, from: "ArchiveShapes")
        case 1:
          try session.delete(records[1].key, from: "ArchiveShapes")
          records[1].key = .integer(7)
          records[1].values[0] = .integer(7)
          try session.insert(records[1], into: "ArchiveShapes")
        default:
          records[1].values[1] = .blob(Data([0xFF, 0xFF]))
          try session.update(records[1], in: "ArchiveShapes")
        }
      }
      let shots = try shots(RecordStore(backEnd))
      #expect(try shots.fetch(key: 1) == Self.shot(1), "\(change)")
      let error = #expect(throws: TransformError.self) { try shots.fetch(key: 3) }
      #expect(error?.code == .unreadable, "\(change)")
      try shots.save(Self.shot(4, hasCamera: true))
      try shots.save(Self.shot(5, hasCamera: true))
      let again = try self.shots(RecordStore(backEnd))
      #expect(try again.fetch(key: 4) == Self.shot(4, hasCamera: true), "\(change)")
      #expect(try again.fetch(key: 5) == Self.shot(5, hasCamera: true), "\(change)")
    }
  }

  @Test("a store that has dropped its rows begins anew")
  func droppedRows() throws {
    let backEnd = MemoryBackEnd()
    let store = RecordStore(backEnd)
    try shots(store).save(Self.shot(1))
    try store.write { session in
      for table in try session.tables() { try session.drop(table.id) }
    }
    try shots(store).save(Self.shot(2, hasCamera: true))
    #expect(try shots(RecordStore(backEnd)).fetch(where: .all) == [Self.shot(2, hasCamera: true)])
    let shots = try shots(store)
    try store.write { session in
      try session.drop("ArchiveShapes")
      try shots.save(Self.shot(3, hasCamera: true), in: session)
    }
    #expect(try self.shots(RecordStore(backEnd)).fetch(key: 3) == Self.shot(3, hasCamera: true))
  }

  @Test("where rows cannot be stored, archives are complete in themselves")
  func refusedRows() throws {
    let backEnd = MemoryBackEnd()
    let other = RecordTable(
      EntitySchema(
        "ArchiveShapes",
        attributes: [AttributeSchema("note", type: .text, form: TransformForm("native"))]),
      keyKind: .text)
    try RecordStore(backEnd).write { try $0.define(other) }
    let store = RecordStore(backEnd)
    let shots = try shots(store)
    try store.write { session in
      for number in 0..<4 {
        try shots.insert(Self.shot(number, hasCamera: true), in: session)
      }
    }
    try shots.save(Self.shot(4, hasCamera: true))
    #expect(try rowCount(store) == 0)
    let found = try self.shots(RecordStore(backEnd)).fetch(where: .all)
    #expect(found == (0..<5).map { Self.shot($0, hasCamera: true) })
  }

  @Test("a store that shares no shapes writes none of those that are there")
  func unsharedShapes() throws {
    let backEnd = MemoryBackEnd()
    try shots(RecordStore(backEnd)).save(Self.shot(1))
    let store = RecordStore(backEnd, sharesShapes: false)
    try shots(store).save(Self.shot(2))
    let (bound, whole) = (try blob(store, 1, 1), try blob(store, 2, 1))
    #expect(bound.count < whole.count)
    #expect(try KeyedUnarchiver().decode(Place.self, from: whole) == Self.shot(2).place)
  }

  @Test("an attribute that becomes indexed is stored anew, and all records are found by it")
  func indexedLater() throws {
    let backEnd = MemoryBackEnd()
    let store = RecordStore(backEnd)
    try shots(store).save(Self.shot(1))
    try shots(store).save(Self.shot(3, hasCamera: true))
    var second = Self.shot(2)
    second.place = Self.shot(1).place
    try shots(store).save(second)
    // Of equal values, but of other rows.
    #expect(try blob(store, 1, 1) != blob(store, 2, 1))
    let entity = try Entity("Shot", version: 2, restoring: Shot.init) {
      Field("number", \.number)
      Field("place", \.place, as: ArchiveTransform.canonical)
        .formerly(as: ArchiveTransform()).indexed()
      Field("camera", \.camera)
      Field("tags", \.tags)
      Field("origin", \.origin, as: ArchiveTransform.canonical).indexed()
    }
    let shots = try RecordStore(backEnd).records(of: entity, key: \.number)
    let found = try shots.fetch(where: .property(\.place, equals: second.place)).map(\.number)
    #expect(found == [1, 2])
  }

  @Test("many threads that add shapes, in two stores")
  func threads() throws {
    let backEnd = MemoryBackEnd()
    let stores = [RecordStore(backEnd), RecordStore(backEnd)]
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      do {
        let shots = try shots(stores[thread % 2])
        for number in 0..<40 {
          let number = thread * 100 + number
          try shots.save(Self.shot(number, hasCamera: number % 3 == 0))
        }
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
    #expect(failures.withLock { $0 } == [])
    let found = try shots(RecordStore(backEnd)).fetch(where: .all)
    #expect(found.count == 320)
    for shot in found { #expect(shot == Self.shot(shot.number, hasCamera: shot.number % 3 == 0)) }
  }

  @Test("a record that is brought into another form is read with its shapes")
  func migration() throws {
    let backEnd = MemoryBackEnd()
    try shots(RecordStore(backEnd)).save(contentsOf: (0..<5).map { Self.shot($0, hasCamera: true) })
    let entity = try Entity("Shot", version: 2, restoring: Shot.init) {
      Field("number", \.number)
      Field("place", \.place, as: JSONTransform<Place>()).formerly(as: ArchiveTransform<Place>())
      Field("camera", \.camera)
      Field("tags", \.tags)
      Field("origin", \.origin, as: ArchiveTransform.canonical).indexed()
    }
    let found = try RecordStore(backEnd).records(of: entity, key: \.number).fetch(where: .all)
    #expect(found == (0..<5).map { Self.shot($0, hasCamera: true) })
  }
}
