internal import RecordStorage
internal import StorageTransforms

/// Unique attributes, by each kind of value (rules W1 to W3).
enum UniquenessCases {
  private static let table = "Item"

  private struct Kind: Sendable {
    let type: StoredType
    let key: RecordKey.Kind
    let values: [StoredValue]
  }

  private static let kinds: [Kind] = [
    Kind(type: .int64, key: .text, values: [.integer(1), .integer(2), .integer(3)]),
    Kind(type: .double, key: .integer, values: [.real(0), .real(0.5), .real(-0.5)]),
    Kind(type: .text, key: .integer, values: [.text(""), .text("a"), .text("A")]),
    Kind(type: .text, key: .text, values: [.text("\u{E9}"), .text("e\u{301}"), .text("e")]),
    Kind(type: .blob, key: .blob, values: [.bytes(), .bytes(0), .bytes(0, 0)]),
  ]

  private typealias Body = @Sendable (Testbed, Row) throws -> Void

  /// Records with a number and a unique value.
  private struct Row: Sendable {
    let kind: Kind

    func record(_ number: Int, _ value: Int?) -> StoredRecord {
      StoredRecord(
        key: SampleKeys.key(number, kind.key),
        values: [.text("record \(number)"), value.map { kind.values[$0] } ?? .null])
    }
    func insert(_ number: Int, _ value: Int?) -> Change { .insert(record(number, value)) }
    func update(_ number: Int, _ value: Int?) -> Change { .update(record(number, value)) }
    func upsert(_ number: Int, _ value: Int?) -> Change { .upsert(record(number, value)) }
    func delete(_ number: Int) -> Change { .delete(SampleKeys.key(number, kind.key)) }
  }

  static let all: [ConformanceCase] = kinds.enumerated().flatMap { number, kind in
    bodies.map { name, rule, requires, body in
      ConformanceCase(
        "unique/\(name)/\(kind.type)\(number == 3 ? " with accents" : "")/\(kind.key.rawValue) key",
        rule: rule, requires: requires.union(.uniqueAttributes),
        [
          .operation: "unique \(name)", .key: kind.key.rawValue, .value: kind.type.rawValue,
          .constraint: "unique",
        ]
      ) { bed in
        try bed.define(
          SampleTable.make(
            table, key: kind.key, [.column("name", .text), .column("value", kind.type, .unique)]))
        try body(bed, Row(kind: kind))
        try bed.verify("at the end")
      }
    }
  }

