import RecordStorage
import RecordTestSupport
import StorageTransforms
import Synchronization

/// What a ``FaultScript`` does, and what each step makes of what is there.
final class FaultSteps: Sendable {
  enum Step: Sendable {
    case commit(StorageDurability, @Sendable (RecordWriter) throws -> Void)
    case compact
    case close
  }

  private struct Question: Hashable {
    let step: Int
    let before: FaultScript.Contents
  }

  let list: [Step]
  /// What was worked out already: sessions differ in few steps.
  private let answers = Mutex<[Question: FaultScript.Contents]>([:])

  init(_ list: [Step]) { self.list = list }

  /// What a step makes of contents; nil if it is refused. It is asked of a store in memory.
  func expected(_ step: Int, _ before: FaultScript.Contents) -> FaultScript.Contents {
    guard case .commit(_, let change) = list[step] else { return nil }
    let question = Question(step: step, before: before)
    if let known = answers.withLock({ $0[question] }) { return known }
    let model = RecordStore(MemoryBackEnd())
    let after = try? model.write { session in
      if let before {
        try session.define(Ledger.table)
        for record in before { try session.insert(record, into: "Account") }
      }
      try change(session)
      return try session.records(in: "Account")
    }
    answers.withLock { $0[question] = .some(after) }
    return after
  }

  static func record(_ key: Int64, _ owner: String, _ amount: Int64) -> StoredRecord {
    StoredRecord(key: .integer(key), values: [.integer(key), .text(owner), .integer(amount)])
  }

  static let long = FaultSteps([
    .commit(.synced) { try $0.define(Ledger.table) },
    .commit(.synced) { session in
      for key in 1...3 as ClosedRange<Int64> {
        try session.insert(record(key, "of \(key)", key), into: "Account")
      }
    },
    .commit(.written) { try $0.insert(record(4, "of 4", 1), into: "Account") },
    .commit(.written) { session in
      try session.upsert(record(1, "nobody", 5), in: "Account")
      try session.upsert(record(2, "of 1", 5), in: "Account")
    },
    .commit(.synced) { _ = try $0.delete(.integer(3), from: "Account") },
    .commit(.written) { try $0.upsert(record(3, "of 3", 0), in: "Account") },
    .compact,
    .commit(.written) { try $0.upsert(record(2, "of 2", 6), in: "Account") },
    .commit(.synced) { try $0.upsert(record(1, "of 1", 6), in: "Account") },
    .close,
    .commit(.synced) { try $0.upsert(record(4, "of four", 2), in: "Account") },
    .commit(.written) { _ = try $0.delete(.integer(2), from: "Account") },
    .close,
  ])

  static let short = FaultSteps([
    .commit(.synced) { session in
      try session.define(Ledger.table)
      try session.insert(record(1, "a", 1), into: "Account")
    },
    .commit(.written) { session in
      try session.upsert(record(1, "b", 2), in: "Account")
      try session.insert(record(2, "a", 2), into: "Account")
    },
    .compact,
    .commit(.synced) { _ = try $0.delete(.integer(1), from: "Account") },
    .close,
    .commit(.written) { try $0.insert(record(3, "b", 2), into: "Account") },
  ])
}
