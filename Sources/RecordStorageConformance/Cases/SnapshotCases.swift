internal import RecordStorage
internal import StorageTransforms

/// What reads see while others write (rules R7 and T1).
enum SnapshotCases {
  private static let table = "Item"

  static let all: [ConformanceCase] = [steady, whole, shared].flatMap { $0 }

  private static let steady: [ConformanceCase] = RecordKey.Kind.allCases.flatMap { kind in
    ["records", "cursor", "fetch", "count"].map { what in
      ConformanceCase(
        "snapshot/\(what) before and after a commit/\(kind.rawValue) key", rule: "R7",
        requires: .snapshots,
        [
          .operation: "\(what) in a snapshot", .key: kind.rawValue, .reading: "while others write",
          .concurrency: "one reader, one writer",
        ]
      ) { try stay(what, kind, $0) }
    }
  }

  private static let whole: [ConformanceCase] = [RecordKey.Kind.integer, .text].flatMap { kind in
    [
      ConformanceCase(
        "snapshot/readers never see half of a transaction/\(kind.rawValue) key", rule: "R7",
        requires: [.snapshots, .transactions],
        [
          .key: kind.rawValue, .reading: "while others write",
          .concurrency: "4 readers, 4 writers",
        ]
      ) { try halves(kind, $0) },
      ConformanceCase(
        "snapshot/readers never see what is rolled back/\(kind.rawValue) key", rule: "T1",
        requires: [.snapshots, .transactions],
        [
          .key: kind.rawValue, .reading: "while others write",
          .concurrency: "4 readers, 4 writers",
        ]
      ) { try phantoms(kind, $0) },
    ]
  }

  private static let shared: [ConformanceCase] = [
    ConformanceCase(
      "snapshot/a reader of another handle sees what was committed", rule: "T4",
      requires: .sharedWriting, [.reading: "another handle", .concurrency: "two handles"],
      body: otherHandle)
  ]

  private static func record(_ number: Int, _ kind: RecordKey.Kind, _ value: Int) -> StoredRecord {
    StoredRecord(
      key: SampleKeys.key(number, kind),
      values: [.integer(Int64(value)), .text(String(repeating: "x", count: 20 + value % 7))])
  }

  private static func begin(_ bed: Testbed, _ kind: RecordKey.Kind, count: Int) throws {
    try bed.define(
      SampleTable.make(table, key: kind, [.column("n", .int64, .indexed), .column("a", .text)]))
    try bed.fill(table, (0..<count).map { record($0, kind, 0) })
  }

  /// A read looks, waits for a writer to commit (or, where writers wait for readers, a moment), and looks again.
  private static func stay(_ what: String, _ kind: RecordKey.Kind, _ bed: Testbed) throws {
    try begin(bed, kind, count: 40)
    let store = bed.store
    let hasCommitted = Shared(false)
    let isReading = Shared(false)
    let reader: @Sendable () throws -> [[String]] = {
      try store.read { reader in
        let cursor = try reader.cursor(in: table)
        func look() throws -> [String] {
          switch what {
          case "records": return try reader.records(in: table).map { Shown.text($0) }
          case "count":
            return [RecordQuery(), .equal(to: .integer(0), by: 0)].map { query in
              "\((try? reader.count(query, in: table)) ?? -1)"
            }
          case "fetch":
            return try (0..<50).map { number in
              let key = SampleKeys.key(number, kind)
              return try reader.values(of: key, in: table)
                .map { Shown.text(StoredRecord(key: key, values: $0)) } ?? "nothing"
            }
          default:
            var found: [String] = []
            while found.count < 20, let record = try cursor.next() {
              found.append(Shown.text(record))
            }
            return found
          }
        }
        let first = try look()
        isReading.change { $0 = true }
        Race.wait(atMost: 100) { hasCommitted.value }
        return [first, try look()]
      }
    }
    let seen = Shared<[[String]]>([])
    try Race.run(rounds: 1, threads: 2) { _, thread in
      if thread == 0 {
        defer { isReading.change { $0 = true } }
        let found = try reader()
        seen.change { $0 = found }
      } else {
        Race.wait(atMost: 10_000) { isReading.value }
        for change in changes(kind) {
          try store.write(.written) { _ = try change.apply(to: table, $0) }
        }
        hasCommitted.change { $0 = true }
      }
    }
    let looks = seen.value
    try bed.expect(looks.count, is: 2, "how often the read looked")
    if what == "cursor" {
      let expected = (0..<40).map { Shown.text(record($0, kind, 0)) }
      try bed.expect(looks[0] + looks[1] == expected, "a cursor met commits of others")
    } else {
      try bed.expect(!looks[0].isEmpty, "the read saw nothing")
      try bed.expect(looks[0] == looks[1], "a read saw commits of others")
    }
    for change in changes(kind) { _ = bed.model.apply(change, to: table) }
    try bed.verify("after the read")
  }

