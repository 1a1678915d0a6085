#if Tools && SQLite && (os(Linux) || os(macOS))
  import CoreDataTestSupport
  import Foundation
  import GRDB
  import Testing

  /// `archivecat coredata`, ended by a signal while it copies a store.
  @Suite struct CoreDataSignalTests {
    /// A copy of this size takes longer than noticing that it began.
    private static let byteCount: UInt64 = 512 << 20

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `a signal leaves no private copy behind`(number: Int32) throws {
      // A new process ignores the signals that the one that starts it ignores, as programs in the background do.
      signal(number, SIG_DFL)
      let sample = try SampleStore()
      defer { sample.remove() }
      try sample.make(
        [(1, "Note", 0)], cache: nil,
        "CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTEXT VARCHAR);"
      )
      let queue = try sample.open()
      try queue.writeWithoutTransaction { database in
        try database.execute(
          sql: "PRAGMA journal_mode = WAL; INSERT INTO ZNOTE VALUES (1, 1, 1, 'new')")
      }
      let file = try FileHandle(forWritingTo: URL(filePath: sample.path))
      try file.truncate(atOffset: Self.byteCount)
      try file.close()
      let temporary = sample.folder.appending(path: "temporary", directoryHint: .isDirectory)
      try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: false)
      func copies() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: temporary.path)
      }
      let process = try Command.process(["coredata", sample.path])
      process.environment = ProcessInfo.processInfo.environment.merging(
        ["TMPDIR": temporary.path]) { $1 }
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      // A new process has the blocked signals of the thread that starts it, and threads of tests block all.
      var (none, former) = (sigset_t(), sigset_t())
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, &former)
      defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
      try process.run()
      while process.isRunning, try copies().isEmpty { usleep(500) }
      let isCopying = try !copies().isEmpty
      kill(process.processIdentifier, number)
      process.waitUntilExit()
      try queue.close()
      #expect(isCopying, "the command ended before it was seen to copy")
      #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == number)
      #expect(try copies() == [])
    }
  }
#endif
