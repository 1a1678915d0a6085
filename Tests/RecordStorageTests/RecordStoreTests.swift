import Foundation
import RecordStorage
import StorageTransforms
import Testing

@Suite("A store checks what it is handed before a back end sees it")
struct RecordStoreTests {
  static let table = RecordTable(
    EntitySchema(
      "Photo",
      attributes: [
        AttributeSchema("title", type: .text, form: TransformForm("native"), isRequired: true),
        AttributeSchema("file", type: .text, form: TransformForm("native"), isUnique: true),
        AttributeSchema("size", type: .int16, form: TransformForm("native"), isIndexed: true),
        AttributeSchema("width", type: .double, form: TransformForm("native")),
      ]), keyKind: .integer)

  private func store() throws -> RecordStore {
    let store = RecordStore(MemoryBackEnd())
    try store.write { try $0.define(Self.table) }
    return store
  }

  private func record(
    _ key: RecordKey, _ title: StoredValue = .text("sea"), file: StoredValue = .null,
    size: StoredValue = .integer(1), width: StoredValue = .real(0.5)
  ) -> StoredRecord {
    StoredRecord(key: key, values: [title, file, size, width])
  }

  private func code(_ body: () throws -> Void) -> String? {
    do { try body() } catch let error as StorageError { return error.code.rawValue } catch {
      return "\(error)"
    }
    return nil
  }

  @Test("what is no record of the table is refused, and the transaction goes on")
  func refusals() throws {
    let store = try store()
    let refused: [(StoredRecord, String)] = [
      (record("a"), "wrongKey"), (record(1, .null), "missingValue"),
      (record(1, .integer(1)), "typeMismatch"), (record(1, .text("a\u{0}")), "notStorable"),
      (record(1, size: .integer(40_000)), "notStorable"),
      (record(1, width: .real(.nan)), "notStorable"),
      (record(1, file: .text(String(repeating: "x", count: 2_001))), "limitExceeded"),
      (StoredRecord(key: 1, values: []), "wrongCount"),
    ]
    try store.write { writer in
      try writer.insert(record(7, file: .text("a")), into: "Photo")
      for (record, expected) in refused {
        #expect(code { try writer.insert(record, into: "Photo") } == expected)
        #expect(code { try writer.upsert(record, in: "Photo") } == expected)
        #expect(code { try writer.update(record, in: "Photo") } == expected)
      }
      #expect(code { try writer.insert(record(7), into: "Photo") } == "duplicateKey")
      #expect(code { try writer.insert(record(8, file: .text("a")), into: "Photo") } == "notUnique")
      #expect(code { try writer.insert(record(8), into: "Video") } == "unknownEntity")
      try writer.insert(record(8), into: "Photo")
    }
    let count = try store.read { try $0.count(in: "Photo") }
    #expect(count == 2)
  }

  @Test("−0 comes back as 0, and nothing else comes back as another value")
  func minusZero() throws {
    let store = try store()
    try store.write { try $0.insert(record(1, width: .real(-0.0)), into: "Photo") }
    let values = try store.read { try $0.values(of: 1, in: "Photo") }
    #expect(values == record(1, width: .real(0)).values)
  }

  @Test("queries that mean nothing are refused")
  func queries() throws {
    let store = try store()
    let refused: [(RecordQuery, String)] = [
      (RecordQuery(limit: -1), "invalidQuery"), (RecordQuery(by: 4), "invalidQuery"),
      (RecordQuery(by: 3), "notIndexed"),
      (RecordQuery(by: 2, from: .init(.text("a"))), "typeMismatch"),
      (RecordQuery(from: .init(.text("a"))), "typeMismatch"),
      (RecordQuery(by: 2, from: .init(.null)), "invalidQuery"),
      (.equal(to: .null), "invalidQuery"),
    ]
    try store.read { reader in
      for (query, expected) in refused {
        #expect(code { _ = try reader.cursor(query, in: "Photo") } == expected)
        #expect(code { _ = try reader.count(query, in: "Photo") } == expected)
      }
    }
  }

  @Test("a session in a session is refused, and so is one that is over")
  func sessions() throws {
    let store = try store()
    let nested = try store.read { _ in
      [code { try store.read { _ in } }, code { try store.write { _ in } }]
    }
    #expect(nested == ["nested", "nested"])
    var kept: RecordWriter?
    var cursor: StoredRecords?
    try store.write { writer in
      try writer.insert(record(1), into: "Photo")
      cursor = try writer.cursor(in: "Photo")
      kept = writer
    }
    let writer = try #require(kept)
    let records = try #require(cursor)
    #expect(code { try writer.insert(record(2), into: "Photo") } == "sessionEnded")
    #expect(code { _ = try writer.values(of: 1, in: "Photo") } == "sessionEnded")
    #expect(code { _ = try records.next() } == "sessionEnded")
  }

  @Test("an error names field, value and the key that has it")
  func words() throws {
    let store = try store()
    try store.write { try $0.insert(record(3, file: .text("a.png")), into: "Photo") }
    let error = #expect(throws: StorageError.self) {
      try store.write { try $0.insert(record(7, file: .text("a.png")), into: "Photo") }
    }
    #expect(
      error?.description
        == "notUnique: another record has this value, attribute 'file' of 'Photo', record 7, value “a.png”, which record 3 has"
    )
  }
}
