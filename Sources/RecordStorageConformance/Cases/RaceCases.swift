internal import RecordStorage
internal import StorageTransforms

/// Eight threads that want the same (rules W4 and T4): 100 rounds in a case, of one store or of two of the same records.
enum RaceCases {
  private static let table = "Item"
  private static let rounds = 100

  static let all: [ConformanceCase] = [false, true].flatMap { areTwo in
    var cases = RecordKey.Kind.allCases.map { kind in
      make("one key", "W4", kind, areTwo, [], body: insertOneKey)
    }
    cases += [
      make("one unique value", "W4", .integer, areTwo, .uniqueAttributes, body: insertOneValue),
      make(
        "one unique value of records that are there", "W4", .text, areTwo, .uniqueAttributes,
        body: updateToOneValue),
      make("one key to delete", "W4", .integer, areTwo, [], body: deleteOneKey),
      make("upserts of one key", "W4", .blob, areTwo, [], body: upsertOneKey),
      make("a counter", "T4", .integer, areTwo, .transactions, body: count),
      make("a sum over two records", "T4", .text, areTwo, .transactions, body: transfer),
      make(
        "a condition on another record", "T4", .integer, areTwo, .transactions, body: onCall),
      make("one table", "S1", .integer, areTwo, [], body: defineOneTable),
    ]
    return cases
  }

  private typealias Body =
    @Sendable (_ bed: Testbed, _ kind: RecordKey.Kind, _ stores: [RecordStore]) throws -> Void

  private static func make(
    _ name: String, _ rule: String, _ kind: RecordKey.Kind, _ areTwo: Bool,
    _ requires: StorageCapabilities, body: @escaping Body
  ) -> ConformanceCase {
    ConformanceCase(
      "race/\(name)/\(kind.rawValue) key/\(areTwo ? "two handles" : "one handle")", rule: rule,
      requires: areTwo ? requires.union(.sharedWriting) : requires,
      [
        .operation: "race for \(name)", .key: kind.rawValue,
        .concurrency: areTwo ? "8 threads, two handles" : "8 threads, one handle",
      ]
    ) { bed in
      let unique: Constraint = requires.contains(.uniqueAttributes) ? .unique : .plain
      let columns: [AttributeSchema] = [.column("value", .int64, unique), .column("by", .int64)]
      try bed.define(SampleTable.make(table, key: kind, columns))
      guard areTwo else { return try body(bed, kind, [bed.store]) }
      try bed.withSecondStore { try body(bed, kind, [bed.store, $0]) }
    }
  }

  private static func record(
    _ number: Int, _ kind: RecordKey.Kind, _ value: Int, by thread: Int = 0
  ) -> StoredRecord {
    StoredRecord(
      key: SampleKeys.key(number, kind),
      values: [.integer(Int64(value)), .integer(Int64(thread))])
  }

  /// Of what the threads do in each round, that of one succeeds.
  ///
  /// - Returns: The thread that succeeded, for each round.
  private static func winners(
    _ bed: Testbed, _ stores: [RecordStore], losing: StorageError.Code?,
    _ attempt: @escaping @Sendable (RecordStore, _ round: Int, _ thread: Int) throws -> Bool
  ) throws -> [Int] {
    let winners = Shared<[Int: [Int]]>([:])
    try Race.run(rounds: rounds) { round, thread in
      let hasWon = try Race.retrying {
        do { return try attempt(stores[thread % stores.count], round, thread) } catch let error
          as StorageError where error.code == losing
        { return false }
      }
      if hasWon { winners.change { $0[round, default: []].append(thread) } }
    }
    let found = winners.value
    return try (0..<rounds).map { round in
      let threads = found[round] ?? []
      try bed.expect(threads.count, is: 1, "how many of 8 threads succeeded in round \(round)")
      return threads[0]
    }
  }

  @Sendable private static func insertOneKey(
    _ bed: Testbed, _ kind: RecordKey.Kind, _ stores: [RecordStore]
  ) throws {
    let winners = try winners(bed, stores, losing: .duplicateKey) { store, round, thread in
      try store.write(.written) {
        try $0.insert(record(round, kind, round, by: thread), into: table)
      }
      return true
    }
    for (round, thread) in winners.enumerated() {
      _ = bed.model.apply(.insert(record(round, kind, round, by: thread)), to: table)
    }
    try bed.verify("the records of those who succeeded")
  }

  @Sendable private static func insertOneValue(
    _ bed: Testbed, _ kind: RecordKey.Kind, _ stores: [RecordStore]
  ) throws {
    let winners = try winners(bed, stores, losing: .notUnique) { store, round, thread in
      try store.write(.written) {
        try $0.insert(record(round * 8 + thread, kind, round, by: thread), into: table)
      }
      return true
    }
    for (round, thread) in winners.enumerated() {
      let record = record(round * 8 + thread, kind, round, by: thread)
      _ = bed.model.apply(.insert(record), to: table)
    }
    try bed.verify("the records of those who succeeded")
  }

  @Sendable private static func updateToOneValue(
    _ bed: Testbed, _ kind: RecordKey.Kind, _ stores: [RecordStore]
  ) throws {
    try bed.fill(table, (0..<8).map { record($0, kind, -1 - $0, by: $0) })
    let winners = try winners(bed, stores, losing: .notUnique) { store, round, thread in
      try store.write(.written) {
        try $0.update(record(thread, kind, round, by: thread), in: table)
      }
    }
    for (round, thread) in winners.enumerated() {
      _ = bed.model.apply(.update(record(thread, kind, round, by: thread)), to: table)
    }
    try bed.verify("the records of those who succeeded")
  }

