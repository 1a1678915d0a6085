import Foundation
import RecordLog
import RecordStorage
import StorageTransforms
import TestSupport
import Testing

@Suite("A hint makes opening fast, and changes nothing else")
struct HintTests {
  private static let table = RecordTable(
    EntitySchema(
      "Photo",
      attributes: [
        AttributeSchema("file", type: .text, form: TransformForm("native"), isUnique: true),
        AttributeSchema("size", type: .int64, form: TransformForm("native"), isIndexed: true),
      ]), keyKind: .text)

  private func withFolder(_ body: (URL, String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder, folder.appending(path: "photos.krec").path)
  }

  /// Opens, makes changes, and closes.
  private func change(_ path: String, _ random: inout SeededGenerator) throws {
    let file = try FileBackEnd(path: path)
    let store = RecordStore(file)
    try store.write { session in
      if try session.table("Photo") == nil { try session.define(Self.table) }
      for _ in 0..<60 {
        let key = RecordKey.text("k\(Int.random(in: 0..<150, using: &random))")
        if Int.random(in: 0..<4, using: &random) == 0 {
          try session.delete(key, from: "Photo")
        } else {
          let size = Int64.random(in: 0..<9, using: &random)
          try session.upsert(
            StoredRecord(key: key, values: [.text("\(key)"), .integer(size)]), in: "Photo")
        }
      }
    }
    file.close()
  }

  /// All that can be found, and then without the hint.
  private func state(_ path: String) throws -> [[StoredRecord]] {
    let file = try FileBackEnd(path: path)
    defer { file.close() }
    return try RecordStore(file).read { session in
      try [RecordQuery(), RecordQuery(by: 0), RecordQuery(by: 1, isDescending: true)].map {
        try session.records($0, in: "Photo")
      }
    }
  }

  @Test("fresh, stale, torn, foreign, changed or missing: the same state")
  func states() throws {
    try withFolder { folder, path in
      var random = SeededGenerator(seed: 9)
      let hint = folder.appending(path: "photos.krec.hint")
      try change(path, &random)
      let stale = try Data(contentsOf: hint)
      try change(path, &random)
      let fresh = try Data(contentsOf: hint)
      #expect(fresh != stale)
      try FileManager.default.removeItem(at: hint)
      let expected = try state(path)
      #expect(expected[0].count > 50 && expected[0].count == expected[2].count)

      func expectSame(_ bytes: Data, _ what: String) throws {
        try bytes.write(to: hint)
        let found = try state(path)
        #expect(found == expected, "\(what)")
      }
      try expectSame(fresh, "fresh")
      try expectSame(stale, "stale")
      for count in stride(from: 0, to: fresh.count, by: 97) {
        try expectSame(fresh.prefix(count), "cut at \(count)")
      }
      for byte in stride(from: 0, to: fresh.count, by: 61) {
        var changed = fresh
        changed[byte] ^= 1 << (byte % 8)
        try expectSame(changed, "byte \(byte)")
      }
      let other = folder.appending(path: "other.krec").path
      try change(other, &random)
      try expectSame(
        Data(contentsOf: folder.appending(path: "other.krec.hint")), "another file's")
    }
  }

  @Test("copies of one file that went different ways have hints of their own")
  func divergedCopies() throws {
    try withFolder { folder, path in
      let other = folder.appending(path: "other.krec").path
      func change(_ path: String, _ name: String) throws {
        let file = try FileBackEnd(path: path)
        defer { file.close() }
        try RecordStore(file).write { session in
          if try session.table("Photo") == nil { return try session.define(Self.table) }
          try session.insert(
            StoredRecord(key: .text(name), values: [.text(name), .integer(1)]), into: "Photo")
        }
      }
      try change(path, "none")
      try FileManager.default.copyItem(atPath: path, toPath: other)
      try change(path, "one")
      try change(other, "two")
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.copyItem(atPath: other, toPath: path)
      let found = try state(path)
      #expect(found.map { $0.map(\.key) } == Array(repeating: [.text("two")], count: 3))
    }
  }

  @Test("what was durable when the hint was written is missed if it is gone")
  func damage() throws {
    try withFolder { folder, path in
      var random = SeededGenerator(seed: 10)
      try change(path, &random)
      let older = try Data(contentsOf: URL(filePath: path))
      try change(path, &random)
      try older.write(to: URL(filePath: path))
      let error = #expect(throws: StorageError.self) { try FileBackEnd(path: path) }
      #expect(error?.code == .damaged)
      try FileManager.default.removeItem(at: folder.appending(path: "photos.krec.hint"))
      let found = try state(path)
      #expect(!found[0].isEmpty)
    }
  }

  @Test("a record that is not what was written is told, also when only the hint was read")
  func changedRecord() throws {
    try withFolder { _, path in
      let made = try FileBackEnd(path: path)
      try RecordStore(made).write { try $0.define(Self.table) }
      for name in ["first", "second"] {
        try RecordStore(made).write { session in
          try session.insert(
            StoredRecord(key: .text(name), values: [.text("file of \(name)"), .integer(1)]),
            into: "Photo")
        }
      }
      made.close()
      var bytes = try Data(contentsOf: URL(filePath: path))
      let text = try #require(bytes.range(of: Data("file of first".utf8)))
      bytes[text.lowerBound] ^= 1
      try bytes.write(to: URL(filePath: path))
      let file = try FileBackEnd(path: path)
      defer { file.close() }
      let error = #expect(throws: StorageError.self) {
        try RecordStore(file).read { try $0.records(in: "Photo") }
      }
      #expect(error?.code == .damaged && error?.key != nil && error?.byteOffset != nil)
    }
  }
}
