internal import RecordStorage
internal import StorageTransforms

/// Each key is a key of its own, however much it looks like another one (rules K1 to K3).
enum KeyCases {
  private static let table = "Item"

  static let all: [ConformanceCase] = [single, ofAnotherKind, atOnce].flatMap { $0 }

  private static let single: [ConformanceCase] = KeyPoint.all.flatMap { point in
    ["insert", "update", "upsert", "delete", "duplicate", "fetch"].compactMap { operation in
      if point.refusal != nil, operation == "duplicate" { return nil }
      return ConformanceCase(
        "key/\(point.name)/\(operation)",
        rule: rule(point, operation),
        [.operation: operation, .key: point.key.kind.rawValue, .value: "key \(point.name)"]
      ) { bed in
        if let refusal = point.refusal {
          try refuse(point.key, operation, refusal, bed)
        } else {
          try take(point.key, operation, bed)
        }
      }
    }
  }

  private static func rule(_ point: KeyPoint, _ operation: String) -> String {
    switch point.refusal {
    case nil: operation == "fetch" ? "R1" : "K1"
    case .limitExceeded?: "K3"
    default: "V2"
    }
  }

  private static let ofAnotherKind: [ConformanceCase] = RecordKey.Kind.allCases.flatMap { kind in
    RecordKey.Kind.allCases.filter { $0 != kind }.map { other in
      ConformanceCase(
        "key/\(other.rawValue) in a table of \(kind.rawValue)", rule: "K1", [.key: kind.rawValue]
      ) { try wrongKind(other, kind, $0) }
    }
  }

  private static let atOnce: [ConformanceCase] = RecordKey.Kind.allCases.map { kind in
    ConformanceCase(
      "key/all at once/\(kind.rawValue)", rule: "K2", [.key: kind.rawValue]
    ) { try together(kind, $0) }
  }

  private static func make(_ kind: RecordKey.Kind) -> RecordTable {
    SampleTable.make(table, key: kind, [.column("name", .text)])
  }

  private static func record(_ key: RecordKey, _ name: String) -> StoredRecord {
    StoredRecord(key: key, values: [.text(name)])
  }

  /// All other keys of the kind are there too.
  private static func take(_ key: RecordKey, _ operation: String, _ bed: Testbed) throws {
    try bed.define(make(key.kind))
    let others = KeyPoint.all.filter { $0.refusal == nil && $0.key.kind == key.kind }
      .filter { ModelOrder.compare($0.key.value, key.value) != 0 }
    try bed.fill(table, others.map { record($0.key, $0.name) })
    switch operation {
    case "insert": try bed.apply(.insert(record(key, "new")), to: table)
    case "update":
      try bed.apply(.update(record(key, "missing")), to: table)
      try bed.apply(.insert(record(key, "old")), to: table)
      try bed.apply(.update(record(key, "new")), to: table)
    case "upsert":
      try bed.apply(.upsert(record(key, "old")), to: table)
      try bed.apply(.upsert(record(key, "new")), to: table)
    case "delete":
      try bed.apply(.delete(key), to: table)
      try bed.apply(.insert(record(key, "new")), to: table)
      try bed.apply(.delete(key), to: table)
    case "duplicate":
      try bed.apply(.insert(record(key, "first")), to: table)
      try bed.apply(.insert(record(key, "second")), to: table, .duplicateKey)
    default:
      let missing = try bed.store.read { try $0.values(of: key, in: table) }
      try bed.expect(missing == nil, "the key is not there, and \(String(describing: missing)) is")
      try bed.fill(table, [record(key, "there")])
    }
    try bed.verify("after \(operation)")
  }

  private static func refuse(
    _ key: RecordKey, _ operation: String, _ code: StorageError.Code, _ bed: Testbed
  ) throws {
    try bed.define(make(key.kind))
    try bed.fill(table, [record(SampleKeys.key(1, key.kind), "other")])
    try bed.expect(code, operation) {
      if let kind = Change.Kind(rawValue: operation) {
        try bed.store.write { _ = try Change(kind, record(key, "x")).apply(to: table, $0) }
      } else {
        try bed.store.read { _ = try $0.values(of: key, in: table) }
      }
    }
    try bed.verify("after the key was refused")
  }

  private static func wrongKind(
    _ other: RecordKey.Kind, _ kind: RecordKey.Kind, _ bed: Testbed
  ) throws {
    try bed.define(make(kind))
    try bed.fill(table, [record(SampleKeys.key(1, kind), "x")])
    let wrong = SampleKeys.key(1, other)
    for operation in Change.Kind.allCases {
      try bed.expect(.wrongKey, operation.rawValue) {
        try bed.store.write { _ = try Change(operation, record(wrong, "y")).apply(to: table, $0) }
      }
    }
    try bed.expect(.wrongKey, "fetch") {
      try bed.store.read { _ = try $0.values(of: wrong, in: table) }
    }
    try bed.verify("after keys of another kind were refused")
  }

  private static func together(_ kind: RecordKey.Kind, _ bed: Testbed) throws {
    try bed.define(make(kind))
    var choice = SplitMix(kind.rawValue)
    let points = KeyPoint.all.filter { $0.refusal == nil && $0.key.kind == kind }
    try bed.fill(table, points.shuffled(using: &choice).map { record($0.key, $0.name) })
    try bed.store.read { reader in
      for isDescending in [false, true] {
        var probe = Probe.all(by: nil)
        probe.query.isDescending = isDescending
        try bed.check(probe, in: table, "the order of keys", reader)
      }
    }
    for point in points.shuffled(using: &choice) {
      try bed.expect(
        try bed.apply(.delete(point.key), to: table), is: .done, "delete of \(point.name)")
    }
    try bed.verify("after all were deleted")
  }
}
