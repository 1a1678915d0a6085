import RecordStorage
import Synchronization

/// The tables as a handle saw them first, until it changes one of them itself.
final class KeptTables: Sendable {
  private let kept = Mutex<[String: RecordTable]>([:])

  /// The tables that the handle tells of.
  func tables(_ present: [RecordTable]) -> [RecordTable] {
    kept.withLock { kept in
      present.map { table in
        let first = kept[table.id] ?? table
        kept[table.id] = first
        return first
      }
    }
  }

  func forget() { kept.withLock { $0 = [:] } }
}
