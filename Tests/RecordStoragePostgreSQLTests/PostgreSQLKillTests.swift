#if PostgreSQL
  import Foundation
  import RecordStoragePostgreSQL
  import RecordTestSupport
  import TestSupport
  import TestTraits
  import Testing

  @Suite(
    "Programs and servers are killed", .serialized,
    .enabled(if: TestServer.isWanted, "\(TestServer.whyNot)"))
  struct PostgreSQLKillTests {
    /// Waits until no transaction goes on.
    private func settle(_ server: TestServer) throws {
      let question = """
        SELECT CASE WHEN count(*) = 0 THEN 'settled' END FROM pg_stat_activity \
        WHERE application_name = 'KeyedArchives' AND state <> 'idle'
        """
      for _ in 0..<6_000 {
        if try server.psql("\\t", question).contains("settled") { return }
        Thread.sleep(forTimeInterval: 0.05)
      }
      throw Ledger.Broken(description: "a transaction does not end")
    }

    @Test
    func `the program is killed: all that was acknowledged is there, and whole transactions alone`()
      throws
    {
      let server = try TestServer()
      let store = RecordStore(try server.backEnd("kills"))
      let trial = ClientKillTrial(
        "postgresql:kills:\(server.connection)", store, seed: 23
      ) { try settle(server) }
      print(try trial.run(killCount: 15))
    }

    @Test(.long, arguments: [UInt64(24)])
    func
      `the server is killed: what was acknowledged is there, and what became of the rest is found (T7)`(
        _ seed: UInt64
      ) throws
    {
      let server = try TestServer()
      let store = RecordStore(try server.backEnd("kills"))
      try store.write { session in
        try Ledger.make(in: session)
        try Ballast.make(in: session)
      }
      let journal = SharedJournal()
      try journal.change { $0.begin() }
      let writer = try WorkerProcess("postgresql:kills:\(server.connection)")
      writer.listen { journal.take($0, from: "writer") }
      for command in ["ballast 20000", "synced", "write \(seed)"] { try writer.send(command) }
      var random = SeededGenerator(seed: seed)
      let killCount = 10
      for _ in 0..<killCount {
        try journal.waitForCommits(Int.random(in: 1...6, using: &random))
        Thread.sleep(forTimeInterval: Double.random(in: 0..<0.02, using: &random))
        try server.kill()
        try server.startAfterKill()
      }
      try journal.waitForCommits(1)
      writer.kill()
      try settle(server)
      let found = try store.read { try Ledger.check($0) }
      try journal.change { try $0.find(found) }
      let said = try journal.journal
      print(
        "seed \(seed): \(killCount) kills of the server, "
          + "\(said.acknowledgedCount) commits acknowledged, \(said.unknownCount) outcomes unknown, "
          + "errors \(said.codes), \(found) moves there")
      #expect(!said.codes.isEmpty, "nobody noticed that the server was killed")
    }
  }
#endif
