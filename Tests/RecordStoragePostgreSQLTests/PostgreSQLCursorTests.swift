#if PostgreSQL
  import Foundation
  import RecordStoragePostgreSQL
  import StorageTransforms
  import TestTraits
  import Testing

  @Suite(
    "Cursors on a PostgreSQL server", .enabled(if: TestServer.isWanted, "\(TestServer.whyNot)"))
  struct PostgreSQLCursorTests {
    private func store(_ count: Int) throws -> RecordStore {
      let store = RecordStore(try TestServer.shared().backEnd())
      try store.write {
        try $0.define(Notes.table)
        for key in 0..<count {
          try $0.upsert(Notes.record("\(key)", rank: Int64(key % 7)), in: "Note")
        }
      }
      return store
    }

    @Test func `a cursor ends though the transaction puts records in front of it (R8)`() throws {
      let store = try store(3_000)
      try store.write { writer in
        let cursor = try writer.cursor(RecordQuery(by: 1), in: "Note")
        var keys: Set<RecordKey> = []
        var count = 0
        while let record = try cursor.next() {
          keys.insert(record.key)
          count += 1
          guard case .integer(let former) = record.values[1] else { continue }
          var changed = record
          changed.values[1] = .integer(former + 1_000)
          try writer.upsert(changed, in: "Note")
        }
        #expect(count == 3_000 && keys.count == 3_000)
      }
    }

    @Test func `cursors that nobody reads to the end do not pile up`() throws {
      let store = try store(100)
      try store.read { reader in
        for _ in 0..<500 { _ = try reader.cursor(in: "Note").next() }
        let (one, other) = (try reader.cursor(in: "Note"), try reader.cursor(in: "Note"))
        for _ in 0..<100 {
          let (left, right) = (try one.next(), try other.next())
          #expect(left != nil && left == right)
        }
        #expect(try one.next() == nil && other.next() == nil)
      }
    }

    /// In a process of its own, with a server of its own: what else is tested at the same time takes memory, too.
    @Test(.long) func `a cursor over large records holds few of them (R6)`() async {
      await #expect(processExitsWith: .success) {
        let tests = PostgreSQLCursorTests()
        let store = try tests.store(0)
        let words = String(repeating: "x", count: 2_000_000)
        try store.write {
          for key in 0..<100 { try $0.upsert(Notes.record("\(key)", words), in: "Note") }
        }
        let before = try tests.peakByteCount()
        let count = try store.read { reader in
          let cursor = try reader.cursor(in: "Note")
          var count = 0
          while try cursor.next() != nil { count += 1 }
          return count
        }
        #expect(count == 100)
        // Of 200 MB.
        let after = try tests.peakByteCount()
        #expect(after - before < 120_000_000)
      }
    }

    /// The most memory that the process had at a time.
    private func peakByteCount() throws -> Int {
      let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
      return 1_024
        * (try #require(line.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }.first))
    }

    @Test func `a cursor is over when its table is defined anew, and when its session is`() throws {
      let store = try store(100)
      var next = Notes.table
      next.entity.version = 2
      var kept: StoredRecords?
      // Whoever commits meanwhile, in another test, makes the definition a conflict.
      for _ in 0..<200 where kept == nil {
        let conflict = failure {
          try store.write { writer in
            let cursor = try writer.cursor(in: "Note")
            try writer.define(next, replacing: Notes.table)
            let error = failure { while try cursor.next() != nil {} }
            #expect(error?.code == .schemaChanged)
            kept = try writer.cursor(in: "Note")
          }
        }
        if let conflict {
          try #require(conflict.code == .conflict)
          kept = nil
        }
      }
      let cursor = try #require(kept)
      #expect(failure { _ = try cursor.next() }?.code == .sessionEnded)
    }
  }
#endif
