internal import RecordStorage
internal import StorageTransforms

/// Cursors: one record at a time, until their session ends (rules R6 and R8).
enum CursorCases {
  private static let table = "Item"

  static let all: [ConformanceCase] = RecordKey.Kind.allCases.flatMap { kind in
    [false, true].flatMap { isDescending in
      [
        make("one at a time", "R6", kind, isDescending, body: step),
        make("behind the end", "R6", kind, isDescending, body: stayAtEnd),
        make("several at once", "R6", kind, isDescending, body: interleave),
        make("left before its end", "R6", kind, isDescending, body: abandon),
        make("after its session", "R6", kind, isDescending, body: outlive),
        make("after its transaction", "R6", kind, isDescending, body: outliveTransaction),
        make(
          "while others are deleted", "R8", kind, isDescending, requires: .transactions,
          body: deleteBehind),
        make(
          "while others are inserted", "R8", kind, isDescending, requires: .transactions,
          body: insertAround),
        make(
          "while their values change", "R8", kind, isDescending, requires: .transactions,
          body: changeBehind),
        make(
          "in the order of values that change", "R8", kind, isDescending, requires: .transactions,
          body: changeOrder),
      ]
    }
  }

  private typealias Body = @Sendable (Testbed, RecordKey.Kind, Probe) throws -> Void

  private static func make(
    _ name: String, _ rule: String, _ kind: RecordKey.Kind, _ isDescending: Bool,
    requires: StorageCapabilities = [], body: @escaping Body
  ) -> ConformanceCase {
    let order = isDescending ? "descending" : "ascending"
    return ConformanceCase(
      "cursor/\(name)/\(kind.rawValue) key/\(order)", rule: rule, requires: requires,
      [.operation: "cursor \(name)", .key: kind.rawValue, .order: order]
    ) { bed in
      try bed.define(SampleTable.make(table, key: kind, [.column("value", .int64, .indexed)]))
      try bed.fill(table, (0..<30).map { record($0 * 2, kind) })
      var probe = Probe.all(by: nil)
      probe.query.isDescending = isDescending
      try body(bed, kind, probe)
    }
  }

  private static func record(_ number: Int, _ kind: RecordKey.Kind) -> StoredRecord {
    StoredRecord(key: SampleKeys.key(number, kind), values: [.integer(Int64(number % 7))])
  }

  @Sendable private static func step(
    _ bed: Testbed, _ kind: RecordKey.Kind, _ probe: Probe
  ) throws {
    try bed.store.read { reader in
      let cursor = try reader.cursor(probe.query, in: table)
      for expected in try bed.model.table(table).find(probe) {
        let found = try cursor.next()
        try bed.expect(
          found == expected,
          "\(found.map { Shown.text($0) } ?? "nothing") instead of \(Shown.text(expected))")
      }
      let last = try cursor.next()
      try bed.expect(last == nil, "a record behind the last one")
    }
  }

  @Sendable private static func stayAtEnd(
    _ bed: Testbed, _ kind: RecordKey.Kind, _ probe: Probe
  ) throws {
    try bed.store.read { reader in
      let cursor = try reader.cursor(probe.query, in: table)
      var count = 0
      while try cursor.next() != nil { count += 1 }
      try bed.expect(count, is: 30, "the records of a cursor")
      for _ in 0..<3 {
        let next = try cursor.next()
        try bed.expect(next == nil, "a cursor went on behind its end")
      }
    }
  }

  @Sendable private static func interleave(
    _ bed: Testbed, _ kind: RecordKey.Kind, _ probe: Probe
  ) throws {
    var other = Probe.all(by: 0)
    other.query.isDescending = !probe.query.isDescending
    let expected = try [probe, other, probe].map { try bed.model.table(table).find($0) }
    try bed.store.read { reader in
      let cursors = try [probe, other, probe].map { try reader.cursor($0.query, in: table) }
      for index in 0..<30 {
        for (cursor, records) in zip(cursors, expected) {
          let found = try cursor.next()
          try bed.expect(found == records[index], "record \(index) of a cursor beside others")
          let values = try reader.values(of: records[29 - index].key, in: table)
          try bed.expect(values == records[29 - index].values, "a record fetched beside cursors")
        }
      }
    }
  }