  private static let bodies: [(String, String, StorageCapabilities, Body)] = [
    (
      "values that differ", "W2", [],
      { bed, row in
        try bed.fill(table, [row.record(1, 0), row.record(2, 1), row.record(3, 2)])
      }
    ),
    (
      "insert of a value that is taken", "W2", [],
      { bed, row in
        try bed.fill(table, [row.record(1, 0)])
        try bed.apply(row.insert(2, 0), to: table, .notUnique)
        try bed.apply(row.insert(2, 1), to: table)
      }
    ),
    (
      "update to a value that is taken", "W2", [],
      { bed, row in
        try bed.fill(table, [row.record(1, 0), row.record(2, 1)])
        try bed.apply(row.update(2, 0), to: table, .notUnique)
        try bed.apply(row.update(1, 1), to: table, .notUnique)
      }
    ),
    (
      "upsert to a value that is taken", "W2", [],
      { bed, row in
        try bed.fill(table, [row.record(1, 0), row.record(2, 1)])
        try bed.apply(row.upsert(2, 0), to: table, .notUnique)
        try bed.apply(row.upsert(3, 0), to: table, .notUnique)
      }
    ),
    (
      "the same value again", "W2", [],
      { bed, row in
        try bed.fill(table, [row.record(1, 0), row.record(2, 1)])
        for _ in 0..<2 {
          let updated = try bed.apply(row.update(1, 0), to: table)
          let upserted = try bed.apply(row.upsert(2, 1), to: table)
          try bed.expect([updated, upserted], is: [.done, .done], "a record with its own value")
        }
      }
    ),
    (
      "any number of nulls", "W2", [],
      { bed, row in
        try bed.fill(table, (0..<4).map { row.record($0, nil) })
        try bed.apply(row.upsert(4, nil), to: table)
        try bed.apply(row.update(1, 0), to: table)
        let outcome = try bed.apply(row.update(1, nil), to: table)
        try bed.expect(outcome, is: .done, "null again")
      }
    ),
    (
      "a value that was given up", "W2", [],
      { bed, row in
        try bed.fill(table, [row.record(1, 0), row.record(2, 1)])
        try bed.apply(row.update(1, 2), to: table)
        let second = try bed.apply(row.update(2, 0), to: table)
        try bed.apply(row.delete(1), to: table)
        let third = try bed.apply(row.insert(3, 2), to: table)
        try bed.expect([second, third], is: [.done, .done], "a value that is free again")
        try bed.apply(row.insert(4, 0), to: table, .notUnique)
      }
    ),
    (
      "changes of one transaction", "W3", .transactions,
      { bed, row in
        try bed.fill(table, [row.record(1, 0)])
        try bed.store.write(.written) { writer in
          try bed.apply(row.insert(2, 1), to: table, writer)
          let taken = try bed.apply(row.insert(3, 1), to: table, writer)
          try bed.expect(taken != .done, "a value was taken twice in one transaction")
          try bed.apply(row.delete(1), to: table, writer)
          let free = try bed.apply(row.insert(3, 0), to: table, writer)
          try bed.expect(free, is: .done, "a value that became free in the transaction")
        }
      }
    ),
    (
      "a failure in a transaction that goes on", "W1", .transactions,
      { bed, row in
        try bed.fill(table, [row.record(1, 0), row.record(2, 1)])
        try bed.store.write(.written) { writer in
          try bed.apply(row.insert(5, 2), to: table, writer)
          for change in [row.insert(3, 0), row.update(2, 0), row.upsert(1, 1), row.upsert(4, 2)] {
            let outcome = try bed.apply(change, to: table, writer)
            try bed.expect(outcome != .done, "\(change) took a value twice")
            try bed.verify("after \(change) was refused", writer)
          }
          try bed.apply(row.insert(3, nil), to: table, writer)
          try bed.apply(row.update(2, nil), to: table, writer)
        }
      }
    ),
    (
      "two direct steps of an exchange", "W3", .transactions,
      { bed, row in
        try bed.fill(table, [row.record(1, 0), row.record(2, 1)])
        try bed.store.write(.written) { writer in
          let first = try bed.apply(row.update(1, 1), to: table, writer)
          try bed.expect(first != .done, "the first step of an exchange was made")
        }
      }
    ),
    (
      "an exchange over null", "W3", .transactions,
      { bed, row in
        try exchange(bed, row, over: nil)
      }
    ),
    (
      "an exchange over a third value", "W3", .transactions,
      { bed, row in
        try exchange(bed, row, over: 2)
      }
    ),
    (
      "a value of a transaction that was rolled back", "W2", .transactions,
      { bed, row in
        try bed.fill(table, [row.record(1, 0)])
        try bed.rollBack { writer in
          try bed.apply(row.insert(2, 1), to: table, writer)
          try bed.apply(row.update(1, 2), to: table, writer)
        }
        let free = try bed.apply(row.insert(3, 1), to: table)
        try bed.expect(free, is: .done, "a value that was never committed")
        try bed.apply(row.insert(4, 0), to: table, .notUnique)
      }
    ),
    (
      "what the error tells", "W2", [],
      { bed, row in
        try bed.fill(table, [row.record(6, 1), row.record(9, 0)])
        for change in [row.insert(7, 0), row.upsert(7, 0), row.update(6, 0)] {
          let error = try bed.expect(.notUnique, "\(change)") {
            _ = try bed.store.write { try change.apply(to: table, $0) }
          }
          try bed.expect(error.attribute, is: "value", "the attribute of the error")
          try bed.expect(error.entity, is: table, "the entity of the error")
          try bed.expect(error.value, is: row.kind.values[0], "the value of the error")
          try bed.expect(
            error.existingKey, is: SampleKeys.key(9, row.kind.key), "the existing key of the error")
          try bed.expect(!error.message.isEmpty, "an error without a sentence")
        }
      }
    ),
    (
      "after reopening", "W2", .durable,
      { bed, row in
        try bed.fill(table, [row.record(1, 0), row.record(2, nil)])
        try bed.reopen()
        try bed.apply(row.insert(3, 0), to: table, .notUnique)
        try bed.apply(row.insert(3, nil), to: table)
        try bed.apply(row.insert(4, 1), to: table)
      }
    ),
  ]

  private static func exchange(_ bed: Testbed, _ row: Row, over third: Int?) throws {
    try bed.fill(table, [row.record(1, 0), row.record(2, 1)])
    try bed.store.write(.written) { writer in
      for change in [row.update(1, third), row.update(2, 0), row.update(1, 1)] {
        let outcome = try bed.apply(change, to: table, writer)
        try bed.expect(outcome, is: .done, "a step of an exchange")
      }
    }
  }
}
