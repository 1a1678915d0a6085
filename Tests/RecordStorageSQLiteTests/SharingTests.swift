#if SQLite
  import Foundation
  import RecordStorageSQLite
  import StorageTransforms
  import Synchronization
  import Testing

  @Suite("Several handles have one file open")
  struct SharingTests {
    static let table = RecordTable("Photo", ["file text unique", "size int64"], keyKind: .text)

    private func record(_ key: String, _ file: String) -> StoredRecord {
      StoredRecord(key: .text(key), values: [.text(file), .null])
    }

    @Test(
      "of two that want one value, exactly one gets it, 200 times",
      arguments: SQLiteBackEnd.Options.Journal.allCases)
    func race(_ journal: SQLiteBackEnd.Options.Journal) throws {
      let file = try DatabaseFile()
      let options = SQLiteBackEnd.Options(journal: journal, waitingSeconds: 300)
      let stores = [try file.store(Self.table, options), try file.store(options)]
      let outcomes = Mutex<[[String]]>(Array(repeating: [], count: 200))
      DispatchQueue.concurrentPerform(iterations: 2) { side in
        for round in 0..<200 {
          let outcome = code {
            try stores[side].write(.written) {
              try $0.insert(record("\(round)-\(side)", "\(round)"), into: "Photo")
            }
          }
          outcomes.withLock { $0[round].append(outcome ?? "stored") }
        }
      }
      let all = outcomes.withLock { $0 }
      #expect(all.allSatisfy { $0.sorted() == ["notUnique", "stored"] })
      #expect(try stores[0].read { try $0.count(in: "Photo") } == 200)
    }

    @Test(
      "what is written into a file that was removed or replaced is not acknowledged",
      arguments: SQLiteBackEnd.Options.Journal.allCases)
    func removedFile(_ journal: SQLiteBackEnd.Options.Journal) throws {
      for isReplaced in [false, true] {
        for isRemovedInside in [false, true] {
          let file = try DatabaseFile()
          let store = try file.store(Self.table, SQLiteBackEnd.Options(journal: journal))
          try store.write { try $0.insert(record("1", "a"), into: "Photo") }
          func remove() throws {
            let other = file.path + ".other"
            if isReplaced { try FileManager.default.copyItem(atPath: file.path, toPath: other) }
            try FileManager.default.removeItem(atPath: file.path)
            if isReplaced { try FileManager.default.moveItem(atPath: other, toPath: file.path) }
          }
          if !isRemovedInside { try remove() }
          let outcome = code {
            try store.write {
              if isRemovedInside { try remove() }
              try $0.insert(record("2", "b"), into: "Photo")
            }
          }
          // In the mode without a log SQLite looks by itself before it writes.
          let expected = isRemovedInside && journal == .wal ? "outcomeUnknown" : "damaged"
          #expect(outcome == expected, "\(isReplaced), \(isRemovedInside)")
        }
      }
    }

    @Test("no increment is lost among threads and handles")
    func increments() throws {
      let file = try DatabaseFile()
      let options = SQLiteBackEnd.Options(waitingSeconds: 300)
      let stores = [try file.store(Self.table, options), try file.store(options)]
      try stores[0].write {
        try $0.insert(StoredRecord(key: "n", values: [.null, .integer(0)]), into: "Photo")
      }
      let failures = Mutex<[String]>([])
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        for _ in 0..<50 {
          let failure = code {
            try stores[thread % 2].write(.written) { writer in
              guard case .integer(let count) = try writer.values(of: "n", in: "Photo")?[1] else {
                return
              }
              try writer.update(
                StoredRecord(key: "n", values: [.null, .integer(count + 1)]), in: "Photo")
            }
          }
          if let failure { failures.withLock { $0.append(failure) } }
        }
      }
      #expect(failures.withLock { $0 } == [])
      #expect(try stores[1].read { try $0.values(of: "n", in: "Photo") } == [.null, .integer(200)])
    }

    @Test("who waits in vain learns that others have the file, and may try again")
    func locked() throws {
      let file = try DatabaseFile()
      let (first, second) = (
        try file.store(Self.table), try file.store(.init(waitingSeconds: 0.05))
      )
      try first.write { writer in
        try writer.insert(record("1", "a"), into: "Photo")
        let error = #expect(throws: StorageError.self) {
          try second.write { try $0.insert(record("2", "b"), into: "Photo") }
        }
        #expect(error?.code == .locked && error?.underlying != nil)
      }
      try second.write { try $0.insert(record("2", "b"), into: "Photo") }
      #expect(try first.read { try $0.count(in: "Photo") } == 2)
    }

    @Test("a read sees one state, whatever is committed meanwhile")
    func snapshot() throws {
      let file = try DatabaseFile()
      let (first, second) = (try file.store(Self.table), try file.store())
      try first.write { writer in
        for key in 0..<500 { try writer.insert(record("\(key)", "\(key)"), into: "Photo") }
      }
      try first.read { reader in
        let cursor = try reader.cursor(in: "Photo")
        _ = try cursor.next()
        try second.write { writer in
          for key in 0..<500 { try writer.delete(.text("\(key)"), from: "Photo") }
          try writer.drop("Photo")
        }
        var count = 1
        while try cursor.next() != nil { count += 1 }
        #expect(count == 500)
        #expect(try reader.count(in: "Photo") == 500)
        #expect(try reader.tables().count == 1)
      }
      #expect(try first.read { try $0.tables().count } == 0)
    }

    @Test("reads of several threads go on at the same time, beside a transaction")
    func concurrentReads() throws {
      let store = try DatabaseFile().store(Self.table)
      try store.write { try $0.insert(record("1", "a"), into: "Photo") }
      let counts = Mutex<[Int?]>([])
      try store.write { writer in
        try writer.insert(record("2", "b"), into: "Photo")
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
          // The transaction's own thread takes part: there a read is one inside of another session.
          let count = try? store.read { try $0.count(in: "Photo") }
          counts.withLock { $0.append(count) }
        }
      }
      let seen = counts.withLock { $0.compactMap { $0 } }
      #expect(seen.allSatisfy { $0 == 1 })
      #expect(try store.read { try $0.count(in: "Photo") } == 2)
    }

    @Test("what comes after closing is refused")
    func closed() throws {
      let backEnd = try SQLiteBackEnd(path: try DatabaseFile().path)
      try backEnd.close()
      #expect(code { try backEnd.read { _ in } } == "sessionEnded")
      #expect(code { try backEnd.write(.synced) { _ in } } == "sessionEnded")
      #expect(code { try backEnd.close() } == "sessionEnded")
    }
  }
#endif
