internal import RecordStorage
internal import StorageTransforms

/// Tables that become others, with their records; all or nothing (rules S1 and S2).
enum RedefinitionCases {
  private static let table = "Item"

  /// What becomes of the table with the attributes `name` (text), `size` (int16) and `tag` (text, indexed).
  private struct Redefinition: Sendable {
    let name: String
    let rule: String
    var requires: StorageCapabilities = []
    let table: RecordTable
    /// What becomes of the values; nil if they stay.
    var rewrite: (@Sendable (StoredRecord) throws -> [StoredValue])?
    /// Why it fails; nil if it does not.
    var failure: StorageError.Code?
  }

  private static let former = make(version: 1, columns)
  private static let columns: [AttributeSchema] = [
    .column("name", .text), .column("size", .int16), .column("tag", .text, .indexed),
  ]

  static let all: [ConformanceCase] = redefinitions.flatMap { one in
    var cases = [("own transaction", false)].map { make(one, $0.0, reopens: $0.1) }
    cases.append(make(one, "larger transaction", reopens: false))
    if one.failure == nil {
      cases.append(make(one, "rolled back", reopens: false))
      cases.append(make(one, "own transaction", reopens: true))
    }
    return cases
  }

  private static func make(
    _ one: Redefinition, _ grouping: String, reopens: Bool
  ) -> ConformanceCase {
    var requires = one.requires
    if grouping != "own transaction" { requires.insert(.transactions) }
    if reopens { requires.insert(.durable) }
    return ConformanceCase(
      "define again/\(one.name)/\(grouping)\(reopens ? "/reopened" : "")", rule: one.rule,
      requires: requires,
      [
        .operation: "define again", .transaction: grouping,
        .reading: reopens ? "reopened" : "both sessions",
      ]
    ) { try run(one, grouping, reopens: reopens, $0) }
  }

  private static func make(
    name: String = table, version: Int = 2, key: RecordKey.Kind = .integer,
    keyAttribute: String? = nil, _ columns: [AttributeSchema]
  ) -> RecordTable {
    SampleTable.make(
      name, id: table, version: version, key: key, keyAttribute: keyAttribute, columns)
  }

  private static let redefinitions: [Redefinition] = [
    Redefinition(name: "another version", rule: "S1", table: make(columns)),
    Redefinition(
      name: "renamed entity", rule: "S1", table: make(name: "Thing", columns)),
    Redefinition(
      name: "renamed attribute", rule: "S1",
      table: make([.column("title", .text, id: "name"), columns[1], columns[2]])),
    Redefinition(
      name: "two attributes that exchange their names", rule: "S1",
      table: make([
        .column("tag", .text, id: "name"), columns[1], .column("name", .text, .indexed, id: "tag"),
      ])),
    Redefinition(
      name: "wider type", rule: "S1",
      table: make([columns[0], .column("size", .int64), columns[2]])),
    Redefinition(
      name: "narrower type that fits", rule: "S2",
      table: make([columns[0], .column("size", .int8), columns[2]])),
    Redefinition(
      name: "narrower type that does not fit", rule: "S2",
      table: make([columns[0], .column("size", .boolean), columns[2]]), failure: .notStorable),
    Redefinition(
      name: "another kind without a rewrite", rule: "S2",
      table: make([columns[0], .column("size", .text), columns[2]]), failure: .typeMismatch),
    Redefinition(
      name: "another kind", rule: "S1",
      table: make([columns[0], .column("size", .text, .indexed), columns[2]]),
      rewrite: { record in
        [record.values[0], .text("\(record.values[1])"), record.values[2]]
      }),
    Redefinition(
      name: "added attribute", rule: "S1", table: make(columns + [.column("new", .double)]),
      rewrite: { $0.values + [.real(0.5)] }),
    Redefinition(
      name: "added attribute without a rewrite", rule: "S2",
      table: make(columns + [.column("new", .double)]), failure: .wrongCount),
    Redefinition(
      name: "added attribute in front", rule: "S1",
      table: make([.column("new", .blob, .indexed)] + columns),
      rewrite: { [.bytes(1)] + $0.values }),
    Redefinition(
      name: "removed attribute", rule: "S1", table: make([columns[0], columns[2]]),
      rewrite: { [$0.values[0], $0.values[2]] }),
    Redefinition(
      name: "another order", rule: "S1", table: make(columns.reversed()),
      rewrite: { $0.values.reversed() }),
    Redefinition(
      name: "all attributes removed", rule: "S1", table: make([]), rewrite: { _ in [] }),
    Redefinition(
      name: "added index", rule: "S1",
      table: make([.column("name", .text, .indexed), .column("size", .int16, .indexed), columns[2]])
    ),
    Redefinition(
      name: "removed index", rule: "S1",
      table: make([columns[0], columns[1], .column("tag", .text)])),
    Redefinition(
      name: "unique where values differ", rule: "S2", requires: .uniqueAttributes,
      table: make([.column("name", .text, .unique), columns[1], columns[2]])),
    Redefinition(
      name: "unique where values are the same", rule: "S2", requires: .uniqueAttributes,
      table: make([columns[0], columns[1], .column("tag", .text, .unique)]), failure: .notUnique),
    Redefinition(
      name: "unique where a rewrite makes values differ", rule: "S2", requires: .uniqueAttributes,
      table: make([columns[0], columns[1], .column("tag", .text, .unique)]),
      rewrite: { record in [record.values[0], record.values[1], .text("tag \(record.key)")] }),
    Redefinition(
      name: "unique where a rewrite makes values the same", rule: "S2",
      requires: .uniqueAttributes,
      table: make([.column("name", .text, .unique), columns[1], columns[2]]),
      rewrite: { record in [.text("same"), record.values[1], record.values[2]] },
      failure: .notUnique),
    Redefinition(
      name: "required where nothing is missing", rule: "S2",
      table: make([.column("name", .text, .required), columns[1], columns[2]])),
    Redefinition(
      name: "required where something is missing", rule: "S2",
      table: make([columns[0], .column("size", .int16, .required), columns[2]]),
      failure: .missingValue),
    Redefinition(
      name: "required with a rewrite that gives it", rule: "S2",
      table: make([columns[0], .column("size", .int16, .required), columns[2]]),
      rewrite: { record in
        let size = record.values[1] == .null ? .integer(-1) : record.values[1]
        return [record.values[0], size, record.values[2]]
      }),
    Redefinition(
      name: "rewrite that makes a value too long for an index", rule: "S2", table: make(columns),
      rewrite: { record in
        let isLast = record.key == 9
        let tag = StoredValue.text(String(repeating: "x", count: isLast ? 2_001 : 2_000))
        return [record.values[0], record.values[1], tag]
      }, failure: .limitExceeded),
    Redefinition(
      name: "rewrite that makes NaN", rule: "S2", table: make(columns + [.column("new", .double)]),
      rewrite: { $0.values + [.real($0.key == 9 ? .nan : 1)] }, failure: .notStorable),
    Redefinition(
      name: "another kind of key", rule: "S2", table: make(key: .text, columns),
      failure: .wrongKey),
    Redefinition(
      name: "key as a new attribute", rule: "S1",
      table: make(keyAttribute: "id", columns + [.column("id", .int64)]),
      rewrite: { $0.values + [$0.key.value] }),
    Redefinition(
      name: "key as a new attribute with other values", rule: "S2",
      table: make(keyAttribute: "id", columns + [.column("id", .int64)]),
      rewrite: { $0.values + [.integer(7)] }, failure: .wrongKey),
    Redefinition(
      name: "rewrite that throws", rule: "S1", table: make(columns),
      rewrite: { record in
        // Any of the records may be the last one.
        if record.key == 5 { throw StorageError(.init(rawValue: "ofTheCaller"), "no") }
        return record.values
      }, failure: .init(rawValue: "ofTheCaller")),
  ]

