internal import RecordStorage
internal import StorageTransforms

/// What a store refuses that lacks a capability (Spec/back-ends.md, section 7).
enum Refusals {
  /// - Throws: ``ConformanceFailure`` if a store does what its back end says it cannot, or refuses it with another error.
  static func check(_ missing: StorageCapabilities, _ bed: Testbed) throws {
    if missing.contains(.uniqueAttributes) { try checkUnique(bed) }
    if missing.contains(.transactions) { try checkTransactions(bed) }
  }

  private static func checkUnique(_ bed: Testbed) throws {
    let table = SampleTable.make("Refused", key: .integer, [.column("name", .text, .unique)])
    try bed.expect(.unsupported, "a unique attribute") {
      try bed.store.write { try $0.define(table) }
    }
    let found = try bed.store.read { try $0.table(table.id) }
    try bed.expect(found == nil, "the refused table is there")
  }

  private static func checkTransactions(_ bed: Testbed) throws {
    let table = SampleTable.make("Refused", key: .integer, [.column("name", .text)])
    try bed.define(table)
    let record = StoredRecord(key: 1, values: [.text("first")])
    try bed.store.write(.written) { writer in
      try writer.insert(record, into: table.id)
      let second = StoredRecord(key: 2, values: [.null])
      try bed.expect(.unsupported, "a second change") { try writer.insert(second, into: table.id) }
      try bed.expect(.unsupported, "a second change") { try writer.update(record, in: table.id) }
      try bed.expect(.unsupported, "a second change") { try writer.upsert(second, in: table.id) }
      try bed.expect(.unsupported, "a second change") { try writer.delete(1, from: table.id) }
      try bed.expect(.unsupported, "a second change") { try writer.drop(table.id) }
    }
    _ = bed.model.apply(.insert(record), to: table.id)
    try bed.verify("after a second change was refused")
  }
}
