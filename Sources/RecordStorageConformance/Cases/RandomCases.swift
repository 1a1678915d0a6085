internal import RecordStorage
internal import StorageTransforms

/// Hundreds of changes and queries that a seed decides, some of them rolled back, compared with the model throughout.
enum RandomCases {
  private static let table = "Item"

  static let all: [ConformanceCase] = RecordKey.Kind.allCases.flatMap { kind in
    (1...10).map { seed in
      let (grouping, requires): (String, StorageCapabilities) =
        switch seed {
        case 1...5: ("random transactions", [.transactions, .uniqueAttributes])
        case 6...8: ("own transactions", [])
        default: ("own transactions, reopened", .durable)
        }
      return ConformanceCase(
        "random/seed \(seed)/\(kind.rawValue) key/\(grouping)", rule: seed <= 5 ? "T1" : "W0",
        requires: requires,
        [.operation: "random operations", .key: kind.rawValue, .transaction: grouping]
      ) { try run(kind, UInt64(seed), $0) }
    }
  }

  private static func run(_ kind: RecordKey.Kind, _ seed: UInt64, _ bed: Testbed) throws {
    let hasTransactions = seed <= 5
    var choice = SplitMix(seed: seed)
    try bed.define(
      SampleTable.make(
        table, key: kind,
        [
          .column("text", .text, .indexed), .column("number", .double, .indexed),
          .column("unique", .int64, hasTransactions ? .unique : .indexed),
          .column("blob", .blob),
        ]))
    for round in 0..<40 {
      let changes = (0..<12).map { _ in change(kind, &choice) }
      let probes = (0..<3).map { _ in probe(kind, &choice) }
      if !hasTransactions {
        for change in changes.prefix(5) { try bed.apply(change, to: table) }
      } else if choice.next() % 3 == 0 {
        try bed.rollBack { writer in
          for change in changes { try bed.apply(change, to: table, writer) }
          for probe in probes { try bed.check(probe, in: table, "in round \(round)", writer) }
        }
      } else {
        try bed.store.write(.written) { writer in
          for change in changes { try bed.apply(change, to: table, writer) }
        }
      }
      if seed >= 9, round % 8 == 7 { try bed.reopen() }
      try bed.store.read { reader in
        for probe in probes { try bed.check(probe, in: table, "after round \(round)", reader) }
        if round % 10 == 9 { try bed.verify("after round \(round)", reader) }
      }
    }
  }

  private static let texts = ["", "a", "A", "ab", "b", "\u{E9}", "e\u{301}", "z", "10", "9", "😀"]

  private static func value(_ position: Int, _ choice: inout SplitMix) -> StoredValue {
    if choice.next() % 6 == 0 { return .null }
    let number = Int(choice.next() % 24)
    switch position {
    case 0: return .text(texts[number % texts.count])
    case 1: return .real(Double(number - 12) / 4)
    case 2: return .integer(Int64(number) &* 0x0123_4567_89AB_CDEF)
    default: return .blob(.init(noise: number * 40))
    }
  }

  private static func change(_ kind: RecordKey.Kind, _ choice: inout SplitMix) -> Change {
    let operation = Change.Kind.allCases[Int(choice.next() % 4)]
    let key = SampleKeys.key(Int(choice.next() % 24), kind)
    let values = (0..<4).map { value($0, &choice) }
    return Change(operation, StoredRecord(key: key, values: values))
  }

  private static func probe(_ kind: RecordKey.Kind, _ choice: inout SplitMix) -> Probe {
    let position: Int? = [nil, 0, 1, 2][Int(choice.next() % 4)]
    func bound(_ choice: inout SplitMix) -> RecordQuery.Bound? {
      if choice.next() % 3 == 0 { return nil }
      let found =
        position.map { value($0, &choice) } ?? SampleKeys.key(Int(choice.next() % 24), kind).value
      return found == .null ? nil : RecordQuery.Bound(found, isIncluded: choice.next() % 2 == 0)
    }
    var probe: Probe
    switch choice.next() % 5 {
    case 0: probe = .all(by: position)
    case 1 where position != nil: probe = .equal(.null, by: position)
    default:
      let lower = bound(&choice)
      probe = .range(lower, bound(&choice), by: position)
    }
    probe.query.isDescending = choice.next() % 2 == 0
    if choice.next() % 3 == 0 { probe.query.limit = Int(choice.next() % 12) }
    return probe
  }
}
