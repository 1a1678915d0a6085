#if PostgreSQL
  import Foundation
  import RecordStoragePostgreSQL
  import Testing

  @Suite(
    "Connections that are lost", .enabled(if: TestServer.isWanted, "\(TestServer.whyNot)"))
  struct PostgreSQLConnectionTests {
    /// A server of the test's own, and a store with one photo.
    private func start() throws -> (TestServer, PostgreSQLBackEnd, RecordStore) {
      let server = try TestServer()
      let backEnd = try server.backEnd()
      let store = RecordStore(backEnd)
      try store.write {
        try $0.define(Photos.table)
        try $0.insert(Photos.record(1), into: "Photo")
      }
      return (server, backEnd, store)
    }

    private let cut =
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'KeyedArchives'"

    @Test func `a server that was restarted between calls is found again`() throws {
      let (server, _, store) = try start()
      for _ in 0..<2 {
        try server.restart()
        let count = try store.read { try $0.count(in: "Photo") }
        #expect(count == 1)
        try server.crash()
        try server.start()
        try store.write { try $0.upsert(Photos.record(1), in: "Photo") }
      }
    }

    @Test func `a server that is not there is said to be so`() throws {
      let (server, _, store) = try start()
      try server.stop()
      let error = failure { try store.read { _ in } }
      #expect(error?.code == .connectionLost)
      #expect(error?.message.contains("the server cannot be reached") == true)
      try server.start()
      let count = try store.read { try $0.count(in: "Photo") }
      #expect(count == 1)
    }

    @Test func `nothing is there of a transaction whose server went (T7)`() throws {
      let (server, _, store) = try start()
      let errors = [
        failure {
          try store.write {
            try $0.insert(Photos.record(2), into: "Photo")
            try server.restart()
            try $0.insert(Photos.record(3), into: "Photo")
          }
        },
        // Who goes on all the same commits nothing either.
        failure {
          try store.write { writer in
            try writer.insert(Photos.record(2), into: "Photo")
            try server.restart()
            #expect(failure { try writer.delete(1, from: "Photo") }?.code == .connectionLost)
          }
        },
        failure {
          try store.read {
            try server.psql(cut)
            _ = try $0.count(in: "Photo")
          }
        },
      ]
      #expect(errors.map { $0?.code } == [.connectionLost, .connectionLost, .connectionLost])
      let keys = try store.read { try $0.records(in: "Photo").map(\.key) }
      #expect(keys == [1])
    }

    @Test func `a commit whose request got lost was rolled back, as its id tells (T7)`() throws {
      let (server, backEnd, store) = try start()
      let error = failure {
        try store.write {
          try $0.insert(Photos.record(2), into: "Photo")
          try server.psql(cut)
        }
      }
      #expect(error?.code == .outcomeUnknown)
      let id = try #require(error?.commitID)
      let outcome = try backEnd.outcome(ofCommit: id)
      #expect(outcome == .rolledBack)
      let count = try store.read { try $0.count(in: "Photo") }
      #expect(count == 1)
    }

    @Test func `a commit whose answer got lost is there, as its id tells (T7)`() throws {
      let (server, backEnd, store) = try start()
      // A commit is on the disk before it waits for a replica that does not exist.
      try server.psql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
      try server.psql("SELECT pg_reload_conf()")
      let waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
      let cutter = Thread {
        for _ in 0..<2_000 {
          if (try? server.psql("\\t", waiting))?.contains("1") == true { break }
          Thread.sleep(forTimeInterval: 0.05)
        }
        _ = try? server.psql(self.cut + " AND wait_event = 'SyncRep'")
      }
      cutter.start()
      // The server does not say when it takes note of its settings: until then commits do not wait.
      var (number, error): (Int64, StorageError?) = (1, nil)
      while error == nil, number < 10_000 {
        number += 1
        error = failure {
          try store.write { try $0.insert(Photos.record(number), into: "Photo") }
        }
      }
      #expect(error?.code == .outcomeUnknown)
      let id = try #require(error?.commitID)
      let outcome = try backEnd.outcome(ofCommit: id)
      #expect(outcome == .committed)
      let count = try store.read { try $0.count(in: "Photo") }
      #expect(Int64(count) == number)
    }

    @Test func `who asks for a commit that never was learns so`() throws {
      let backEnd = try TestServer.shared().backEnd()
      for id in ["", "x", "99999999999", "18446744073709551615", "-1"] {
        let outcome = try backEnd.outcome(ofCommit: id)
        #expect(outcome == .forgotten, "\(id)")
      }
    }

    @Test func `an error shows no password`() throws {
      for connection in [
        "host=/nowhere password='top secret", "host=/nowhere topsecret=1 pass word",
        "postgresql://me:topsecret@[nowhere", "host=/nowhere user=me password=topsecret",
        "postgresql://me:topsecret@%2Fnowhere/photos",
      ] {
        let error = failure {
          try RecordStore(PostgreSQLBackEnd(connection)).read { _ in }
        }
        #expect(error?.code == .connectionLost)
        #expect(error?.description.contains("secret") == false)
      }
    }

    @Test func `more threads than connections wait for one`() throws {
      let store = RecordStore(try TestServer.shared().backEnd(connections: 2))
      try store.write { try $0.define(Notes.table) }
      DispatchQueue.concurrentPerform(iterations: 40) { index in
        let error = failure {
          if index % 4 == 0 {
            try store.write { try $0.upsert(Notes.record("\(index)"), in: "Note") }
          } else {
            _ = try store.read { try $0.count(in: "Note") }
          }
        }
        #expect(error == nil || error?.code == .conflict)
      }
    }
  }
#endif