  @Sendable private static func deleteOneKey(
    _ bed: Testbed, _ kind: RecordKey.Kind, _ stores: [RecordStore]
  ) throws {
    try bed.fill(table, (0..<rounds).map { record($0, kind, $0) })
    _ = try winners(bed, stores, losing: nil) { store, round, _ in
      try store.write(.written) { try $0.delete(SampleKeys.key(round, kind), from: table) }
    }
    for round in 0..<rounds { _ = bed.model.apply(.delete(SampleKeys.key(round, kind)), to: table) }
    try bed.verify("after all were deleted")
  }

  /// All succeed, and the record is that of one of them.
  @Sendable private static func upsertOneKey(
    _ bed: Testbed, _ kind: RecordKey.Kind, _ stores: [RecordStore]
  ) throws {
    try Race.run(rounds: rounds) { round, thread in
      try Race.retrying {
        try stores[thread % stores.count].write(.written) {
          try $0.upsert(record(round, kind, thread, by: thread), in: table)
        }
      }
    }
    let found = try bed.store.read { try $0.records(in: table) }
    try bed.expect(found.count, is: rounds, "the records after upserts of as many keys")
    for found in found {
      try bed.expect(found.values[0] == found.values[1], "\(Shown.text(found)) is of two threads")
    }
  }

  /// Each reads a number and stores the next one.
  @Sendable private static func count(
    _ bed: Testbed, _ kind: RecordKey.Kind, _ stores: [RecordStore]
  ) throws {
    try bed.fill(table, [record(0, kind, 0)])
    try Race.run(rounds: 25) { _, thread in
      try Race.retrying {
        try stores[thread % stores.count].write(.written) { writer in
          let key = SampleKeys.key(0, kind)
          guard case .integer(let number)? = try writer.values(of: key, in: table)?[0] else {
            throw ConformanceFailure("the counter is not there")
          }
          try writer.update(record(0, kind, Int(number) + 1, by: thread), in: table)
        }
      }
    }
    let values = try bed.store.read { try $0.values(of: SampleKeys.key(0, kind), in: table) }
    try bed.expect(values?.first, is: .integer(25 * 8), "a counter that 8 threads raised 25 times")
  }

  /// Amounts go from one record to the other; their sum stays.
  @Sendable private static func transfer(
    _ bed: Testbed, _ kind: RecordKey.Kind, _ stores: [RecordStore]
  ) throws {
    try bed.fill(table, (0..<4).map { record($0, kind, 1_000) })
    try Race.run(rounds: 25) { round, thread in
      try Race.retrying {
        try stores[thread % stores.count].write(.written) { writer in
          let (from, to) = (thread % 4, (thread + 1 + round % 3) % 4)
          for (number, change) in [(from, -1 - round), (to, 1 + round)] {
            let key = SampleKeys.key(number, kind)
            guard case .integer(let value)? = try writer.values(of: key, in: table)?[0] else {
              throw ConformanceFailure("an account is not there")
            }
            try writer.update(record(number, kind, Int(value) + change), in: table)
          }
        }
      }
    }
    let found = try bed.store.read { try $0.records(in: table) }
    let sum = found.reduce(Int64(0)) { sum, record in
      if case .integer(let value) = record.values[0] { sum + value } else { sum }
    }
    try bed.expect(sum, is: 4_000, "the sum over what was passed on")
  }

  /// Each takes itself off if another one stays: at least one stays. Snapshots alone do not guarantee it.
  @Sendable private static func onCall(
    _ bed: Testbed, _ kind: RecordKey.Kind, _ stores: [RecordStore]
  ) throws {
    for trial in 0..<10 {
      for number in 0..<8 { try bed.apply(.upsert(record(number, kind, 1)), to: table) }
      try Race.run(rounds: 1) { _, thread in
        try Race.retrying {
          try stores[thread % stores.count].write(.written) { writer in
            let on = try writer.records(in: table).filter { $0.values[0] == .integer(1) }
            guard on.count > 1 else { return }
            try writer.update(record(thread, kind, 0), in: table)
          }
        }
      }
      let left = try bed.store.read { reader in
        try reader.records(in: table).filter { $0.values[0] == .integer(1) }.count
      }
      try bed.expect(
        left, is: 1, "who stays in trial \(trial), where each leaves only if another stays")
    }
  }

  @Sendable private static func defineOneTable(
    _ bed: Testbed, _ kind: RecordKey.Kind, _ stores: [RecordStore]
  ) throws {
    let defined = Shared<[Int]>([])
    try Race.run(rounds: 10) { round, thread in
      let columns: [AttributeSchema] = [.column("thread \(thread)", .text)]
      let other = SampleTable.make("Table \(round)", key: kind, columns)
      let isMine = try Race.retrying {
        do {
          try stores[thread % stores.count].write(.written) { try $0.define(other) }
          return true
        } catch let error as StorageError where error.code == .schemaChanged { return false }
      }
      if isMine { defined.change { $0.append(round) } }
    }
    let rounds = defined.value.sorted()
    try bed.expect(rounds, is: Array(0..<10), "the rounds in which one of 8 defined a table")
    let tables = try bed.store.read { try $0.tables().count }
    try bed.expect(tables, is: 11, "the tables afterwards")
  }
}
