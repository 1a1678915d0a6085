internal import RecordStorage
internal import StorageTransforms

/// The table of Spec section 4: each operation on a key that is there and on one that is not, in each grouping, by each kind of key.
enum WritingCases {
  private static let table = "Item"

  enum Presence: String, CaseIterable {
    case there = "key is there"
    case missing = "key is not there"
    case deleted = "key was deleted"
    case new = "key is new in the transaction"
    case gone = "key is deleted in the transaction"

    /// Whether the key is there when the operation comes.
    var isThere: Bool { self == .there || self == .new }
    /// Whether the transaction has changes of its own before the operation.
    var isChangedBefore: Bool { self == .new || self == .gone }
  }

  static let all: [ConformanceCase] = [outcomes, reopened].flatMap { $0 }

  private static let outcomes: [ConformanceCase] = Change.Kind.allCases.flatMap { operation in
    Presence.allCases.flatMap { presence in
      RecordKey.Kind.allCases.flatMap { kind in
        ValueCases.Grouping.allCases.compactMap { grouping in
          if presence.isChangedBefore, grouping == .own { return nil }
          return ConformanceCase(
            "write/\(operation.rawValue)/\(presence.rawValue)/\(kind.rawValue) key/\(grouping.rawValue)",
            rule: grouping == .rolledBack ? "T2" : "W0",
            requires: grouping == .own ? [] : .transactions,
            [
              .operation: operation.rawValue, .key: kind.rawValue,
              .transaction: grouping.rawValue, .reading: "both sessions",
            ]
          ) { try run(operation, presence, kind, grouping, $0) }
        }
      }
    }
  }

  private static let reopened: [ConformanceCase] = Change.Kind.allCases.flatMap { operation in
    RecordKey.Kind.allCases.map { kind in
      ConformanceCase(
        "write/\(operation.rawValue)/reopened/\(kind.rawValue) key", rule: "T3",
        requires: .durable,
        [.operation: operation.rawValue, .key: kind.rawValue, .reading: "reopened"]
      ) { bed in
        try run(operation, operation == .insert ? .missing : .there, kind, .own, bed)
        try bed.reopen()
        try bed.verify("after reopening")
        try bed.apply(.upsert(record(4, kind, "again")), to: table)
        try bed.reopen()
        try bed.verify("after reopening again")
      }
    }
  }

  private static func record(_ number: Int, _ kind: RecordKey.Kind, _ text: String) -> StoredRecord
  {
    StoredRecord(
      key: SampleKeys.key(number, kind), values: [.text(text), .integer(Int64(number))])
  }

  private static func run(
    _ operation: Change.Kind, _ presence: Presence, _ kind: RecordKey.Kind,
    _ grouping: ValueCases.Grouping, _ bed: Testbed
  ) throws {
    try bed.define(
      SampleTable.make(table, key: kind, [.column("a", .text), .column("b", .int64, .indexed)]))
    var begin = [record(3, kind, "three"), record(7, kind, "seven")]
    if presence == .there || presence == .deleted || presence == .gone {
      begin.append(record(5, kind, "five"))
    }
    try bed.fill(table, begin)
    if presence == .deleted { try bed.apply(.delete(SampleKeys.key(5, kind)), to: table) }
    let change = Change(operation, record(5, kind, "changed"))
    let expected = outcome(operation, isThere: presence.isThere)
    func work(_ writer: RecordWriter) throws {
      if presence == .new {
        try bed.apply(.insert(record(5, kind, "new")), to: table, writer)
      } else if presence == .gone {
        try bed.apply(.delete(SampleKeys.key(5, kind)), to: table, writer)
      }
      try check(bed.apply(change, to: table, writer), expected, bed)
      if grouping == .larger {
        try bed.apply(.upsert(record(1, kind, "one")), to: table, writer)
        try bed.apply(.delete(SampleKeys.key(7, kind)), to: table, writer)
      }
      try bed.verify("in the transaction", writer)
    }
    if grouping == .rolledBack {
      try bed.rollBack(work)
    } else {
      try bed.store.write(.written, work)
    }
    try bed.verify("afterwards")
  }

  private static func outcome(_ operation: Change.Kind, isThere: Bool) -> String {
    switch operation {
    case .insert: isThere ? "duplicateKey" : "done"
    case .update, .delete: isThere ? "done" : "no record"
    case .upsert: "done"
    }
  }

  private static func check(_ outcome: Outcome, _ expected: String, _ bed: Testbed) throws {
    let found: String
    if case .refused(let refusal) = outcome {
      found = refusal.code.rawValue
    } else {
      found = outcome.description
    }
    try bed.expect(found, is: expected, "the outcome")
  }
}
