import Foundation
import RecordLog
import RecordStorage
import RecordStoragePostgreSQL
import RecordStorageSQLite

/// A store that is open: `PATH` of a record log, `sqlite:wal:PATH`, `sqlite:delete:PATH`, or `postgresql:SCHEMA:CONNECTION`.
struct OpenStore: Sendable {
  private enum Kind {
    case file(FileBackEnd)
    #if SQLite
      case sqlite(SQLiteBackEnd)
    #endif
    #if PostgreSQL
      case postgreSQL(PostgreSQLBackEnd)
    #endif
  }

  private let kind: Kind
  let store: RecordStore

  init(_ name: String) throws {
    let words = name.split(separator: ":", maxSplits: 2).map(String.init)
    switch words.first {
    #if SQLite
      case "sqlite"? where words.count == 3:
        let backEnd = try SQLiteBackEnd(
          path: words[2],
          options: .init(journal: words[1] == "wal" ? .wal : .delete, waitingSeconds: 300))
        (kind, store) = (.sqlite(backEnd), RecordStore(backEnd))
    #endif
    #if PostgreSQL
      case "postgresql"? where words.count == 3:
        let backEnd = try PostgreSQLBackEnd(words[2], options: .init(schema: words[1]))
        (kind, store) = (.postgreSQL(backEnd), RecordStore(backEnd))
    #endif
    default:
      let backEnd = try FileBackEnd(path: name)
      (kind, store) = (.file(backEnd), RecordStore(backEnd))
    }
  }

  /// Waits for other processes that have the store.
  init(whenFree name: String) throws {
    while true {
      do {
        self = try OpenStore(name)
        return
      } catch let error as StorageError where error.code == .locked {
        sched_yield()
      }
    }
  }

  func close() {
    switch kind {
    case .file(let backEnd): backEnd.close()
    #if SQLite
      case .sqlite(let backEnd): try? backEnd.close()
    #endif
    #if PostgreSQL
      case .postgreSQL: break
    #endif
    }
  }

  /// Whether a torn tail was cut off when it was opened.
  var isTorn: Bool {
    if case .file(let backEnd) = kind, case .torn = backEnd.ending { true } else { false }
  }

  /// Compacts, where that can be done.
  func compact() throws {
    if case .file(let backEnd) = kind { try backEnd.compact() }
  }

  /// What became of a commit whose outcome was unknown: `committed`, `rolledBack` or what else is said; nil where that cannot be asked.
  func outcome(ofCommit id: String?) throws -> String? {
    switch kind {
    #if PostgreSQL
      case .postgreSQL(let backEnd): return try id.map { "\(try backEnd.outcome(ofCommit: $0))" }
    #endif
    default: return nil
    }
  }
}
