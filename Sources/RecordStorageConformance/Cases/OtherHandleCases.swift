internal import RecordStorage
internal import StorageTransforms

/// Tables that one handle defines anew while another one uses them (rule S1): each session of the other that begins then has the new table.
///
/// ``RecordStore`` and its record sets compare tables by what sessions tell of them. A back end that tells of an earlier one has them put
/// values where others belong.
enum OtherHandleCases {
  private static let table = "Item"

  /// Another form of the table with the attributes `name` (text), `size` (int16) and `tag` (text, indexed).
  private struct Redefinition: Sendable {
    let name: String
    let table: RecordTable
    /// Makes the new values of the former ones; nil if they stay.
    var rewrite: (@Sendable ([StoredValue]) -> [StoredValue])?
    /// True if the table is dropped, with its records, and defined as one that is new.
    var isDropped = false
  }

  /// The first use that the other handle makes of the table when that has another form.
  private enum FirstUse: String, CaseIterable {
    case read, write, define
  }

  private static let columns: [AttributeSchema] = [
    .column("name", .text), .column("size", .int16), .column("tag", .text, .indexed),
  ]
  private static let former = make(version: 1, columns)

  private static func make(
    name: String = table, version: Int = 2, key: RecordKey.Kind = .integer,
    _ columns: [AttributeSchema]
  ) -> RecordTable {
    SampleTable.make(name, id: table, version: version, key: key, columns)
  }

  private static let redefinitions: [Redefinition] = [
    Redefinition(
      name: "another order", table: make(columns.reversed()), rewrite: { $0.reversed() }),
    Redefinition(
      name: "an attribute in the place of another",
      table: make([columns[0], columns[1], .column("note", .text, .indexed)]),
      rewrite: { [$0[0], $0[1], .text("a note")] }),
    Redefinition(
      name: "an attribute of the same name",
      table: make([columns[0], columns[1], .column("tag", .text, .indexed, id: "tag 2")]),
      rewrite: { [$0[0], $0[1], .text("another tag")] }),
    Redefinition(
      name: "an attribute in another form", table: make([columns[0], otherForm, columns[2]]),
      rewrite: { [$0[0], $0[1] == .null ? .integer(-1) : .null, $0[2]] }),
    Redefinition(
      name: "attributes that exchange their names",
      table: make([
        .column("tag", .text, id: "name"), columns[1], .column("name", .text, .indexed, id: "tag"),
      ])),
    Redefinition(
      name: "a removed attribute", table: make([columns[1], columns[2]]),
      rewrite: { [$0[1], $0[2]] }),
    Redefinition(name: "a renamed entity", table: make(name: "Thing", columns)),
    Redefinition(
      name: "another table after it was dropped", table: make(key: .text, columns.reversed()),
      rewrite: { $0.reversed() }, isDropped: true),
  ]

  /// The attribute `size` with values that mean something else.
  private static var otherForm: AttributeSchema {
    var attribute = columns[1]
    attribute.form = TransformForm("other")
    return attribute
  }

  static let all: [ConformanceCase] = redefinitions.flatMap { one in
    let meanwhile = ConformanceCase(
      "other handle/\(one.name)/meanwhile", rule: "R7", requires: [.sharedWriting, .snapshots],
      [
        .operation: "define again", .reading: "another handle",
        .concurrency: "one reader, one writer, two handles",
      ]
    ) { try readMeanwhile(one, $0) }
    return FirstUse.allCases.map { use in
      ConformanceCase(
        "other handle/\(one.name)/\(use.rawValue)", rule: "S1", requires: .sharedWriting,
        [
          .operation: "define again", .reading: "another handle", .concurrency: "two handles",
        ]
      ) { try run(one, use, $0) }
    } + [meanwhile]
  }

  private static func record(_ number: Int64) -> StoredRecord {
    StoredRecord(
      key: .integer(number),
      values: [
        .text("name \(number)"), number % 3 == 0 ? .null : .integer(number), .text("tag \(number)"),
      ])
  }

