internal import RecordStorage
internal import StorageTransforms

/// Queries that are refused, and those of tables in which little or nothing is (rules R1 to R5).
enum QueryRuleCases {
  private static let table = "Item"

  static let all: [ConformanceCase] = [refused, bare].flatMap { $0 }

  private static let refused: [ConformanceCase] = refusals.flatMap { name, rule, code, query in
    ["records", "count", "first record"].map { operation in
      ConformanceCase(
        "query refused/\(name)/\(operation)", rule: rule,
        [.operation: "\(operation) of a refused query"]
      ) { try refuse(query, code, operation, $0) }
    }
  }

  private static let bare: [ConformanceCase] = RecordKey.Kind.allCases.flatMap { kind in
    [
      ConformanceCase("query/empty table/\(kind.rawValue) key", rule: "R2", [.key: kind.rawValue]) {
        try look(kind, [], $0)
      },
      ConformanceCase("query/one record/\(kind.rawValue) key", rule: "R2", [.key: kind.rawValue]) {
        try look(kind, [.text("a")], $0)
      },
      ConformanceCase("query/nulls alone/\(kind.rawValue) key", rule: "R3", [.key: kind.rawValue]) {
        try look(kind, [.null, .null, .null], $0)
      },
      ConformanceCase(
        "query/after changes of values/\(kind.rawValue) key", rule: "R2", [.key: kind.rawValue]
      ) { try moved(kind, $0) },
    ]
  }

  private static let refusals: [(String, String, StorageError.Code, RecordQuery)] = [
    ("negative limit", "R5", .invalidQuery, RecordQuery(limit: -1)),
    ("least limit", "R5", .invalidQuery, RecordQuery(by: 1, limit: .min)),
    ("attribute that is not there", "R2", .invalidQuery, RecordQuery(by: 3)),
    ("attribute before the first", "R2", .invalidQuery, RecordQuery(by: -1)),
    ("attribute without an index", "R2", .notIndexed, RecordQuery(by: 0)),
    (
      "equality of an attribute without an index", "R2", .notIndexed, .equal(to: .text("a"), by: 0)
    ),
    ("text bound of integers", "R3", .typeMismatch, RecordQuery(by: 1, from: .init(.text("1")))),
    ("real bound of integers", "R3", .typeMismatch, RecordQuery(by: 1, to: .init(.real(1)))),
    ("integer bound of reals", "R3", .typeMismatch, RecordQuery(by: 2, to: .init(.integer(1)))),
    ("text bound of integer keys", "R3", .typeMismatch, RecordQuery(from: .init(.text("1")))),
    ("prefix of integers", "R3", .typeMismatch, .prefix(.text("1"), by: 1)),
    ("null as a lower bound", "R3", .invalidQuery, RecordQuery(by: 1, from: .init(.null))),
    ("null as an upper bound", "R3", .invalidQuery, RecordQuery(by: 1, to: .init(.null))),
    ("null as a key", "R3", .invalidQuery, .equal(to: .null)),
    (
      "null and a value", "R3", .invalidQuery,
      RecordQuery(by: 1, from: .init(.null), to: .init(.integer(1)))
    ),
    ("NaN as a bound", "R3", .invalidQuery, RecordQuery(by: 2, from: .init(.real(.nan)))),
  ]

  private static func refuse(
    _ query: RecordQuery, _ code: StorageError.Code, _ operation: String, _ bed: Testbed
  ) throws {
    try bed.define(
      SampleTable.make(
        table, key: .integer,
        [
          .column("plain", .text), .column("number", .int64, .indexed),
          .column("real", .double, .indexed),
        ]))
    try bed.fill(
      table, [StoredRecord(key: 1, values: [.text("a"), .integer(1), .real(1)])])
    try bed.store.read { reader in
      try bed.expect(code, operation) {
        switch operation {
        case "records": _ = try reader.records(query, in: table)
        case "count": _ = try reader.count(query, in: table)
        default: _ = try reader.cursor(query, in: table).next()
        }
      }
      try bed.verify("in a session that refused a query", reader)
    }
  }

  private static func look(
    _ kind: RecordKey.Kind, _ values: [StoredValue], _ bed: Testbed
  ) throws {
    try bed.define(SampleTable.make(table, key: kind, [.column("value", .text, .indexed)]))
    try bed.fill(
      table,
      values.enumerated().map { StoredRecord(key: SampleKeys.key($0, kind), values: [$1]) })
    try bed.store.read { reader in
      for position in [nil, 0] as [Int?] {
        let bound: StoredValue = position == nil ? SampleKeys.key(0, kind).value : .text("a")
        let probes: [Probe] = [
          .all(by: position), .equal(bound, by: position),
          .range(.init(bound), nil, by: position), .range(nil, .init(bound), by: position),
        ]
        for var probe in probes {
          try bed.check(probe, in: table, "with \(values.count) records", reader)
          probe.query.isDescending = true
          probe.query.limit = 1
          try bed.check(probe, in: table, "with \(values.count) records", reader)
        }
      }
      try bed.check(.equal(.null, by: 0), in: table, "with \(values.count) records", reader)
    }
  }

  /// Indexes follow what happens to the records.
  private static func moved(_ kind: RecordKey.Kind, _ bed: Testbed) throws {
    try bed.define(SampleTable.make(table, key: kind, [.column("value", .int32, .indexed)]))
    func record(_ number: Int, _ value: StoredValue) -> StoredRecord {
      StoredRecord(key: SampleKeys.key(number, kind), values: [value])
    }
    try bed.fill(table, (0..<12).map { record($0, .integer(Int64($0 / 2))) })
    for number in stride(from: 0, to: 12, by: 3) {
      try bed.apply(.update(record(number, .integer(Int64(20 - number)))), to: table)
    }
    try bed.apply(.upsert(record(4, .null)), to: table)
    try bed.apply(.update(record(4, .integer(-1))), to: table)
    try bed.apply(.update(record(5, .null)), to: table)
    try bed.apply(.delete(SampleKeys.key(7, kind)), to: table)
    try bed.verify("after values changed")
    try bed.store.read { reader in
      for value in Int64(-1)...21 {
        try bed.check(.equal(.integer(value), by: 0), in: table, "after values changed", reader)
      }
    }
  }
}
