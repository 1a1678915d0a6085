internal import RecordStorage
internal import StorageTransforms

/// All changes of a transaction, or none (rules T1, T2, T3 and R8).
enum TransactionCases {
  private static let table = "Item"

  static let all: [ConformanceCase] = [several, few, durable].flatMap { $0 }

  private static let several: [ConformanceCase] = RecordKey.Kind.allCases.flatMap { kind in
    [
      make("several changes committed", "T1", kind, "committed", body: commit),
      make("several changes rolled back", "T1", kind, "rolled back", body: rollBack),
      make("two tables committed", "T1", kind, "committed", body: commitTwo),
      make("two tables rolled back", "T1", kind, "rolled back", body: rollBackTwo),
      make("a rollback behind a commit", "T2", kind, "rolled back", body: rollBackBehindCommit),
      make("many in a row", "T2", kind, "some rolled back", body: alternate),
      make("1,000 changes rolled back", "T1", kind, "rolled back", body: rollBackMany),
      make("one record changed ten times", "R8", kind, "committed", body: changeOften),
      make("its own changes in queries", "R8", kind, "committed", body: seeOwn),
      make("an error of the store that leaves it", "T2", kind, "rolled back", body: leak),
    ]
  }

  private static let few: [ConformanceCase] = [
    ConformanceCase(
      "transaction/nothing", rule: "T1", [.transaction: "empty"], body: nothing),
    ConformanceCase("transaction/result", rule: "T2", [.transaction: "empty"], body: result),
    ConformanceCase(
      "transaction/error without a change", rule: "T2", [.transaction: "rolled back"],
      body: failWithout),
    ConformanceCase(
      "transaction/error of a read", rule: "T2", [.transaction: "read"], body: failReading),
    ConformanceCase(
      "transaction/one change without the capability", rule: "T1", [.transaction: "own"],
      body: oneChange),
    ConformanceCase(
      "transaction/rolled back and reopened", rule: "T2", requires: [.durable, .transactions],
      [.transaction: "rolled back", .reading: "reopened"]
    ) { bed in
      try rollBackBehindCommit(bed, .text)
      try bed.reopen()
      try bed.verify("after reopening")
    },
  ]

  private static let durable: [ConformanceCase] = [
    StorageDurability.written, .synced,
  ].flatMap { durability in
    [
      ConformanceCase(
        "transaction/\(durability)/in the same store", rule: "T3",
        [.transaction: "\(durability)", .reading: "another session"]
      ) { try endure(durability, reopens: false, $0) },
      ConformanceCase(
        "transaction/\(durability)/reopened", rule: "T3", requires: .durable,
        [.transaction: "\(durability)", .reading: "reopened"]
      ) { try endure(durability, reopens: true, $0) },
    ]
  }

  private static func make(
    _ name: String, _ rule: String, _ kind: RecordKey.Kind, _ end: String,
    body: @escaping @Sendable (Testbed, RecordKey.Kind) throws -> Void
  ) -> ConformanceCase {
    ConformanceCase(
      "transaction/\(name)/\(kind.rawValue) key", rule: rule, requires: .transactions,
      [.transaction: end, .key: kind.rawValue]
    ) { bed in
      try body(bed, kind)
      try bed.verify("at the end")
    }
  }

  private static func record(
    _ number: Int, _ kind: RecordKey.Kind, _ text: String
  ) -> StoredRecord {
    StoredRecord(
      key: SampleKeys.key(number, kind), values: [.text(text), .integer(Int64(number % 3))])
  }

  private static func begin(
    _ bed: Testbed, _ kind: RecordKey.Kind, _ name: String = table, count: Int = 6
  ) throws {
    try bed.define(
      SampleTable.make(name, key: kind, [.column("a", .text), .column("b", .int64, .indexed)]))
    try bed.fill(name, (0..<count).map { record($0, kind, "begin") })
  }

  /// One change of each kind.
  private static func changes(_ kind: RecordKey.Kind) -> [Change] {
    [
      .insert(record(10, kind, "inserted")), .update(record(1, kind, "updated")),
      .upsert(record(2, kind, "upserted")), .upsert(record(11, kind, "upserted")),
      .delete(SampleKeys.key(3, kind)),
    ]
  }

  @Sendable private static func commit(_ bed: Testbed, _ kind: RecordKey.Kind) throws {
    try begin(bed, kind)
    try bed.store.write(.written) { writer in
      for change in changes(kind) { try bed.apply(change, to: table, writer) }
    }
  }

  @Sendable private static func rollBack(_ bed: Testbed, _ kind: RecordKey.Kind) throws {
    try begin(bed, kind)
    for count in 1...5 {
      try bed.rollBack { writer in
        for change in changes(kind).prefix(count) { try bed.apply(change, to: table, writer) }
      }
      try bed.verify("after \(count) changes were rolled back")
    }
  }

  @Sendable private static func commitTwo(_ bed: Testbed, _ kind: RecordKey.Kind) throws {
    try begin(bed, kind)
    try begin(bed, .integer, "Other")
    try bed.store.write(.written) { writer in
      for (change, other) in zip(changes(kind), changes(.integer).reversed()) {
        try bed.apply(change, to: table, writer)
        try bed.apply(other, to: "Other", writer)
      }
    }
  }

  @Sendable private static func rollBackTwo(_ bed: Testbed, _ kind: RecordKey.Kind) throws {
    try begin(bed, kind)
    try begin(bed, .integer, "Other")
    try bed.rollBack { writer in
      for (change, other) in zip(changes(kind), changes(.integer)) {
        try bed.apply(change, to: table, writer)
        try bed.apply(other, to: "Other", writer)
      }
      try bed.verify("in the transaction", writer)
    }
  }

