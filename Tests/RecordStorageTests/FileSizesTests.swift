import Foundation
import RecordLog
import RecordStorage
import RecordTestSupport
import StorageTransforms
import TestSupport
import Testing

@Suite("A file store tells how many of its bytes still count")
struct FileSizesTests {
  private func record(_ key: Int64, _ owner: String) -> StoredRecord {
    StoredRecord(key: .integer(key), values: [.integer(key), .text(owner), .integer(1)])
  }

  /// Keys, and the bytes of each in the file: a lead and the shortest form; of a long text, its length too.
  private static let keys: [(RecordKey, Int)] = [
    (.integer(0), 1), (.integer(-1), 2), (.integer(127), 2), (.integer(128), 3),
    (.integer(-128), 2), (.integer(-129), 3), (.integer(.max), 9), (.integer(.min), 9),
    (.text(""), 1), (.text("k"), 2), (.text(String(repeating: "k", count: 300)), 303),
    (.blob(Data([1, 2, 3])), 4),
  ]

  @Test("live bytes are never more than all, whatever the keys", arguments: keys)
  func liveIsPartOfAll(key: RecordKey, keyByteCount: Int) throws {
    let file = try FileBackEnd("a.krec", in: MemoryFolder())
    let amount = AttributeSchema("amount", type: .int64, form: TransformForm("native"))
    let table = RecordTable(EntitySchema("Sum", attributes: [amount]), keyKind: key.kind)
    try RecordStore(file).write { session in
      try session.define(table)
      try session.upsert(StoredRecord(key: key, values: [.integer(1)]), in: "Sum")
    }
    // Around the key: what entry it is, the entity, and a count; then the revision, and an integer of two bytes.
    #expect(file.sizes.live == keyByteCount + 3 + 1 + 2)
    try file.compact()
    #expect(file.sizes.live == keyByteCount + 3 + 1 + 2 && file.sizes.live < file.sizes.total)
  }

  @Test("live bytes are those of the records that are there, however they came there")
  func live() throws {
    let folder = MemoryFolder()
    var random = SeededGenerator(seed: 3)
    var file = try FileBackEnd("a.krec", in: folder)
    try RecordStore(file).write { try $0.define(Ledger.table) }
    #expect(file.sizes.live == 0 && file.sizes.total == folder["a.krec"]?.count)
    for round in 0..<6 {
      for _ in 0..<30 {
        try RecordStore(file).write(.written) { session in
          let key = Int64.random(in: 0..<40, using: &random)
          if Bool.random(using: &random) {
            try session.delete(.integer(key), from: "Account")
          } else {
            let padding = String(repeating: "x", count: .random(in: 0..<50, using: &random))
            try session.upsert(record(key, "\(key)" + padding), in: "Account")
          }
        }
      }
      let before = file.sizes
      #expect(before.total == folder["a.krec"]?.count)
      // In the order of keys, from nothing: all that a compacted file has.
      if round % 3 == 2 {
        try file.compact()
        let count = try RecordStore(file).read { try $0.count(in: "Account") }
        #expect(file.sizes.live == before.live && file.sizes.total < before.total)
        #expect(count > 10 && file.sizes.dead < 1_000)
      }
      let sizes = file.sizes
      file.close()
      if round % 2 == 0 { try folder.remove("a.krec.hint") }
      file = try FileBackEnd("a.krec", in: folder)
      #expect(file.sizes == sizes)
    }
    let live = file.sizes.live
    let keys = try RecordStore(file).read { try $0.records(in: "Account") }
    // A put takes 3 bytes beside key and values; a key 2, or 1 if it is 0; values a revision, null, text with its head, and an integer of two bytes.
    let expected = keys.reduce(0) { sum, record in
      guard case .text(let owner) = record.values[1] else { return sum }
      return sum + 3 + (record.key == .integer(0) ? 1 : 2) + 1 + 1 + (owner.utf8.count < 24 ? 1 : 2)
        + owner.utf8.count + 2
    }
    #expect(live == expected && live > 500)
    var wider = Ledger.table
    wider.entity.attributes[2].isRequired = true
    try RecordStore(file).write { try $0.define(wider, replacing: Ledger.table) }
    #expect(file.sizes.live == live)
    try RecordStore(file).write { try $0.drop("Account") }
    #expect(file.sizes.live == 0)
  }

  @Test("what was refused counts for nothing")
  func refused() throws {
    let folder = MemoryFolder()
    let file = try FileBackEnd("a.krec", in: folder)
    let store = RecordStore(file)
    try store.write { session in
      try session.define(Ledger.table)
      try session.insert(record(1, "one"), into: "Account")
    }
    let sizes = file.sizes
    folder.withFaults { $0.room = 20 }
    #expect(throws: StorageError.self) {
      try store.write { try $0.insert(record(2, "two"), into: "Account") }
    }
    _ = try store.read { try $0.count(in: "Account") }
    folder.withFaults { $0.room = nil }
    #expect(file.sizes == sizes)
  }
}
