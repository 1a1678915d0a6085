internal import RecordStorage
internal import StorageTransforms

/// Sessions in sessions, and sessions that are over (rules T5 and T6).
enum SessionCases {
  private static let table = "Item"
  private static let record = StoredRecord(key: 2, values: [.text("two")])

  private typealias Use = @Sendable (RecordReader) throws -> Void

  static let all: [ConformanceCase] = [nested, ended].flatMap { $0 }

  private static let nested: [ConformanceCase] = ["read", "write"].flatMap { outer in
    ["read", "write"].map { inner in
      ConformanceCase(
        "session/\(inner) in \(outer)", rule: "T5", [.operation: "\(inner) in \(outer)"]
      ) { try nest(outer, inner, $0) }
    }
  }

  private static let ended: [ConformanceCase] = uses.flatMap { name, isWriting, use in
    ["returned", "thrown"].flatMap { end in
      (isWriting ? ["write"] : ["read", "write"]).map { session in
        ConformanceCase(
          "session/\(name) after \(session) has \(end)", rule: "T6",
          [.operation: "\(name) after its session"]
        ) { try outlive(session, end, use, $0) }
      }
    }
  }

  private static let uses: [(String, Bool, Use)] = [
    ("values", false, { _ = try $0.values(of: 1, in: table) }),
    ("records", false, { _ = try $0.records(in: table) }),
    ("cursor", false, { _ = try $0.cursor(in: table) }),
    ("count", false, { _ = try $0.count(in: table) }),
    ("tables", false, { _ = try $0.tables() }),
    ("table", false, { _ = try $0.table(table) }),
    ("insert", true, { try ($0 as? RecordWriter)?.insert(record, into: table) }),
    ("update", true, { _ = try ($0 as? RecordWriter)?.update(record, in: table) }),
    ("upsert", true, { try ($0 as? RecordWriter)?.upsert(record, in: table) }),
    ("delete", true, { _ = try ($0 as? RecordWriter)?.delete(1, from: table) }),
    ("drop", true, { try ($0 as? RecordWriter)?.drop(table) }),
    (
      "define", true,
      { reader in
        let other = SampleTable.make("Other", key: .integer, [.column("a", .text)])
        try (reader as? RecordWriter)?.define(other)
      }
    ),
  ]

  private static func begin(_ bed: Testbed) throws {
    try bed.define(SampleTable.make(table, key: .integer, [.column("a", .text)]))
    try bed.fill(table, [StoredRecord(key: 1, values: [.text("one")])])
  }

  private static func nest(_ outer: String, _ inner: String, _ bed: Testbed) throws {
    try begin(bed)
    func check() throws {
      try bed.expect(.nested, "\(inner) in \(outer)") {
        if inner == "read" {
          try bed.store.read { _ in }
        } else {
          try bed.store.write { _ = try $0.delete(1, from: table) }
        }
      }
    }
    if outer == "read" {
      try bed.store.read { reader in
        try check()
        try bed.verify("after a session in it was refused", reader)
      }
    } else {
      try bed.store.write { writer in
        try check()
        try bed.apply(.insert(record), to: table, writer)
      }
    }
    try bed.verify("afterwards")
  }

  private static func outlive(
    _ session: String, _ end: String, _ use: Use, _ bed: Testbed
  ) throws {
    try begin(bed)
    var kept: RecordReader?
    do {
      if session == "read" {
        try bed.store.read { reader in
          kept = reader
          if end == "thrown" { throw Abandoned() }
        }
      } else {
        try bed.store.write { writer in
          kept = writer
          if end == "thrown" { throw Abandoned() }
        }
      }
    } catch is Abandoned {}
    guard let reader = kept else { throw ConformanceFailure("there was no session") }
    try bed.expect(.sessionEnded, "a session that is over") { try use(reader) }
    try bed.verify("afterwards")
  }
}
