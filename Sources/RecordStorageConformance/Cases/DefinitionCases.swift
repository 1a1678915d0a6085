internal import RecordStorage
internal import StorageTransforms

/// Tables that are made, are not there, or are dropped (rules K1, S1, S3, S4).
enum DefinitionCases {
  private static let table = "Item"

  static let all: [ConformanceCase] = [unknown, keyAttributes, attributes, others].flatMap { $0 }

  private static let attributes: [ConformanceCase] = Constraint.allCases.flatMap { constraint in
    types.map { type in
      let isOrdered = constraint == .indexed || constraint == .unique
      let isRefused = type == .any && isOrdered
      return ConformanceCase(
        "define/attribute of type \(type)/\(constraint.rawValue)",
        rule: isRefused ? "S4" : "S1",
        requires: constraint == .unique && !isRefused ? .uniqueAttributes : [],
        [.operation: "define", .value: type.rawValue, .constraint: constraint.rawValue]
      ) { try define(type, constraint, isRefused: isRefused, $0) }
    }
  }

  private static let others: [ConformanceCase] = [
    make("the same again", "S1", body: defineSame),
    make("with a former that is not there", "S1", body: wrongFormer),
    make("without the former that is there", "S1", body: missingFormer),
    make("with another former", "S1", body: otherFormer),
    make("several tables", "S1", body: several),
    make("by key attributes that are none", "K1", body: noKeyAttribute),
    make("drop", "S3", body: drop), make("drop and define anew", "S3", body: dropAndDefine),
    make("drop one of two", "S3", body: dropOne),
    make("names of attributes that are one", "V3", body: sameNames),
    make("in a transaction that is rolled back", "T1", .transactions, body: rollBack),
    make("drop in a transaction that is rolled back", "T1", .transactions, body: rollBackDrop),
    make("with its records in one transaction", "T1", .transactions, body: defineAndFill),
    make("drop and define in one transaction", "T1", .transactions, body: dropAndDefineAtOnce),
    make("reopened", "S1", .durable, body: reopen),
    make("drop and reopened", "S3", .durable, body: dropAndReopen),
  ]

  private static let types: [StoredType] = [
    .boolean, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .float, .double,
    .text, .blob, .date, .uuid, .any,
  ]

  private static func make(
    _ name: String, _ rule: String, _ requires: StorageCapabilities = [],
    body: @escaping @Sendable (Testbed) throws -> Void
  ) -> ConformanceCase {
    ConformanceCase(
      "define/\(name)", rule: rule, requires: requires, [.operation: "define \(name)"]
    ) { bed in
      try body(bed)
      try bed.verify("at the end")
    }
  }

  private static func item(_ name: String = table) -> RecordTable {
    SampleTable.make(name, key: .integer, [.column("a", .text), .column("b", .int64, .indexed)])
  }

  private static func rows(_ count: Int) -> [StoredRecord] {
    (0..<count).map {
      StoredRecord(key: .integer(Int64($0)), values: [.text("row"), .integer(Int64($0 % 2))])
    }
  }

  private static func define(
    _ type: StoredType, _ constraint: Constraint, isRefused: Bool, _ bed: Testbed
  ) throws {
    let made = SampleTable.make(table, key: .text, [.column("value", type, constraint)])
    if isRefused {
      try bed.expect(.unsupported, "an index of values of any kind") {
        try bed.store.write { try $0.define(made) }
      }
      return try bed.verify("after it was refused")
    }
    try bed.define(made)
    let value: StoredValue =
      switch type.kind {
      case .integer: .integer(1)
      case .real: .real(0.5)
      case .blob: .bytes(1)
      default: .text(type == .uuid ? "F47AC10B-58CC-4372-A567-0E02B2C3D479" : "a")
      }
    try bed.fill(table, [StoredRecord(key: "with", values: [value])])
    if constraint != .required {
      try bed.fill(table, [StoredRecord(key: "without", values: [.null])])
    }
    try bed.verify("with a record")
  }

  // MARK: Tables that are not there

  private typealias Use = @Sendable (RecordWriter) throws -> Void

  private static let uses: [(String, Use)] = [
    ("insert", { try $0.insert(rows(1)[0], into: "Unknown") }),
    ("update", { try $0.update(rows(1)[0], in: "Unknown") }),
    ("upsert", { try $0.upsert(rows(1)[0], in: "Unknown") }),
    ("delete", { try $0.delete(1, from: "Unknown") }),
    ("drop", { try $0.drop("Unknown") }),
    ("values", { _ = try $0.values(of: 1, in: "Unknown") }),
    ("records", { _ = try $0.records(in: "Unknown") }),
    ("count", { _ = try $0.count(in: "Unknown") }),
  ]

