#if PostgreSQL
  import Foundation
  import RecordStoragePostgreSQL
  import StorageTransforms
  import Synchronization
  import Testing

  @Suite(
    "Data servers that fail", .enabled(if: TestServer.isWanted, "\(TestServer.whyNot)"))
  struct PartitionedFailureTests {
    /// Servers of the test's own, and a store with 20 notes.
    private func start() throws -> (TestCluster, PostgreSQLBackEnd, RecordStore) {
      let cluster = try TestCluster()
      let backEnd = try cluster.backEnd("notes")
      let store = RecordStore(backEnd)
      try store.write { try $0.define(Notes.table) }
      for key in 10..<30 {
        try store.write(.written) { try $0.insert(Notes.record("\(key)"), into: "Note") }
      }
      return (cluster, backEnd, store)
    }

    /// The keys that a data server has.
    private func keys(_ server: TestServer) throws -> [String] {
      let name = try server.psql(
        "\\t",
        "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'notes'::regnamespace")
      let table = name.trimmingCharacters(in: .whitespacesAndNewlines)
      return try server.psql("\\t", "SELECT key FROM notes.\"\(table)\" ORDER BY key")
        .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private let waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"

    /// Lets commits of a server wait, on its disk, for a replica that does not exist.
    private func hold(_ server: TestServer) throws {
      try server.psql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
      try server.psql("SELECT pg_reload_conf()")
      // The server does not say when it takes note of its settings: until then commits do not wait.
      let isOver = Mutex(false)
      let isDone = DispatchSemaphore(value: 0)
      Thread {
        while !isOver.withLock({ $0 }) {
          _ = try? server.psql(
            "SET synchronous_commit = on", "SELECT pg_logical_emit_message(true, 'probe', '')")
        }
        isDone.signal()
      }.start()
      defer {
        isOver.withLock { $0 = true }
        _ = try? server.psql(cut)
        isDone.wait()
      }
      var wasHeld = false
      for _ in 0..<2_000 where !wasHeld {
        wasHeld = try server.psql("\\t", waiting).contains("1")
      }
      try #require(wasHeld, "no commit waited")
    }

    /// Calls a function while another one waits for a commit to be held, and does something then.
    private func whileHeld(
      _ server: TestServer, _ body: @escaping @Sendable () throws -> Void,
      in commit: () throws -> Void
    ) throws -> Bool {
      let wasHeld = Mutex(false)
      let isDone = DispatchSemaphore(value: 0)
      let waiting = waiting
      Thread {
        for _ in 0..<2_000 where !wasHeld.withLock({ $0 }) {
          if (try? server.psql("\\t", waiting))?.contains("1") == true {
            wasHeld.withLock { $0 = true }
          } else {
            Thread.sleep(forTimeInterval: 0.05)
          }
        }
        try? body()
        isDone.signal()
      }.start()
      defer { isDone.wait() }
      try commit()
      return wasHeld.withLock { $0 }
    }

    private let cut =
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"

    @Test func `without one data server nothing is read, rather than a part (R2, R7)`() throws {
      let (cluster, _, store) = try start()
      let (east, west) = try (keys(cluster.east), keys(cluster.west))
      #expect(east.count > 3 && west.count > 3 && east.count + west.count == 20)
      try cluster.west.stop()
      let errors = [
        failure { _ = try store.read { try $0.records(in: "Note") } },
        failure { _ = try store.read { try $0.records(RecordQuery(by: 1), in: "Note") } },
        failure { _ = try store.read { try $0.count(in: "Note") } },
        failure { _ = try store.read { try $0.values(of: .text(west[0]), in: "Note") } },
        failure { _ = try store.write { try $0.count(in: "Note") } },
        failure { try store.write { try $0.upsert(Notes.record(west[0]), in: "Note") } },
        failure { try store.write { try $0.insert(Notes.record(west[0]), into: "Note") } },
        failure { _ = try store.write { _ = try $0.delete(.text(west[0]), from: "Note") } },
      ]
      #expect(errors.allSatisfy { $0?.code == .connectionLost }, "\(errors.map { $0?.code })")
      // Who has not read writes what belongs to the other one.
      try store.write { try $0.upsert(Notes.record(east[0], "changed"), in: "Note") }
      try store.write { _ = try $0.delete(.text(east[1]), from: "Note") }
      try cluster.west.start()
      let found = try store.read { try $0.records(in: "Note") }
      #expect(found.map(\.key) == (east + west).filter { $0 != east[1] }.sorted().map { .text($0) })
      #expect(found.first { $0.key == .text(east[0]) }?.values[0] == .text("changed"))
    }

    @Test func `a scan that loses a data server ends in an error (R6)`() throws {
      let (cluster, _, store) = try start()
      for number in 0..<100 {
        try store.write {
          try $0.insert(
            Notes.record("more \(number)", String(repeating: "x", count: 4_000)), into: "Note")
        }
      }
      var count = 0
      let error = failure {
        try store.read { reader in
          let cursor = try reader.cursor(in: "Note")
          while try cursor.next() != nil {
            count += 1
            if count == 10 { try cluster.east.crash() }
          }
        }
      }
      #expect(error?.code == .connectionLost && 10..<120 ~= count, "\(count)")
      try cluster.east.start()
      let found = try store.read { try $0.count(in: "Note") }
      #expect(found == 120)
    }

    @Test func `a data server that was restarted between calls is found again`() throws {
      let (cluster, _, store) = try start()
      for server in [cluster.east, cluster.west, cluster.coordinator] {
        try server.restart()
        let count = try store.read { try $0.count(in: "Note") }
        #expect(count == 20)
        try server.crash()
        try server.start()
        for key in 10..<30 {
          try store.write { try $0.upsert(Notes.record("\(key)"), in: "Note") }
        }
      }
    }

    @Test func `nothing is there of a transaction whose data server went (T7)`() throws {
      let (cluster, _, store) = try start()
      let east = try keys(cluster.east)
      let errors = [
        failure {
          try store.write {
            _ = try $0.update(Notes.record(east[0], "lost"), in: "Note")
            try cluster.east.restart()
          }
        },
        failure {
          try store.write {
            _ = try $0.update(Notes.record(east[0], "lost"), in: "Note")
            try cluster.east.restart()
            _ = try $0.count(in: "Note")
          }
        },
        failure {
          try store.read {
            try cluster.east.restart()
            _ = try $0.count(in: "Note")
          }
        },
        failure {
          try store.write {
            _ = try $0.update(Notes.record(east[0], "lost"), in: "Note")
            try cluster.coordinator.restart()
          }
        },
      ]
      #expect(errors.allSatisfy { $0?.code == .connectionLost }, "\(errors.map { $0?.code })")
      let values = try store.read { try $0.values(of: .text(east[0]), in: "Note") }
      #expect(values?[0] == .text(""))
    }

    @Test func `a commit whose data server gave no answer is looked for there (T7)`() throws {
      let (cluster, _, store) = try start()
      let east = try keys(cluster.east)
      try hold(cluster.east)
      let cut = cut
      let wasHeld = try whileHeld(cluster.east) {
        try cluster.east.psql(cut)
      } in: {
        try store.write { _ = try $0.update(Notes.record(east[0], "kept"), in: "Note") }
      }
      #expect(wasHeld)
      let values = try store.read { try $0.values(of: .text(east[0]), in: "Note") }
      #expect(values?[0] == .text("kept"))
    }

    @Test func `a commit whose data server went has an unknown outcome, and an id (T7)`() throws {
      let (cluster, backEnd, store) = try start()
      let east = try keys(cluster.east)
      try hold(cluster.east)
      var error: StorageError?
      let wasHeld = try whileHeld(cluster.east) {
        try cluster.east.crash()
      } in: {
        error = failure {
          try store.write { _ = try $0.update(Notes.record(east[0], "kept"), in: "Note") }
        }
      }
      #expect(wasHeld && error?.code == .outcomeUnknown)
      let id = try #require(error?.commitID)
      #expect(id.hasPrefix("1:"))
      #expect(failure { _ = try backEnd.outcome(ofCommit: id) }?.code == .connectionLost)
      try cluster.east.start()
      let outcome = try backEnd.outcome(ofCommit: id)
      #expect(outcome == .committed)
      let values = try store.read { try $0.values(of: .text(east[0]), in: "Note") }
      #expect(values?[0] == .text("kept"))
    }

    @Test func `a commit whose coordinating server went has an id of the data server's (T7)`()
      throws
    {
      let (cluster, backEnd, store) = try start()
      let west = try keys(cluster.west)
      try hold(cluster.west)
      var error: StorageError?
      let wasHeld = try whileHeld(cluster.west) {
        try cluster.coordinator.crash()
      } in: {
        error = failure {
          try store.write { _ = try $0.update(Notes.record(west[0], "kept"), in: "Note") }
        }
      }
      #expect(wasHeld && error?.code == .outcomeUnknown)
      let id = try #require(error?.commitID)
      #expect(id.hasPrefix("2:"))
      let before = try backEnd.outcome(ofCommit: id)
      #expect(before == .inProgress)
      try cluster.west.psql(cut)
      try cluster.coordinator.start()
      let after = try backEnd.outcome(ofCommit: id)
      #expect(after == .committed)
      let values = try store.read { try $0.values(of: .text(west[0]), in: "Note") }
      #expect(values?[0] == .text("kept"))
    }

    @Test func `who asks a data server for a commit that never was learns so`() throws {
      let backEnd = try TestCluster.shared().backEnd()
      for id in ["", ":", "1:", ":1", "0:1", "3:1", "1:99999999999", "1:x", "1:1:1", "x:1", "-1:5"]
      {
        let outcome = try backEnd.outcome(ofCommit: id)
        #expect(outcome == .forgotten, "\(id)")
      }
    }

    @Test func `synced and written are what they are on the data server (T3)`() throws {
      let (cluster, _, store) = try start()
      let east = try keys(cluster.east)
      try cluster.east.psql("ALTER SYSTEM SET synchronous_commit = off")
      try hold(cluster.east)
      // Only a commit that waits for the disk waits for the replica.
      try store.write(.written) { _ = try $0.update(Notes.record(east[0], "first"), in: "Note") }
      let cut = cut
      let wasHeld = try whileHeld(cluster.east) {
        try cluster.east.psql(cut)
      } in: {
        try store.write(.synced) { _ = try $0.update(Notes.record(east[0], "second"), in: "Note") }
      }
      #expect(wasHeld)
    }
  }
#endif
