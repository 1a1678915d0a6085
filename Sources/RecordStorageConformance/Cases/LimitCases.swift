internal import RecordStorage
internal import StorageTransforms

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Counts and sizes: how many values, how many bytes, how many attributes and records (rule K3, Spec section 2).
enum LimitCases {
  private static let table = "Item"
  private static let maximumByteCount = 1 << 28
  private static let operations: [Change.Kind] = [.insert, .update, .upsert]

  static let all: [ConformanceCase] = [refused, taken].flatMap { $0 }

  private static let refused: [ConformanceCase] = operations.flatMap { operation in
    [
      refusal("too few values", .wrongCount, operation) { [.text("a")] },
      refusal("no values", .wrongCount, operation) { [] },
      refusal("too many values", .wrongCount, operation) { [.text("a"), .null, .null] },
      refusal("a blob of 2^28 + 1 bytes", .limitExceeded, operation) {
        [.null, .blob(Data(count: maximumByteCount + 1))]
      },
      refusal("a record of 2^28 + 2 bytes", .limitExceeded, operation) {
        [.text("ab"), .blob(Data(count: maximumByteCount))]
      },
    ]
  }

  private static let taken: [ConformanceCase] = [
    ConformanceCase(
      "limit/no attributes", rule: "V1", requires: [], [.value: "no attributes"], body: empty),
    ConformanceCase(
      "limit/100 attributes", rule: "V1", requires: [], [.value: "100 attributes"], body: wide),
    ConformanceCase(
      "limit/2,000 records", rule: "R2", requires: .transactions, [.value: "2,000 records"],
      body: many),
    ConformanceCase(
      "limit/12 blobs of 1 MiB", rule: "R6", requires: [], [.value: "12 blobs"], body: large),
  ]

  private static func refusal(
    _ name: String, _ code: StorageError.Code, _ operation: Change.Kind,
    _ values: @escaping @Sendable () -> [StoredValue]
  ) -> ConformanceCase {
    ConformanceCase(
      "limit/\(name)/\(operation.rawValue)", rule: code == .wrongCount ? "V2" : "K3",
      [.operation: operation.rawValue, .value: name]
    ) { bed in
      try bed.define(
        SampleTable.make(table, key: .integer, [.column("a", .text), .column("b", .blob)]))
      try bed.fill(table, [StoredRecord(key: 1, values: [.text("old"), .bytes(1)])])
      let change = Change(operation, StoredRecord(key: 1, values: values()))
      try bed.expect(code, "\(change) with \(name)") {
        try bed.store.write { _ = try change.apply(to: table, $0) }
      }
      try bed.verify("after it was refused")
    }
  }

  private static func empty(_ bed: Testbed) throws {
    try bed.define(SampleTable.make(table, key: .text, []))
    try bed.fill(table, ["a", "b"].map { StoredRecord(key: $0, values: []) })
    try bed.apply(.update(StoredRecord(key: "a", values: [])), to: table)
    try bed.apply(.update(StoredRecord(key: "c", values: [])), to: table)
    try bed.apply(.delete("b"), to: table)
    try bed.verify("with keys alone")
  }

  private static func wide(_ bed: Testbed) throws {
    let types: [StoredType] = [.text, .int64, .double, .blob]
    let columns = (0..<100).map { AttributeSchema.column("column\($0)", types[$0 % 4]) }
    let values = (0..<100).map { index -> StoredValue in
      switch index % 4 {
      case 0: .text("value \(index)")
      case 1: .integer(Int64(index))
      case 2: .real(Double(index) / 3)
      default: .blob(Data([UInt8(index)]))
      }
    }
    try bed.define(SampleTable.make(table, key: .integer, columns))
    let nulls = [StoredValue](repeating: .null, count: 100)
    try bed.fill(
      table, [StoredRecord(key: 1, values: values), StoredRecord(key: 2, values: nulls)])
    try bed.verify("with 100 attributes")
  }

  /// More records than fit into a node or a page of any index, in an order of their own, and most of them deleted again.
  private static func many(_ bed: Testbed) throws {
    let columns: [AttributeSchema] = [.column("value", .int64, .indexed), .column("a", .text)]
    try bed.define(SampleTable.make(table, key: .integer, columns))
    var choice = SplitMix(seed: 7)
    let keys = (0..<2_000).map { Int64($0) * 7 }.shuffled(using: &choice)
    try bed.store.write(.written) { writer in
      for key in keys {
        let values: [StoredValue] = [.integer(key % 50), .text("record \(key)")]
        let record = StoredRecord(key: .integer(key), values: values)
        try bed.apply(.insert(record), to: table, writer)
      }
    }
    func look(_ when: String) throws {
      try bed.store.read { reader in
        for probe in [Probe.all(by: nil), .all(by: 0), .equal(.integer(7), by: 0)] {
          for isDescending in [false, true] {
            var probe = probe
            probe.query.isDescending = isDescending
            try bed.check(probe, in: table, when, reader)
          }
        }
      }
    }
    try look("with 2,000 records")
    try bed.store.write(.written) { writer in
      for key in keys.shuffled(using: &choice).prefix(1_900) {
        try bed.apply(.delete(.integer(key)), to: table, writer)
      }
    }
    try look("with 100 of them")
  }

  private static func large(_ bed: Testbed) throws {
    try bed.define(SampleTable.make(table, key: .integer, [.column("bytes", .blob)]))
    for key in 0..<12 {
      let bytes = Data(noise: 1 << 20 + key)
      let record = StoredRecord(key: .integer(Int64(key)), values: [.blob(bytes)])
      try bed.apply(.insert(record), to: table)
    }
    try bed.verify("with 12 MiB")
  }
}