  private static let unknown: [ConformanceCase] = uses.map { name, use in
    make("unknown entity/\(name)", "S3") { bed in
      try bed.define(item())
      try bed.fill(table, rows(2))
      try bed.store.write { writer in
        let isThere = try writer.table("Unknown") != nil
        try bed.expect(!isThere, "a table that was never defined")
        try bed.expect(.unknownEntity, name) { try use(writer) }
      }
    }
  }

  // MARK: Keys that are attributes

  private static let keyAttributes: [ConformanceCase] = RecordKey.Kind.allCases.flatMap { kind in
    [false, true].map { isUnique in
      ConformanceCase(
        "define/key as an attribute/\(kind.rawValue) key/\(isUnique ? "unique" : "plain")",
        rule: "K1", [.operation: "define with a key attribute", .key: kind.rawValue]
      ) { try keyAttribute(kind, isUnique, $0) }
    }
  }

  private static func keyAttribute(
    _ kind: RecordKey.Kind, _ isUnique: Bool, _ bed: Testbed
  ) throws {
    let type: StoredType = kind == .integer ? .int64 : kind == .text ? .text : .blob
    let columns: [AttributeSchema] = [
      .column("name", .text, .indexed), .column("id", type, isUnique ? .unique : .plain),
    ]
    try bed.define(SampleTable.make(table, key: kind, keyAttribute: "id", columns))
    func record(_ number: Int, _ value: Int) -> StoredRecord {
      StoredRecord(
        key: SampleKeys.key(number, kind),
        values: [.text("name \(9 - value)"), SampleKeys.key(value, kind).value])
    }
    try bed.fill(table, [4, 2, 6].map { record($0, $0) })
    for operation in [Change.Kind.insert, .update, .upsert] {
      let wrong = record(operation == .insert ? 8 : 2, 7)
      try bed.expect(.wrongKey, "\(operation) of a record whose attribute is another key") {
        try bed.store.write { _ = try Change(operation, wrong).apply(to: table, $0) }
      }
    }
    try bed.apply(.insert(record(4, 4)), to: table, .duplicateKey)
    try bed.apply(.update(record(4, 4)), to: table)
    try bed.verify("with keys that are attributes")
    try bed.store.read { reader in
      let probes: [Probe] = [
        .all(by: 1), .equal(SampleKeys.key(4, kind).value, by: 1),
        .range(.init(SampleKeys.key(3, kind).value), nil, by: 1),
      ]
      for var probe in probes {
        for isDescending in [false, true] {
          probe.query.isDescending = isDescending
          try bed.check(probe, in: table, "by the attribute that is the key", reader)
        }
      }
    }
  }

  @Sendable private static func noKeyAttribute(_ bed: Testbed) throws {
    let columns: [AttributeSchema] = [.column("text", .text), .column("any", .any)]
    for (id, kind) in [
      ("nothing", RecordKey.Kind.text), ("text", .integer), ("text", .blob), ("any", .text),
    ] {
      try bed.expect(.wrongKey, "a \(kind.rawValue) key '\(id)'") {
        try bed.store.write {
          try $0.define(SampleTable.make(table, key: kind, keyAttribute: id, columns))
        }
      }
    }
  }

  // MARK: Defining

  @Sendable private static func defineSame(_ bed: Testbed) throws {
    try bed.define(item())
    try bed.fill(table, rows(3))
    try bed.store.write { try $0.define(item(), replacing: item()) }
  }

  @Sendable private static func wrongFormer(_ bed: Testbed) throws {
    try bed.expect(.schemaChanged, "a former table that is not there") {
      try bed.store.write { try $0.define(item(), replacing: item()) }
    }
  }

  @Sendable private static func missingFormer(_ bed: Testbed) throws {
    try bed.define(item())
    try bed.fill(table, rows(3))
    for again in [item(), SampleTable.make(table, version: 2, key: .text, [])] {
      try bed.expect(.schemaChanged, "a table that is there as a new one") {
        try bed.store.write { try $0.define(again) }
      }
    }
  }

  @Sendable private static func otherFormer(_ bed: Testbed) throws {
    try bed.define(item())
    try bed.fill(table, rows(3))
    let other = SampleTable.make(table, version: 7, key: .integer, [.column("a", .text)])
    try bed.expect(.schemaChanged, "a table that was another one") {
      try bed.store.write { try $0.define(other, replacing: other) }
    }
  }

