import Foundation
import RecordLog
import RecordStorage
import RecordTestSupport
import StorageTransforms
import Synchronization
import TestSupport
import Testing

@Suite("Readers see what a writer has committed, and nothing else")
struct FileReaderTests {
  private func look(_ store: RecordStore) throws -> Int64 {
    try store.read { try Ledger.check($0) }
  }

  @Test("each read begins with all commits, also after a compaction")
  func commits() throws {
    let folder = MemoryFolder()
    let file = try FileBackEnd("a.krec", in: folder)
    let store = RecordStore(file)
    try store.write { try Ledger.make(in: $0) }
    let reading = try FileReaderBackEnd("a.krec", in: folder)
    let reader = RecordStore(reading)
    for round in 1...60 as ClosedRange<Int64> {
      try store.write(round % 2 == 0 ? .written : .synced) { _ = try Ledger.move(in: $0) }
      if round % 20 == 0 { try file.compact() }
      if round % 3 == 0 {
        let isNew = try reading.refresh()
        let isNewAgain = try reading.refresh()
        #expect(isNew && !isNewAgain)
      }
      let found = try look(reader)
      #expect(found == round)
    }
    file.close()
    let last = try look(reader)
    #expect(last == 60)
    // With the hint of the last writer, and without.
    for _ in 0..<2 {
      let again = try look(RecordStore(FileReaderBackEnd("a.krec", in: folder)))
      #expect(again == 60)
      try folder.remove("a.krec.hint")
    }
  }

  @Test("one read sees one state, whatever is written meanwhile")
  func snapshot() throws {
    let folder = MemoryFolder()
    let file = try FileBackEnd("a.krec", in: folder)
    let store = RecordStore(file)
    try store.write { try Ledger.make(in: $0) }
    let reading = try FileReaderBackEnd("a.krec", in: folder)
    try RecordStore(reading).read { session in
      for round in 0..<30 {
        try store.write { _ = try Ledger.move(in: $0) }
        if round % 10 == 9 { try file.compact() }
        try reading.refresh()
        let moves = try Ledger.check(session)
        #expect(moves == 0)
      }
      reading.close()
      let moves = try Ledger.check(session)
      #expect(moves == 0)
    }
    let error = #expect(throws: StorageError.self) { try RecordStore(reading).read { _ in } }
    #expect(error?.code == .closed)
  }

  @Test("tables that are defined anew and dropped")
  func tables() throws {
    let folder = MemoryFolder()
    let store = RecordStore(try FileBackEnd("a.krec", in: folder))
    let reader = RecordStore(try FileReaderBackEnd("a.krec", in: folder))
    let none = try reader.read { try $0.tables() }
    #expect(none.isEmpty)
    try store.write { try Ledger.make(in: $0) }
    var wider = Ledger.table
    wider.entity.attributes.append(
      AttributeSchema("note", type: .text, form: TransformForm("native"), isIndexed: true))
    let before = try reader.read { try $0.records(in: "Account") }
    try store.write { writer in
      try writer.define(wider, replacing: Ledger.table) { $0.values + [.text("new")] }
    }
    let after = try reader.read { session in
      let table = try session.table("Account")
      #expect(table == wider)
      return try session.records(RecordQuery(by: 3, from: .init(.text("new"))), in: "Account")
    }
    #expect(after.map(\.values) == before.map { $0.values + [.text("new")] })
    try store.write { try $0.drop("Account") }
    let left = try reader.read { try $0.tables() }
    #expect(left.isEmpty)
  }