  private static func changes(_ kind: RecordKey.Kind) -> [Change] {
    [
      .insert(record(45, kind, 1)), .update(record(30, kind, 1)), .update(record(5, kind, 1)),
      .delete(SampleKeys.key(35, kind)), .delete(SampleKeys.key(6, kind)),
    ]
  }

  /// Each transaction gives all records one new number: no reader sees two of them.
  private static func halves(_ kind: RecordKey.Kind, _ bed: Testbed) throws {
    try begin(bed, kind, count: 10)
    let store = bed.store
    let lookCount = Shared(0)
    let mixed = Shared<[String]>([])
    try Race.run(rounds: 50) { round, thread in
      if thread % 2 == 0 {
        try Race.retrying {
          try store.write(.written) { writer in
            for number in 0..<10 {
              try writer.update(record(number, kind, round * 8 + thread + 1), in: table)
            }
          }
        }
        return
      }
      try store.read { reader in
        let found = try reader.records(in: table)
        let first = found.first?.values[0]
        lookCount.change { $0 += 1 }
        if found.count != 10 || found.contains(where: { $0.values[0] != first }) {
          mixed.change { $0.append(found.map { Shown.text($0.values[0]) }.joined(separator: " ")) }
        }
        let count = try reader.count(.equal(to: first ?? .null, by: 0), in: table)
        if count != 10 { mixed.change { $0.append("\(count) of 10 by the index") } }
      }
    }
    try bed.expect(lookCount.value, is: 50 * 4, "how often readers looked")
    let found = mixed.value
    try bed.expect(
      found.isEmpty, "\(found.count) reads saw a part of a transaction: \(found.first ?? "")")
  }

  /// Writers roll back what they did: nobody sees it.
  private static func phantoms(_ kind: RecordKey.Kind, _ bed: Testbed) throws {
    try begin(bed, kind, count: 5)
    let store = bed.store
    let lookCount = Shared(0)
    let seen = Shared(0)
    try Race.run(rounds: 50) { round, thread in
      if thread % 2 == 0 {
        do {
          try Race.retrying {
            try store.write(.written) { writer in
              try writer.insert(record(100 + thread, kind, round), into: table)
              try writer.update(record(1, kind, round + 1), in: table)
              try writer.delete(SampleKeys.key(2, kind), from: table)
              throw Abandoned()
            }
          }
        } catch is Abandoned {}
        return
      }
      let found = try store.read { try $0.records(in: table) }
      lookCount.change { $0 += 1 }
      if found != (0..<5).map({ record($0, kind, 0) }) { seen.change { $0 += 1 } }
    }
    try bed.expect(lookCount.value, is: 50 * 4, "how often readers looked")
    try bed.expect(seen.value, is: 0, "reads that saw what was rolled back")
    try bed.verify("afterwards")
  }

  @Sendable private static func otherHandle(_ bed: Testbed) throws {
    try begin(bed, .integer, count: 3)
    try bed.withSecondStore { other in
      for number in 0..<5 {
        try bed.apply(.upsert(record(number, .integer, number)), to: table)
        try other.read { try bed.verify("in another handle", $0) }
        let change = Change.upsert(record(number + 10, .integer, number))
        try other.write(.written) { _ = try bed.apply(change, to: table, $0) }
        try bed.verify("after a commit of another handle")
      }
    }
  }
}
