#if SQLite
  import RecordStorageSQLite
  import RecordTestSupport
  import Testing

  @Suite("The program that writes a file is killed", .serialized)
  struct KillTests {
    @Test(
      "all that was acknowledged is there, and whole transactions alone (T3)",
      arguments: zip(SQLiteBackEnd.Options.Journal.allCases, [21, 22]))
    func kills(_ journal: SQLiteBackEnd.Options.Journal, _ seed: UInt64) throws {
      let file = try DatabaseFile()
      let store = try file.store(.init(journal: journal, waitingSeconds: 300))
      let trial = ClientKillTrial("sqlite:\(journal):\(file.path)", store, seed: seed)
      print("\(journal): \(try trial.run(killCount: 20))")
    }
  }
#endif