  @Sendable private static func abandon(
    _ bed: Testbed, _ kind: RecordKey.Kind, _ probe: Probe
  ) throws {
    for count in [0, 1, 5] {
      try bed.store.read { reader in
        let cursor = try reader.cursor(probe.query, in: table)
        for _ in 0..<count { _ = try cursor.next() }
      }
      try bed.apply(.upsert(record(count, kind)), to: table)
      try bed.verify("after a cursor was left at record \(count)")
    }
  }

  @Sendable private static func outlive(
    _ bed: Testbed, _ kind: RecordKey.Kind, _ probe: Probe
  ) throws {
    let cursor = try bed.store.read { reader in
      let cursor = try reader.cursor(probe.query, in: table)
      _ = try cursor.next()
      return cursor
    }
    try bed.expect(.sessionEnded, "a cursor after its read") { _ = try cursor.next() }
    try bed.verify("afterwards")
  }

  @Sendable private static func outliveTransaction(
    _ bed: Testbed, _ kind: RecordKey.Kind, _ probe: Probe
  ) throws {
    let cursor = try bed.store.write { writer in
      let cursor = try writer.cursor(probe.query, in: table)
      _ = try cursor.next()
      return cursor
    }
    try bed.expect(.sessionEnded, "a cursor after its transaction") { _ = try cursor.next() }
    try bed.verify("afterwards")
  }

  /// Goes through all records, and makes a change after each of some. Each record has to come once, as it is when it comes, but for those that
  /// were deleted before.
  private static func walk(
    _ bed: Testbed, _ probe: Probe, changes: (Int) -> Bool,
    _ change: (_ number: Int, _ met: StoredRecord) -> Change
  ) throws {
    let before = try bed.model.table(table).find(probe)
    try bed.store.write(.written) { writer in
      let cursor = try writer.cursor(probe.query, in: table)
      var found: [StoredRecord] = []
      var expected = before
      while let record = try cursor.next(), found.count < 200 {
        found.append(record)
        let number = found.count - 1
        guard number < 30, changes(number) else { continue }
        let change = change(number, record)
        try bed.apply(change, to: table, writer)
        // Of records that did not come yet.
        switch change {
        case .delete(let key):
          expected.removeAll { $0.key == key && !found.contains { $0.key == key } }
        case .insert(let new), .update(let new), .upsert(let new):
          for index in expected.indices.dropFirst(found.count) where expected[index].key == new.key
          {
            expected[index] = new
          }
        }
      }
      try bed.expect(found == expected, "there came \(Shown.difference(found, expected))")
      try bed.verify("at the end of the transaction", writer)
    }
    try bed.verify("after the transaction")
  }

  @Sendable private static func deleteBehind(
    _ bed: Testbed, _ kind: RecordKey.Kind, _ probe: Probe
  ) throws {
    try walk(bed, probe, changes: { $0 % 3 != 0 }) { number, _ in
      .delete(SampleKeys.key(number * 2, kind))
    }
  }

  @Sendable private static func insertAround(
    _ bed: Testbed, _ kind: RecordKey.Kind, _ probe: Probe
  ) throws {
    try walk(bed, probe, changes: { _ in true }) { number, _ in
      .upsert(record(number * 2 + 1, kind))
    }
  }

  @Sendable private static func changeBehind(
    _ bed: Testbed, _ kind: RecordKey.Kind, _ probe: Probe
  ) throws {
    try walk(bed, probe, changes: { $0 % 2 != 0 }) { number, _ in
      .update(StoredRecord(key: SampleKeys.key(number * 2, kind), values: [.integer(1_000)]))
    }
  }

  /// Each record moves on in the order that is walked.
  @Sendable private static func changeOrder(
    _ bed: Testbed, _ kind: RecordKey.Kind, _ probe: Probe
  ) throws {
    var ordered = Probe.all(by: 0)
    ordered.query.isDescending = probe.query.isDescending
    let step: Int64 = probe.query.isDescending ? -2 : 2
    try walk(bed, ordered, changes: { _ in true }) { _, met in
      guard case .integer(let value)? = met.values.first else { return .delete(met.key) }
      return .update(StoredRecord(key: met.key, values: [.integer(value + step)]))
    }
  }
}