  private static func begin(_ bed: Testbed) throws {
    try bed.define(former)
    let sizes: [StoredValue] = [.integer(0), .integer(1), .null, .integer(100), .integer(-100)]
    let tags: [StoredValue] = [.text("a"), .text("b"), .text("a"), .null, .null]
    try bed.fill(
      table,
      (0..<5).map { number in
        StoredRecord(
          key: .integer(Int64(number * 2 + 1)),
          values: [.text("name \(4 - number)"), sizes[number], tags[number]])
      })
  }

  private static func run(
    _ one: Redefinition, _ grouping: String, reopens: Bool, _ bed: Testbed
  ) throws {
    try begin(bed)
    let extra = StoredRecord(key: 11, values: [.text("name 11"), .integer(11), .text("c")])
    switch grouping {
    case "larger transaction":
      try bed.store.write(.written) { writer in
        try bed.apply(.insert(extra), to: table, writer)
        try define(one, bed, writer)
        try bed.verify("in the transaction", writer)
        try bed.apply(.delete(3), to: table, writer)
      }
    case "rolled back":
      try bed.rollBack { writer in
        try bed.apply(.insert(extra), to: table, writer)
        try define(one, bed, writer)
        try bed.apply(.delete(3), to: table, writer)
      }
    default: try bed.store.write(.written) { try define(one, bed, $0) }
    }
    if reopens { try bed.reopen() }
    try bed.verify("afterwards")
    try bed.apply(.delete(5), to: table)
    if one.failure != nil { try bed.apply(.insert(extra), to: table) }
    try bed.verify("after further changes")
  }

  private static func define(
    _ one: Redefinition, _ bed: Testbed, _ writer: RecordWriter
  ) throws {
    guard let failure = one.failure else {
      try writer.define(one.table, replacing: former, rewrite: one.rewrite)
      let records = try bed.model.table(table).records.map { record in
        StoredRecord(key: record.key, values: try one.rewrite?(record) ?? record.values)
      }
      return bed.model.set(ModelTable(one.table, records))
    }
    let error = try bed.expect(failure, one.name) {
      try writer.define(one.table, replacing: former, rewrite: one.rewrite)
    }
    if failure == .notUnique {
      try bed.expect(error.attribute != nil, "the error does not name the attribute")
      try bed.expect(error.value != nil, "the error does not tell the value")
      try bed.expect(error.existingKey != nil, "the error does not tell who has the value")
      try bed.expect(error.existingKey != error.key, "the record is said to be in its own way")
    }
    try bed.verify("after it failed", writer)
  }
}
