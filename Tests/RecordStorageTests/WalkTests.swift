import RecordStorage
import RecordTestSupport
import StorageTransforms
import Testing

/// Walks in transactions that change what they walk (rule R8).
@Suite struct WalkTests {
  private struct Item: Equatable, Sendable { var id: Int, pay: Int }

  private func items(_ store: RecordStore) throws -> RecordSet<Item, Int> {
    try store.records(
      of: Entity("Item", restoring: Item.init) {
        Field("id", \.id)
        Field("pay", \.pay).indexed()
      }, key: \.id)
  }

  @Test func `each record is raised once, in the order of what is raised`() throws {
    let store = RecordStore(MemoryBackEnd())
    let items = try items(store)
    try items.save(contentsOf: (0..<100).map { Item(id: $0, pay: $0 % 10) })
    try store.write { session in
      var count = 0
      try items.forEach(where: .ordered(by: \.pay), in: session) { item in
        count += 1
        try items.save(Item(id: item.id, pay: item.pay + 1), in: session)
      }
      #expect(count == 100)
    }
    #expect(try items.fetch(where: .all) == (0..<100).map { Item(id: $0, pay: $0 % 10 + 1) })
  }

  @Test func `a table that is defined or dropped meanwhile`() throws {
    let store = RecordStore(MemoryBackEnd())
    let items = try items(store)
    try items.save(contentsOf: (0..<10).map { Item(id: $0, pay: 0) })
    let other = RecordTable(EntitySchema("Other", attributes: []), keyKind: .integer)
    // The definition of another table changes nothing.
    try store.write { session in
      let cursor = try session.cursor(in: items.id)
      _ = try cursor.next()
      try session.define(other)
      var count = 1
      while try cursor.next() != nil { count += 1 }
      #expect(count == 10)
    }
    // Records of a table that was dropped were deleted.
    try store.write { session in
      let cursor = try session.cursor(in: items.id)
      _ = try cursor.next()
      try session.drop(items.id)
      #expect(try cursor.next() == nil)
    }
  }

  @Test func `a record that cannot be read is an error of the walk, and not of the change`() throws
  {
    let folder = MemoryFolder()
    do {
      let file = try FileBackEnd("a.krec", in: folder)
      let items = try items(RecordStore(file))
      for number in 0..<10 { try items.save(Item(id: number, pay: 1_000_000_000 + number)) }
      file.close()
    }
    // One of the values, in the middle of the log. The hint tells where the records are, so that opening does not read them.
    let bytes = try #require(folder["a.krec"])
    let value = withUnsafeBytes(of: UInt32(1_000_000_005).littleEndian) { Array($0) }
    let place = try #require(
      (0..<bytes.count - 4).first { Array(bytes[$0..<$0 + 4]) == value })
    var changed = bytes
    changed[place] ^= 1
    folder["a.krec"] = changed
    let file = try FileBackEnd("a.krec", in: folder)
    let store = RecordStore(file)
    try store.write { session in
      let cursor = try session.cursor(in: "Item")
      let first = try #require(try cursor.next())
      try session.update(first, in: "Item")
      var count = 1
      do {
        while try cursor.next() != nil { count += 1 }
        Issue.record("the damaged record was read")
      } catch let error as StorageError {
        #expect(error.code == .damaged)
      }
      #expect(count == 5)
    }
    file.close()
  }
}
