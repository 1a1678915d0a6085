import Foundation
import RecordLog
import StorageTransforms
import TestSupport
import Testing

@testable import RecordStorage

@Suite("A file keeps what was acknowledged")
struct FileBackEndTests {
  let folder = FileManager.default.temporaryDirectory.appending(
    path: "krec-\(UUID().uuidString)")

  static let table = RecordTable(
    EntitySchema(
      "Photo",
      attributes: [
        AttributeSchema("id", type: .int64, form: TransformForm("native"), isRequired: true),
        AttributeSchema("file", type: .text, form: TransformForm("native"), isUnique: true),
        AttributeSchema("size", type: .int64, form: TransformForm("native"), isIndexed: true),
      ]), keyKind: .integer, keyAttribute: "id")

  func record(_ key: Int64, file: String? = nil, size: Int64 = 0) -> StoredRecord {
    StoredRecord(
      key: .integer(key),
      values: [.integer(key), file.map { .text($0) } ?? .null, .integer(size)])
  }

  func withFile(_ body: (String) throws -> Void) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appending(path: "photos.krec").path)
  }

  func all(_ store: RecordStore, _ query: RecordQuery = RecordQuery()) throws
    -> [StoredRecord]
  {
    try store.read { try $0.records(query, in: "Photo") }
  }

  @Test("records are there when the file is opened again, also after compaction")
  func reopened() throws {
    try withFile { path in
      var random = SeededGenerator(seed: 5)
      var model: [Int64: StoredRecord] = [:]
      for round in 0..<6 {
        let file = try FileBackEnd(path: path)
        let store = RecordStore(file)
        if round == 0 { try store.write { try $0.define(Self.table) } }
        #expect(file.ending == .complete)
        for _ in 0..<40 {
          try store.write { writer in
            for _ in 0..<Int.random(in: 1...9, using: &random) {
              let key = Int64.random(in: 0..<200, using: &random)
              if Bool.random(using: &random) {
                let record = record(
                  key, file: "\(key)-\(round)", size: .random(in: 0..<5, using: &random))
                try writer.upsert(record, in: "Photo")
                model[key] = record
              } else {
                let isThere = try writer.delete(.integer(key), from: "Photo")
                #expect(isThere == (model.removeValue(forKey: key) != nil))
              }
            }
          }
        }
        if round % 2 == 1 { try file.compact() }
        let expected = model.keys.sorted().compactMap { model[$0] }
        let found = try all(store)
        #expect(found == expected)
        let bySize = try all(store, RecordQuery(by: 2, from: .init(.integer(2))))
        #expect(
          bySize
            == expected.filter { $0.values[2] != .integer(0) && $0.values[2] != .integer(1) }
            .sorted {
              $0.values[2] == $1.values[2]
                ? $0.key < $1.key : "\($0.values[2])" < "\($1.values[2])"
            })
        file.close()
        let closed = #expect(throws: StorageError.self) { try all(store) }
        #expect(closed?.code == .closed)
      }
    }
  }

  @Test("compaction gives room back, and readers of before go on")
  func compaction() throws {
    try withFile { path in
      let file = try FileBackEnd(path: path)
      let store = RecordStore(file)
      try store.write { try $0.define(Self.table) }
      for round in 0..<20 {
        try store.write(.written) { writer in
          for key in 0..<50 {
            try writer.upsert(record(Int64(key), file: "\(key)", size: Int64(round)), in: "Photo")
          }
        }
      }
      let before = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
      let expected = try all(store)
      try store.read { reader in
        let cursor = try reader.cursor(in: "Photo")
        let first = try cursor.next()
        let compacted = Thread { try? file.compact() }
        compacted.start()
        while !compacted.isFinished { Thread.sleep(forTimeInterval: 0.001) }
        var found = [first]
        while let record = try cursor.next() { found.append(record) }
        #expect(found == expected)
      }
      let after = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
      #expect(after * 10 < before)
      let again = try all(store)
      #expect(again == expected)
      try store.write { try $0.insert(record(99, file: "99"), into: "Photo") }
      file.close()
      let reopened = RecordStore(try FileBackEnd(path: path))
      let last = try all(reopened)
      #expect(last == expected + [record(99, file: "99")])
    }
  }

  @Test("another handle is refused while one writes")
  func locked() throws {
    try withFile { path in
      let file = try FileBackEnd(path: path)
      let error = #expect(throws: StorageError.self) { try FileBackEnd(path: path) }
      #expect(error?.code == .locked)
      file.close()
      _ = try FileBackEnd(path: path)
    }
  }

  @Test("a file that is none, a folder that is not there")
  func openingErrors() throws {
    try withFile { path in
      try Data("this is no record log, but text".utf8).write(to: URL(filePath: path))
      let error = #expect(throws: StorageError.self) { try FileBackEnd(path: path) }
      #expect(error?.code == .damaged)
      let missing = #expect(throws: StorageError.self) {
        try FileBackEnd(path: path + "/no/x.krec")
      }
      #expect(missing?.code == .inputOutput)
    }
  }

  @Test("a table that is defined anew brings its records along")
  func redefined() throws {
    try withFile { path in
      let store = RecordStore(try FileBackEnd(path: path))
      try store.write { writer in
        try writer.define(Self.table)
        try writer.insert(record(1, file: "a", size: 3), into: "Photo")
        try writer.insert(record(2, file: "b", size: 3), into: "Photo")
      }
      var unique = Self.table
      unique.entity.attributes[2].isUnique = true
      let error = #expect(throws: StorageError.self) {
        try store.write { try $0.define(unique, replacing: Self.table) }
      }
      #expect(error?.code == .notUnique)
      var wider = Self.table
      wider.entity.attributes.append(
        AttributeSchema("note", type: .text, form: TransformForm("native")))
      wider.entity.name = "Picture"
      try store.write { writer in
        try writer.define(wider, replacing: Self.table) { $0.values + [.text("new")] }
      }
      let expected = [record(1, file: "a", size: 3), record(2, file: "b", size: 3)].map {
        StoredRecord(key: $0.key, values: $0.values + [.text("new")])
      }
      let found = try all(store)
      #expect(found == expected)
      (store.backEnd as? FileBackEnd)?.close()
      let again = RecordStore(try FileBackEnd(path: path))
      let reopened = try all(again)
      #expect(reopened == expected)
      let table = try again.read { try $0.table("Photo") }
      #expect(table == wider)
    }
  }

  @Test("commits of eight threads share synchronisations, and all are there")
  func threads() throws {
    try withFile { path in
      let file = try FileBackEnd(path: path)
      let store = RecordStore(file)
      try store.write { try $0.define(Self.table) }
      let threads = (0..<8).map { number in
        Thread {
          for index in 0..<100 {
            try? store.write {
              try $0.insert(record(Int64(number * 100 + index)), into: "Photo")
            }
          }
        }
      }
      for thread in threads { thread.start() }
      while !threads.allSatisfy({ $0.isFinished }) { Thread.sleep(forTimeInterval: 0.005) }
      let count = try store.read { try $0.count(in: "Photo") }
      #expect(count == 800)
      #expect(file.counts.commits == 801)
      #expect(file.counts.synchronizations < 500)
      print("801 commits, \(file.counts.synchronizations) synchronisations")
    }
  }
}

