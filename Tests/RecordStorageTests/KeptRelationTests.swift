import Foundation
import RecordStorage
import StorageTransforms
import Testing

@Suite("Queries ask for what transforms keep")
struct KeptRelationTests {
  struct Photo: Codable, Equatable, Sendable {
    var id: Int
    var exact: Date
    var sortable: Date
    var tags: Set<String>
  }

  private func entity() throws -> Entity<Photo> {
    try Entity("Photo", restoring: Photo.init) {
      Field("id", \.id)
      Field("exact", \.exact, as: ISO8601Transform()).indexed()
      Field("sortable", \.sortable, as: .sortable(fractionDigits: 9)).indexed()
      Field("tags", \.tags, as: ArchiveTransform.canonical).unique()
    }
  }

  private func photos() throws -> RecordSet<Photo, Int> {
    let photos = try RecordStore(MemoryBackEnd()).records(of: entity(), key: \.id)
    for (id, seconds) in [0, 0.5, 1, 1.5].enumerated() {
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      try photos.save(Photo(id: id, exact: date, sortable: date, tags: ["a", "\(id)"]))
    }
    return photos
  }

  private let second = Date(timeIntervalSinceReferenceDate: 1)
  private let zero = Date(timeIntervalSinceReferenceDate: 0)

  @Test func `sortable dates are found in ranges and in their order, half seconds too`() throws {
    let photos = try photos()
    #expect(try photos.fetch(where: .ordered(by: \.sortable)).map(\.id) == [0, 1, 2, 3])
    #expect(
      try photos.fetch(where: .property(\.sortable, from: zero, upTo: second)).map(\.id) == [0, 1])
    #expect(try photos.fetch(where: .property(\.exact, equals: second)).map(\.id) == [2])
    #expect(try photos.fetch(where: .property(\.id, from: 1, through: 2)).map(\.id) == [1, 2])
  }

  @Test func `exact dates are refused where order is needed`() throws {
    let photos = try photos()
    let selections: [RecordSelection<Photo>] = [
      .ordered(by: \.exact), .property(\.exact, from: zero, upTo: second),
      .property(\.exact, through: second), .property(\.exact, hasPrefix: second),
      RecordSelection<Photo>.ordered(by: \.id).named("exact"),
    ]
    for selection in selections {
      let error = #expect(throws: SchemaError.self) { try photos.fetch(where: selection) }
      #expect(error?.code == .notComparable)
      #expect(throws: SchemaError.self) { try photos.count(where: selection) }
      #expect(throws: SchemaError.self) { try photos.forEach(where: selection) { _ in } }
    }
    let error = #expect(throws: SchemaError.self) { try photos.fetch(where: .ordered(by: \.exact)) }
    #expect(
      error?.description == """
        notComparable: 'exact' is asked for a range or in the order of its values, which needs order, and its form “iso8601” keeps equality, and no order, entity 'Photo'. Write:
          Field("exact", \\.…)  // a column of dates
          Field("exact", \\.…, as: .sortable(fractionDigits: 9))  // text in the order of the dates
        """)
  }

  @Test func `equal sets are stored once where they are unique`() throws {
    let photos = try photos()
    var tags = Set<String>(minimumCapacity: 500)
    for tag in ["1", "a"] { tags.insert(tag) }
    let error = #expect(throws: StorageError.self) {
      try photos.save(Photo(id: 9, exact: zero, sortable: zero, tags: tags))
    }
    #expect(error?.code == .notUnique)
    #expect(try photos.fetch(where: .property(\.tags, equals: tags)).map(\.id) == [1])
  }

  struct Label: StoredForm, Hashable, Codable {
    var text: String
    static var storedKinds: Set<StoredValue.Kind> { [.text] }
    func storedValue() -> StoredValue { .text(text) }
    init(_ text: String) { self.text = text }
    init(storedValue: StoredValue) throws(TransformError) {
      text = try String(storedValue: storedValue)
    }
  }

  @Test func `a key keeps equality`() throws {
    struct Item: Sendable { var label: Label }
    let items = try Entity("Item", restoring: Item.init) { Field("label", \.label) }
    let error = #expect(throws: SchemaError.self) {
      try RecordStore(MemoryBackEnd()).records(of: items, key: \.label)
    }
    #expect(error?.code == .notComparable && error?.message.contains("is the key") == true)
  }

  @Test func `records of a newer program are found by attributes in another order`() throws {
    struct Old: Sendable { var id: Int; var left: String; var right: String }
    let backEnd = MemoryBackEnd()
    let newer = try Entity(
      "Pair", version: 2,
      restoring: { (r: String, i: Int, l: String) in
        Old(id: i, left: l, right: r)
      }
    ) {
      Field("right", \.right).indexed()
      Field("id", \.id)
      Field("left", \.left).indexed()
    }
    try RecordStore(backEnd).records(of: newer, key: \.id).save(Old(id: 1, left: "l", right: "r"))
    let older = try Entity("Pair", restoring: Old.init) {
      Field("id", \.id)
      Field("left", \.left).indexed()
      Field("right", \.right).indexed()
    }
    let pairs = try RecordStore(backEnd).records(of: older, key: \.id, allowing: .readOnly)
    #expect(try pairs.fetch(where: .property(\.left, equals: "l")).map(\.id) == [1])
    #expect(try pairs.fetch(where: .property(\.right, equals: "r")).map(\.id) == [1])
    #expect(try pairs.fetch(where: .property(\.id, equals: 1)).map(\.left) == ["l"])
  }
}