  /// A record that the new table takes.
  private static func newRecord(_ one: Redefinition) -> StoredRecord {
    let values = record(20).values
    return StoredRecord(
      key: one.isDropped ? .text("twenty") : 20, values: one.rewrite?(values) ?? values)
  }

  /// Makes the table, and lets the other handle do with it all that a back end may remember something of.
  private static func begin(_ bed: Testbed, _ other: RecordStore) throws {
    try bed.define(former)
    try bed.fill(table, (1...5).map { record($0) })
    for change: Change in [
      .insert(record(7)), .update(record(7)), .upsert(record(8)), .delete(8),
    ] {
      try other.write(.written) { _ = try bed.apply(change, to: table, $0) }
    }
    try other.read { try bed.verify("in the other handle, before", $0) }
  }

  private static func define(_ one: Redefinition, _ store: RecordStore) throws {
    if one.isDropped {
      try Race.retrying { try store.write(.written) { try $0.drop(table) } }
      return try Race.retrying { try store.write(.written) { try $0.define(one.table) } }
    }
    try Race.retrying {
      try store.write(.written) { writer in
        try writer.define(
          one.table, replacing: former, rewrite: one.rewrite.map { make in { make($0.values) } })
      }
    }
  }

  /// Changes the model as ``define(_:_:)`` changes the store.
  private static func define(_ one: Redefinition, in bed: Testbed) throws {
    let records = try bed.model.table(table).records.map { record in
      StoredRecord(key: record.key, values: one.rewrite?(record.values) ?? record.values)
    }
    bed.model.set(ModelTable(one.table, one.isDropped ? [] : records))
  }

  private static func run(_ one: Redefinition, _ use: FirstUse, _ bed: Testbed) throws {
    try bed.withSecondStore { other in
      try begin(bed, other)
      try define(one, bed.store)
      try define(one, in: bed)
      switch use {
      case .read: try other.read { try bed.verify("in the other handle", $0) }
      case .write:
        try other.write(.written) { writer in
          let found = try writer.table(table)
          try bed.expect(found == one.table, "a transaction of the other handle has another table")
          try bed.apply(.upsert(newRecord(one)), to: table, writer)
        }
      case .define:
        try bed.expect(.schemaChanged, "the earlier table, defined anew in the other handle") {
          try other.write(.written) { try $0.define(make(version: 3, columns), replacing: former) }
        }
      }
      try bed.verify("afterwards")
      try other.write(.written) { _ = try bed.apply(.upsert(newRecord(one)), to: table, $0) }
      try other.read { try bed.verify("in the other handle, afterwards", $0) }
      try bed.verify("after a change in the other handle")
    }
  }

  /// A read of the other handle looks, waits until the table is another one (or, where that waits for the read, a moment), and looks again.
  private static func readMeanwhile(_ one: Redefinition, _ bed: Testbed) throws {
    try bed.withSecondStore { other in
      try begin(bed, other)
      let store = bed.store
      let (isReading, isDefined) = (Shared(false), Shared(false))
      let looks = Shared<[[String]]>([])
      try Race.run(rounds: 1, threads: 2) { _, thread in
        if thread == 0 {
          defer { isReading.change { $0 = true } }
          try other.read { reader in
            let first = try look(reader)
            isReading.change { $0 = true }
            Race.wait(atMost: 100) { isDefined.value }
            let both = [first, try look(reader)]
            looks.change { $0 = both }
          }
        } else {
          Race.wait(atMost: 10_000) { isReading.value }
          try define(one, store)
          isDefined.change { $0 = true }
        }
      }
      let seen = looks.value
      try bed.expect(seen.count, is: 2, "how often the read looked")
      try bed.expect(seen[0], is: seen[1], "what a read saw while the table was defined anew")
      try define(one, in: bed)
      try other.read { try bed.verify("in the other handle, after its read", $0) }
      try bed.verify("after the read")
    }
  }

  @Sendable private static func look(_ reader: RecordReader) throws -> [String] {
    let attributes = try reader.table(table)?.entity.attributes.map { "\($0.id) \($0.name)" }
    return try (attributes ?? []) + reader.records(in: table).map { Shown.text($0) }
  }
}