  @Test("a folder that cannot be written, no lock, no file that is made")
  func readOnly() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "krec-\(UUID().uuidString)")
    let path = folder.appending(path: "a.krec").path
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
      try? FileManager.default.removeItem(at: folder)
    }
    let missing = #expect(throws: StorageError.self) { try FileReaderBackEnd(path: path) }
    #expect(missing?.code == .inputOutput)
    let file = try FileBackEnd(path: path)
    try RecordStore(file).write { try Ledger.make(in: $0) }
    file.close()
    try FileManager.default.removeItem(atPath: path + ".lock")
    for name in ["a.krec", "a.krec.hint"] {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o444], ofItemAtPath: folder.appending(path: name).path)
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let bytes = try Data(contentsOf: URL(filePath: path))
    let store = RecordStore(try FileReaderBackEnd(path: path))
    let moves = try look(store)
    #expect(moves == 0)
    let error = #expect(throws: StorageError.self) {
      try store.write { _ = try Ledger.move(in: $0) }
    }
    #expect(error?.code == .readOnly)
    let namesAfter = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(namesAfter == names && names == ["a.krec", "a.krec.hint"])
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
  }

  @Test("a damaged file, and a record that is not what was written")
  func damage() throws {
    let folder = MemoryFolder()
    do {
      let store = RecordStore(try FileBackEnd("a.krec", in: folder))
      try store.write { try Ledger.make(in: $0) }
      for _ in 0..<3 { try store.write { _ = try Ledger.move(in: $0) } }
    }
    let bytes = try #require(folder["a.krec"])
    let reader = try FileReaderBackEnd("a.krec", in: folder)
    var changed = bytes
    changed[bytes.count - 200] ^= 1
    folder["a.krec"] = changed
    for _ in 0..<2 {
      let error = #expect(throws: StorageError.self) { try reader.refresh() }
      #expect(error?.code == .damaged && error?.byteOffset != nil)
    }
    let opening = #expect(throws: StorageError.self) {
      try FileReaderBackEnd("a.krec", in: folder)
    }
    #expect(opening?.code == .damaged)
    folder["a.krec"] = bytes
    let moves = try look(RecordStore(reader))
    #expect(moves == 3)
    folder["a.krec"] = Array("no log".utf8)
    let none = #expect(throws: StorageError.self) { try reader.refresh() }
    #expect(none?.code == .damaged)
  }

  @Test("many threads read one reader while the file is written")
  func threads() throws {
    let folder = MemoryFolder()
    let file = try FileBackEnd("a.krec", in: folder)
    let store = RecordStore(file)
    try store.write { try Ledger.make(in: $0) }
    let reader = RecordStore(try FileReaderBackEnd("a.krec", in: folder))
    let problems = Mutex<[String]>([])
    let threads = (0..<3).map { _ in
      Thread {
        do {
          var watch = Watch(reader)
          try watch.wait(for: 300)
        } catch {
          problems.withLock { $0.append("\(error)") }
        }
      }
    }
    for thread in threads { thread.start() }
    for round in 1...300 {
      try store.write(.written) { _ = try Ledger.move(in: $0) }
      if round % 100 == 0 { try file.compact() }
    }
    while !threads.allSatisfy({ $0.isFinished }) { Thread.sleep(forTimeInterval: 0.002) }
    #expect(problems.withLock { $0 } == [])
  }

  /// What is found in a store with an index.
  private func found(_ backEnd: some StorageBackEnd) throws -> [[StoredRecord]] {
    try RecordStore(backEnd).read { session in
      try [RecordQuery(), RecordQuery(by: 0)].map { try session.records($0, in: "Note") }
    }
  }

  /// A closed file with three notes that are found by their texts, "number 1" to "number 3".
  private func makeNotes(in folder: MemoryFolder) throws {
    let table = RecordTable(
      EntitySchema(
        "Note",
        attributes: [
          AttributeSchema("text", type: .text, form: TransformForm("native"), isIndexed: true)
        ]), keyKind: .integer)
    let made = try FileBackEnd("a.krec", in: folder)
    try RecordStore(made).write { session in
      try session.define(table)
      for key in 1...3 as ClosedRange<Int64> {
        try session.insert(
          StoredRecord(key: .integer(key), values: [.text("number \(key)")]), into: "Note")
      }
    }
    made.close()
  }

  @Test(
    "a record that cannot be read is refused for as long as it is there (R3)",
    arguments: [true, false], [true, false])
  func replacedRecord(isRemoved: Bool, isHinted: Bool) throws {
    let folder = MemoryFolder()
    try makeNotes(in: folder)
    let reader = try FileReaderBackEnd("a.krec", in: folder)
    let before = try found(reader)

    // One value too many.
    let writer = try LogWriter.open("a.krec", in: folder) { _ in }.writer
    var payload = LogPayload()
    payload.addPut(
      entity: 1, key: .integer(2), LogRecord(revision: 1, values: [.text("x"), .null]))
    try writer.commit(payload)
    for _ in 0..<2 {
      let error = #expect(throws: StorageError.self) { try reader.refresh() }
      #expect(error?.code == .damaged)
      #expect(error?.key == .integer(2))
    }

    payload = LogPayload()
    if isRemoved {
      payload.addRemove(entity: 1, key: .integer(2))
    } else {
      payload.addPut(entity: 1, key: .integer(2), LogRecord(revision: 1, values: [.text("0")]))
    }
    payload.addPut(entity: 1, key: .integer(4), LogRecord(revision: 1, values: [.text("11")]))
    try writer.commit(payload)
    writer.releaseLock()
    let seen = try found(reader)
    #expect(seen.map(\.count) == (isRemoved ? [3, 3] : [4, 4]) && seen != before)
    #expect(try folder.open("a.krec.hint", .read) != nil)
    if !isHinted { try folder.remove("a.krec.hint") }
    let again = try FileBackEnd("a.krec", in: folder)
    #expect(try found(again) == seen)
    again.close()
  }

  @Test(
    "a record that rots is no hindrance when another takes its place", arguments: [true, false])
  func rottenRecord(isRemoved: Bool) throws {
    let folder = MemoryFolder()
    try makeNotes(in: folder)
    let reader = try FileReaderBackEnd("a.krec", in: folder)
    let before = try found(reader)
    let writer = try LogWriter.open("a.krec", in: folder) { _ in }.writer
    let file = try #require(try folder.open("a.krec", .write))
    let bytes = try file.read(0..<file.byteCount())
    let place = try #require(bytes.firstRange(of: Array("number 2".utf8)))
    try file.write([UInt8(ascii: "N")], at: place.lowerBound)
    var payload = LogPayload()
    if isRemoved {
      payload.addRemove(entity: 1, key: .integer(2))
    } else {
      payload.addPut(
        entity: 1, key: .integer(2), LogRecord(revision: 1, values: [.text("number 0")]))
    }
    try writer.commit(payload)
    writer.releaseLock()
    let kept = before[0].filter { $0.key != .integer(2) }
    let seen = try found(reader)
    let put = StoredRecord(key: .integer(2), values: [.text("number 0")])
    #expect(seen == (isRemoved ? [kept, kept] : [[kept[0], put, kept[1]], [put] + kept]))
  }
}