  @Sendable private static func rollBackBehindCommit(
    _ bed: Testbed, _ kind: RecordKey.Kind
  ) throws {
    try begin(bed, kind)
    try bed.store.write(.written) { writer in
      for change in changes(kind) { try bed.apply(change, to: table, writer) }
    }
    try bed.rollBack { writer in
      try bed.apply(.delete(SampleKeys.key(10, kind)), to: table, writer)
      try bed.apply(.update(record(1, kind, "again")), to: table, writer)
      try bed.apply(.insert(record(3, kind, "again")), to: table, writer)
    }
  }

  @Sendable private static func alternate(_ bed: Testbed, _ kind: RecordKey.Kind) throws {
    try begin(bed, kind)
    for number in 0..<20 {
      let changes: [Change] = [
        .upsert(record(number, kind, "round \(number)")),
        .delete(SampleKeys.key(number / 2, kind)),
        .upsert(record(30 - number, kind, "round \(number)")),
      ]
      if number % 3 == 0 {
        try bed.store.write(.written) { writer in
          for change in changes { try bed.apply(change, to: table, writer) }
        }
      } else {
        try bed.rollBack { writer in
          for change in changes { try bed.apply(change, to: table, writer) }
        }
      }
      try bed.verify("after round \(number)")
    }
  }

  @Sendable private static func rollBackMany(_ bed: Testbed, _ kind: RecordKey.Kind) throws {
    try begin(bed, kind, count: 200)
    try bed.rollBack { writer in
      for number in 0..<200 {
        try bed.apply(.delete(SampleKeys.key(number, kind)), to: table, writer)
      }
      for number in 100..<900 {
        try bed.apply(.insert(record(number, kind, "new")), to: table, writer)
      }
    }
  }

  @Sendable private static func changeOften(_ bed: Testbed, _ kind: RecordKey.Kind) throws {
    try begin(bed, kind)
    try bed.store.write(.written) { writer in
      for number in 0..<10 {
        let changed = StoredRecord(
          key: SampleKeys.key(2, kind), values: [.text("\(number)"), .integer(Int64(number))])
        try bed.apply(.update(changed), to: table, writer)
        try bed.verify("in the transaction", writer)
      }
      try bed.apply(.delete(SampleKeys.key(2, kind)), to: table, writer)
      try bed.apply(.insert(record(2, kind, "last")), to: table, writer)
    }
  }

  @Sendable private static func seeOwn(_ bed: Testbed, _ kind: RecordKey.Kind) throws {
    try begin(bed, kind)
    try bed.store.write(.written) { writer in
      for change in changes(kind) {
        try bed.apply(change, to: table, writer)
        try bed.verify("after \(change)", writer)
        for isDescending in [false, true] {
          var probe = Probe.all(by: 1)
          probe.query.isDescending = isDescending
          probe.query.limit = 3
          try bed.check(probe, in: table, "after \(change)", writer)
        }
      }
    }
  }

  /// An error that nobody catches rolls back what was there before it.
  @Sendable private static func leak(_ bed: Testbed, _ kind: RecordKey.Kind) throws {
    try begin(bed, kind)
    try bed.expect(.duplicateKey, "a transaction with an insert of a key that is there") {
      try bed.store.write(.written) { writer in
        try writer.insert(record(20, kind, "new"), into: table)
        try writer.delete(SampleKeys.key(0, kind), from: table)
        try writer.insert(record(1, kind, "again"), into: table)
      }
    }
  }

  @Sendable private static func nothing(_ bed: Testbed) throws {
    try begin(bed, .integer)
    try bed.store.write { _ in }
    try bed.store.write { writer in try bed.verify("in a transaction without changes", writer) }
    try bed.verify("after transactions without changes")
  }

  @Sendable private static func result(_ bed: Testbed) throws {
    try begin(bed, .integer)
    let written = try bed.store.write { try $0.count(in: table) }
    let read = try bed.store.read { try $0.count(in: table) }
    try bed.expect([written, read], is: [6, 6], "what a transaction and a read return")
  }

  @Sendable private static func failWithout(_ bed: Testbed) throws {
    try begin(bed, .integer)
    try bed.rollBack { writer in _ = try writer.count(in: table) }
    try bed.apply(.insert(record(9, .integer, "after")), to: table)
    try bed.verify("after an error")
  }

  @Sendable private static func failReading(_ bed: Testbed) throws {
    try begin(bed, .integer)
    let reason = Abandoned(reason: 42)
    do {
      try bed.store.read { _ in throw reason }
      throw ConformanceFailure("an error of a read does not come out of it")
    } catch let error as Abandoned {
      try bed.expect(error, is: reason, "the error of a read")
    }
    try bed.apply(.insert(record(9, .integer, "after")), to: table)
    try bed.verify("after an error of a read")
  }

  /// A change that was refused, or missed its record, is none: the next one is the first.
  @Sendable private static func oneChange(_ bed: Testbed) throws {
    try begin(bed, .integer)
    try bed.store.write(.written) { writer in
      try bed.apply(.insert(record(1, .integer, "again")), to: table, writer)
      try bed.apply(.update(record(40, .integer, "missing")), to: table, writer)
      try bed.apply(.delete(40), to: table, writer)
      try bed.apply(.update(record(1, .integer, "changed")), to: table, writer)
    }
    try bed.verify("after one change and others that were none")
  }

  private static func endure(
    _ durability: StorageDurability, reopens: Bool, _ bed: Testbed
  ) throws {
    try begin(bed, .text)
    for change in changes(.text) {
      try bed.store.write(durability) { _ = try bed.apply(change, to: table, $0) }
      if reopens { try bed.reopen() }
      try bed.verify("after \(change)")
    }
  }
}