extension FileBackEndTests {
  @Test(
    "inside of a transaction the file is not compacted, and closed when the transaction has ended")
  func nested() throws {
    try withFile { path in
      let file = try FileBackEnd(path: path)
      let store = RecordStore(file)
      try store.write { writer in
        try writer.define(Self.table)
        let error = #expect(throws: StorageError.self) { try file.compact() }
        #expect(error?.code == .nested)
        file.close()
        try writer.insert(record(1), into: "Photo")
      }
      let error = #expect(throws: StorageError.self) { try store.read { _ in } }
      #expect(error?.code == .closed)
      let again = try FileBackEnd(path: path)
      #expect(try all(RecordStore(again)) == [record(1)])
      again.close()
    }
  }

  @Test("numbers that are used up are refused, and the file stays readable")
  func greatestNumbers() throws {
    for (number, code) in [
      (LogPayload.maximumNumber, nil as StorageError.Code?),
      (LogPayload.maximumNumber + 1, .damaged), (Int.max >> 2, .damaged),
    ] {
      for isRevision in [false, true] {
        try withFile { path in
          let archive = try TableArchives().archive(of: Self.table)
          var payload = LogPayload()
          payload.addSchema(
            entity: isRevision ? 1 : number, revision: isRevision ? number : 1, attributeCount: 3,
            archive: archive)
          let system = FolderFileSystem(path: folder.path)
          let writer = try LogWriter.open("photos.krec", in: system) { _ in }.writer
          try writer.commit(payload)
          writer.releaseLock()
          guard code == nil else {
            let error = #expect(throws: StorageError.self) { try FileBackEnd(path: path) }
            #expect(error?.code == code)
            return
          }
          let file = try FileBackEnd(path: path)
          let store = RecordStore(file)
          var other = Self.table
          other.entity = EntitySchema(
            TransformContext.Subject(isRevision ? "Photo" : "Other"),
            version: 2, attributes: other.entity.attributes)
          let error = #expect(throws: StorageError.self) {
            try store.write {
              try $0.define(other, replacing: isRevision ? Self.table : nil)
            }
          }
          #expect(error?.code == .limitExceeded)
          try store.write { try $0.insert(record(1), into: "Photo") }
          file.close()
          let again = try FileBackEnd(path: path)
          #expect(try all(RecordStore(again)) == [record(1)])
          again.close()
        }
      }
    }
  }

  @Test("a record of another revision, or with other than its values, is no record")
  func recordsOfOtherSchemas() throws {
    func payload(revision: Int, values: [LogValue]) throws -> LogPayload {
      var payload = LogPayload()
      payload.addPut(
        entity: 1, key: .integer(2), LogRecord(revision: revision, values: values))
      return payload
    }
    let values: [LogValue] = [.null, .text("x"), .integer(0)]
    for (revision, values, codes) in [
      (1, values, [nil, nil] as [StorageError.Code?]), (2, values, [.damaged]),
      (1, values + [.null], [.damaged, .damaged]), (1, [], [.damaged, .damaged]),
    ] {
      try withFile { path in
        let made = try FileBackEnd(path: path)
        try RecordStore(made).write { try $0.define(Self.table) }
        made.close()
        let system = FolderFileSystem(path: folder.path)
        let writer = try LogWriter.open("photos.krec", in: system) { _ in }.writer
        try writer.commit(payload(revision: revision, values: values))
        writer.releaseLock()
        for (round, code) in codes.enumerated() {
          // First behind the hint, where the record is looked at; then without it, where the trees are made at the end.
          if round == 1 { try FileManager.default.removeItem(atPath: path + ".hint") }
          var found: StorageError.Code?
          do {
            let file = try FileBackEnd(path: path)
            defer { file.close() }
            _ = try all(RecordStore(file))
          } catch let error as StorageError {
            found = error.code
          }
          #expect(found == code, "revision \(revision), \(values.count) values, round \(round)")
        }
      }
    }
  }

  @Test("a link to a file is that file: one writer, and compaction leaves the link")
  func link() throws {
    try withFile { path in
      let link = folder.appending(path: "link.krec").path
      let file = try FileBackEnd(path: path)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
      let error = #expect(throws: StorageError.self) { try FileBackEnd(path: link) }
      #expect(error?.code == .locked)
      file.close()
      let linked = try FileBackEnd(path: link)
      let store = RecordStore(linked)
      try store.write { session in
        try session.define(Self.table)
        try session.insert(record(1), into: "Photo")
      }
      try linked.compact()
      linked.close()
      let again = RecordStore(try FileBackEnd(path: path))
      let found = try all(again)
      #expect(found == [record(1)])
    }
  }
}