  @Sendable private static func several(_ bed: Testbed) throws {
    for number in 0..<20 {
      let kind = RecordKey.Kind.allCases[number % 3]
      let columns: [AttributeSchema] = [.column("a", .text), .column("b\(number)", .int64)]
      try bed.define(SampleTable.make("Table \(number)", key: kind, columns))
      let records = (0..<number).map {
        StoredRecord(key: SampleKeys.key($0, kind), values: [.text("\(number)"), .null])
      }
      try bed.fill("Table \(number)", records)
    }
    try bed.verify("with 20 tables")
    let names = try bed.store.read { try $0.tables().map(\.entity.name) }
    try bed.expect(names, is: names.sorted(), "tables by name")
  }

  @Sendable private static func sameNames(_ bed: Testbed) throws {
    let pairs = [
      ("name", "name"), ("name", "Name"), ("ÄB", "Äb"), ("\u{E9}", "e\u{301}"),
    ]
    for (left, right) in pairs {
      let columns: [AttributeSchema] = [
        .column(left, .text, id: "first"), .column(right, .text, id: "second"),
      ]
      try bed.expect(.invalidName, "two attributes '\(left)' and '\(right)'") {
        try bed.store.write { try $0.define(SampleTable.make(table, key: .integer, columns)) }
      }
    }
    try bed.expect(.invalidName, "two attributes with one id") {
      let columns: [AttributeSchema] = [
        .column("a", .text, id: "same"), .column("b", .text, id: "same"),
      ]
      try bed.store.write { try $0.define(SampleTable.make(table, key: .integer, columns)) }
    }
  }

  @Sendable private static func drop(_ bed: Testbed) throws {
    try bed.define(item())
    try bed.fill(table, rows(5))
    try bed.store.write { try $0.drop(table) }
    bed.model.remove(table)
    try bed.expect(.unknownEntity, "a table that was dropped") {
      _ = try bed.store.read { try $0.count(in: table) }
    }
    try bed.expect(.unknownEntity, "a table that was dropped") {
      try bed.store.write { try $0.drop(table) }
    }
  }

  @Sendable private static func dropAndDefine(_ bed: Testbed) throws {
    try drop(bed)
    try bed.define(item())
    try bed.verify("with a table that was dropped and defined anew")
    try bed.fill(table, rows(2))
    try bed.store.write { try $0.drop(table) }
    try bed.define(SampleTable.make(table, key: .text, [.column("other", .blob)]))
    try bed.fill(table, [StoredRecord(key: "0", values: [.bytes(0)])])
  }

  @Sendable private static func dropOne(_ bed: Testbed) throws {
    try bed.define(item())
    try bed.define(item("Other"))
    try bed.fill(table, rows(3))
    try bed.fill("Other", rows(4))
    try bed.store.write { try $0.drop(table) }
    bed.model.remove(table)
  }

  @Sendable private static func rollBack(_ bed: Testbed) throws {
    try bed.define(item("Other"))
    try bed.rollBack { writer in
      try writer.define(item())
      try writer.insert(rows(1)[0], into: table)
    }
    try bed.verify("after it was rolled back")
    try bed.define(item())
    try bed.fill(table, rows(2))
  }

  @Sendable private static func rollBackDrop(_ bed: Testbed) throws {
    try bed.define(item())
    try bed.fill(table, rows(3))
    try bed.rollBack { writer in
      try writer.drop(table)
      try bed.expect(.unknownEntity, "a table that was dropped") {
        try writer.insert(rows(4)[3], into: table)
      }
    }
  }

  @Sendable private static func defineAndFill(_ bed: Testbed) throws {
    try bed.store.write { writer in
      try writer.define(item())
      bed.model.set(ModelTable(item()))
      for record in rows(4) { try bed.apply(.insert(record), to: table, writer) }
      try bed.verify("in the transaction", writer)
    }
  }

  @Sendable private static func dropAndDefineAtOnce(_ bed: Testbed) throws {
    try bed.define(item())
    try bed.fill(table, rows(4))
    let other = SampleTable.make(table, key: .text, [.column("c", .blob, .indexed)])
    try bed.store.write { writer in
      try writer.drop(table)
      try writer.define(other)
      bed.model.set(ModelTable(other))
      try bed.apply(.insert(StoredRecord(key: "a", values: [.bytes()])), to: table, writer)
      try bed.verify("in the transaction", writer)
    }
  }

  @Sendable private static func reopen(_ bed: Testbed) throws {
    try bed.define(item())
    try bed.define(item("Other"))
    try bed.reopen()
    try bed.verify("empty tables after reopening")
    try bed.fill(table, rows(3))
    try bed.reopen()
  }

  @Sendable private static func dropAndReopen(_ bed: Testbed) throws {
    try dropOne(bed)
    try bed.reopen()
    try bed.verify("after reopening")
    try bed.define(item())
  }
}
