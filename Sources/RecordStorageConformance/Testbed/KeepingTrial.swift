internal import RecordStorage
internal import StorageTransforms

/// Compares values with what a store finds by their stored forms.
struct KeepingTrial<Value>: Sendable {
  let name: String
  let transform: AnyStorageTransform<Value>
  let isSame: @Sendable (Value, Value) -> Bool
  let precedes: (@Sendable (Value, Value) -> Bool)?

  private static var table: String { "Kept" }
  private static var valueCount: Int { 64 }

  func run(
    _ bed: Testbed, in context: TransformContext,
    _ make: (inout any RandomNumberGenerator) throws -> Value
  ) throws {
    guard transform.keeps > .nothing else { return }
    var generator: any RandomNumberGenerator = SplitMix(name)
    var values: [(value: Value, stored: StoredValue)] = []
    for _ in 0..<Self.valueCount {
      let made = try make(&generator)
      guard let stored = try? transform.store(made, in: context) else { continue }
      // The promise is about what comes back.
      let value = try transform.restore(stored, in: context)
      values.append((value, try transform.store(value, in: context)))
      try bed.expect(values[values.count - 1].stored, is: stored, "\(name), stored once more")
    }
    try bed.expect(values.count > Self.valueCount / 4, "\(name): most values are refused")
    try define(values.map(\.stored), bed)
    try bed.store.read { reader in
      for (value, stored) in values {
        let found = try keys(.equal(to: stored, by: 0), reader)
        let expected = values.indices.filter { isSame(values[$0].value, value) }
        try bed.expect(found, is: expected, "\(name), the records with \(stored)")
      }
      if transform.keeps == .order { try checkOrder(values, bed, reader) }
    }
  }

  private func define(_ values: [StoredValue], _ bed: Testbed) throws {
    let attribute = AttributeSchema(
      "value", type: transform.storedType, form: transform.form, isIndexed: true)
    try bed.store.write(.written) { writer in
      try writer.define(SampleTable.make(Self.table, key: .integer, [attribute]))
    }
    for (key, value) in values.enumerated() {
      try bed.store.write(.written) { writer in
        try writer.insert(
          StoredRecord(key: .integer(Int64(key)), values: [value]), into: Self.table)
      }
    }
  }

  private func checkOrder(
    _ values: [(value: Value, stored: StoredValue)], _ bed: Testbed, _ reader: RecordReader
  ) throws {
    guard let precedes else {
      throw ConformanceFailure("\(name) promises order, and the case knows none")
    }
    let order = try keys(RecordQuery(by: 0), reader)
    try bed.expect(order.count, is: values.count, "\(name), all in order")
    for (left, right) in zip(order, order.dropFirst()) {
      try bed.expect(
        !precedes(values[right].value, values[left].value),
        "\(name): \(values[left].stored) comes before \(values[right].stored)")
    }
    for (value, stored) in values {
      let found = try keys(RecordQuery(by: 0, to: .init(stored, isIncluded: false)), reader)
      let expected = values.indices.filter { precedes(values[$0].value, value) }
      try bed.expect(Set(found), is: Set(expected), "\(name), the records before \(stored)")
    }
  }

  private func keys(_ query: RecordQuery, _ reader: RecordReader) throws -> [Int] {
    try reader.records(query, in: Self.table).compactMap {
      if case .integer(let key) = $0.key { Int(key) } else { nil }
    }
  }
}
