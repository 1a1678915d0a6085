#if SQLite
  import Foundation
  import GRDB
  import RecordTestSupport
  import Synchronization
  import Testing

  @testable import RecordStorageSQLite

  /// The statements of sessions, as SQLite tells of them.
  @Suite struct SQLiteStatementTests {
    @Test func `the look at the present form is no statement more than a session has anyway`()
      throws
    {
      let file = try DatabaseFile()
      let backEnd = try SQLiteBackEnd(path: file.path, options: .init(maximumReaderCount: 1))
      let other = try file.store()
      let log = Mutex<[String]>([])
      let note: @Sendable (Database) -> Void = { database in
        database.trace { event in
          guard case .statement(let statement) = event else { return }
          let sql = statement.sql
          log.withLock { $0.append(sql) }
        }
      }
      let writer = backEnd.connections.writer
      try writer.read(note)
      try writer.writeWithoutTransaction(note)
      let found = try StatementTrial.run(RecordStore(backEnd), other) { body in
        log.withLock { $0 = [] }
        try body()
        return log.withLock { $0 }
      }
      #expect(found[.fetch] == found[.readAlone])
      #expect(found[.save] == found[.writeAlone])
      // The list of tables, the number of their definition, and the record.
      for session in [.fetch, .fetchAgain] as [StatementTrial.Session] {
        let selections = (found[session] ?? []).filter { $0.hasPrefix("SELECT") }
        #expect(selections.count == 3, "\(session): \(selections)")
      }
    }
  }
#endif
