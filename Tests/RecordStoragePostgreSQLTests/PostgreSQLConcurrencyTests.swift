#if PostgreSQL
  import Foundation
  import RecordStoragePostgreSQL
  import Synchronization
  import Testing

  @Suite(
    "Several handles of one store", .enabled(if: TestServer.isWanted, "\(TestServer.whyNot)"))
  struct PostgreSQLConcurrencyTests {
    private func stores() throws -> [RecordStore] {
      let server = try TestServer.shared()
      let name = "s" + UUID().uuidString.prefix(8).lowercased()
      let stores = try (0..<2).map { _ in RecordStore(try server.backEnd(name)) }
      try stores[0].write {
        try $0.define(Photos.table)
        try $0.define(Notes.table)
      }
      return stores
    }

    @Test func `of two who want one key or one unique value, one gets it (W4)`() throws {
      let stores = try stores()
      let codes = Mutex<[StorageError.Code: Int]>([:])
      for round in 0..<200 {
        let winners = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 2) { index in
          // In each second round both want one key.
          let key = Int64(round % 2 == 0 ? 2 * round : 2 * round + index)
          let record = Photos.record(key, file: round % 2 == 0 ? nil : "file \(round)")
          var error: StorageError?
          repeat {
            error = failure {
              try stores[index].write {
                if round % 3 == 0 || round % 2 == 0 {
                  try $0.insert(record, into: "Photo")
                } else {
                  try $0.upsert(record, in: "Photo")
                }
              }
            }
            codes.withLock { codes in error.map { codes[$0.code, default: 0] += 1 } }
          } while error?.code == .conflict
          if error == nil { winners.withLock { $0 += 1 } }
        }
        #expect(winners.withLock { $0 } == 1, "round \(round)")
      }
      let count = try stores[0].read { try $0.count(in: "Photo") }
      #expect(count == 200)
      let losers = codes.withLock { $0 }
      #expect(losers[.notUnique] == 100 && losers[.duplicateKey] == 100, "\(losers)")
    }

    @Test func `a read sees one state, whatever is committed meanwhile (R7)`() throws {
      let stores = try stores()
      try stores[0].write {
        for key in 0..<100 { try $0.upsert(Notes.record("\(key)"), in: "Note") }
      }
      try stores[0].read { reader in
        let cursor = try reader.cursor(in: "Note")
        var count = 0
        while try cursor.next() != nil {
          count += 1
          try stores[1].write {
            try $0.upsert(Notes.record("later \(count)"), in: "Note")
            try $0.delete(.text("\(count)"), from: "Note")
          }
        }
        #expect(count == 100)
        #expect(try reader.count(in: "Note") == 100)
        #expect(try reader.values(of: "50", in: "Note") != nil)
      }
      let gone = try stores[0].read { try $0.values(of: "50", in: "Note") }
      #expect(gone == nil)
    }

    @Test func `transactions have an order, or one of them is a conflict (T4)`() throws {
      let stores = try stores()
      let skewed = failure {
        try stores[0].write { writer in
          let count = try writer.count(in: "Note")
          try stores[1].write {
            let other = try $0.count(in: "Note")
            try $0.upsert(Notes.record("b", "\(other)"), in: "Note")
          }
          try writer.upsert(Notes.record("a", "\(count)"), in: "Note")
        }
      }
      #expect(skewed?.code == .conflict)
      // What is sent without waiting fails where something is waited for, and then for good.
      let late = failure {
        try stores[0].write { writer in
          _ = try writer.values(of: "b", in: "Note")
          try stores[1].write { try $0.upsert(Notes.record("b", "first"), in: "Note") }
          try writer.upsert(Notes.record("b", "second"), in: "Note")
          let error = failure { _ = try writer.count(in: "Note") }
          #expect(error?.code == .conflict)
          #expect(failure { try writer.upsert(Notes.record("c"), in: "Note") }?.code == .conflict)
        }
      }
      #expect(late?.code == .conflict)
      let notes = try stores[0].read { try $0.records(in: "Note") }
      #expect(notes == [Notes.record("b", "first")])
    }

    @Test func `two programs that meet an empty schema both find a store`() throws {
      let server = try TestServer.shared()
      for _ in 0..<5 {
        let name = "s" + UUID().uuidString.prefix(8).lowercased()
        let empty = RecordStore(try server.backEnd(name))
        let tables = try empty.read { try $0.tables() }
        #expect(tables.isEmpty)
        let made = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 3) { index in
          var error: StorageError?
          repeat {
            error = failure {
              let store = RecordStore(try server.backEnd(name))
              try store.write {
                if try $0.table("Photo") == nil { try $0.define(Photos.table) }
              }
            }
          } while error?.code == .conflict
          if error == nil { made.withLock { $0 += 1 } }
        }
        #expect(made.withLock { $0 } == 3)
      }
    }
  }
#endif
