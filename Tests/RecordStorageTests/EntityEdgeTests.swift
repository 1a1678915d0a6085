import Foundation
import RecordStorage
import StorageTransforms
import Testing

/// Declarations and sessions that could lose a value.
@Suite struct EntityEdgeTests {
  private struct Item: Codable, Equatable, Sendable {
    var id: Int
    var text: String
  }

  private struct Draft: Equatable, Sendable {
    var id: Int
    var text: String?
  }

  @Test func `two stores of one back end in memory do not wait for each other`() throws {
    let memory = MemoryBackEnd()
    let error = #expect(throws: StorageError.self) {
      try RecordStore(memory).write { _ in try RecordStore(memory).write { _ in } }
    }
    #expect(error?.code == .nested)
    // The turn is free again.
    try RecordStore(memory).write { _ in }
  }

  @Test func `an optional attribute that becomes required gets what it is added with`() throws {
    let store = RecordStore(MemoryBackEnd())
    let former = try store.records(
      of: Entity("Item", restoring: Draft.init) {
        Field("id", \.id)
        Field("text", \.text)
      }, key: \.id)
    try former.save(contentsOf: [Draft(id: 1, text: nil), Draft(id: 2, text: "b")])
    let later = try Entity("Item", version: 2, restoring: Item.init) {
      Field("id", \.id)
      Field("text", \.text).added(default: "a")
    }
    let expected = [Item(id: 1, text: "a"), Item(id: 2, text: "b")]
    let reading = try store.records(of: later, key: \.id, allowing: .readOnly)
    #expect(try reading.fetch(where: .all) == expected)
    #expect(try store.records(of: later, key: \.id).fetch(where: .all) == expected)
  }

  @Test func `a former transform with the form of the present one is refused`() throws {
    let encoder = JSONTransform<Item>()
    let error = #expect(throws: SchemaError.self) {
      try Entity("Page", version: 2, restoring: { (item: Item) in item }) {
        Field("item", \.self, as: encoder).formerly(as: JSONTransform<Item>())
      }
    }
    #expect(error?.code == .wrongField)
    #expect(error?.description.contains("“json”") == true)
    #expect(error?.lines == [".step(from: 1) { … }  // converts the values"])
    #expect(throws: Never.self) {
      try Entity("Page", version: 2, restoring: { (item: Item) in item }) {
        Field("item", \.self, as: encoder).formerly(as: JSONTransform<Item>(), isStamped: false)
      }
    }
  }

  @Test func `of former transforms each can be told from the others`() throws {
    func entity(_ transforms: [JSONTransform<Item>], isStamped: Bool) throws -> Entity<Item> {
      try Entity("Page", version: 2, restoring: { (item: Item) in item }) {
        transforms.reduce(Field("item", \.self, as: ArchiveTransform<Item>())) {
          $0.formerly(as: $1, isStamped: isStamped)
        }
      }
    }
    _ = try entity([JSONTransform()], isStamped: true)
    let error = #expect(throws: SchemaError.self) {
      try entity([JSONTransform(), JSONTransform()], isStamped: false)
    }
    #expect(error?.code == .wrongField)
    #expect(error?.description.contains("“json”") == true)
  }

  private struct Shapes: Equatable, Sendable {
    var number: Int
    var bytes: Data
  }

  private struct Page: Equatable, Sendable {
    var id: Int
    var item: Item
  }

  @Test func `a table of the program's own is not taken for that of the shapes`() throws {
    let store = RecordStore(MemoryBackEnd())
    let own = try Entity("ArchiveShapes", restoring: Shapes.init) {
      Field("number", \.number)
      Field("bytes", \.bytes)
    }
    let error = #expect(throws: StorageError.self) { try store.records(of: own, key: \.number) }
    #expect(error?.code == .invalidName)
    // One that a session defines.
    try store.write { session in
      try session.define(
        RecordTable(own.schema, keyKind: .integer, keyAttribute: own.schema.attributes[0].id))
    }
    let pages = try store.records(
      of: Entity("Page", restoring: Page.init) {
        Field("id", \.id)
        Field("item", \.item)
      }, key: \.id)
    let page = Page(id: 1, item: Item(id: 1, text: "a"))
    try pages.save(page)
    #expect(try pages.fetch(where: .all) == [page])
    #expect(try store.read { try $0.count(in: "ArchiveShapes") } == 0)
  }
}
