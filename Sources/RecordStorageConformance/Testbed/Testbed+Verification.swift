internal import RecordStorage
internal import StorageTransforms

extension Testbed {
  /// Compares all that the store holds with the model, in a read of its own.
  func verify(_ when: String) throws {
    try store.read { try verify(when, $0) }
  }

  /// Compares all that a session sees with the model: tables, records by key and by each index, and counts.
  func verify(_ when: String, _ reader: RecordReader) throws {
    let found = try reader.tables().map(\.id)
    let expected = model.tables.map(\.table.id)
    try expect(Set(found), is: Set(expected), "\(when): the tables")
    for table in model.tables { try verify(table, when, reader) }
  }

  private func verify(_ model: ModelTable, _ when: String, _ reader: RecordReader) throws {
    let id = model.table.id
    let table = try reader.table(id)
    try expect(table == model.table, "\(when): the table '\(id)' is not as it was defined")
    for record in model.records {
      let values = try reader.values(of: record.key, in: id)
      try expect(
        values == record.values,
        "\(when): \(Shown.text(record)) was fetched as "
          + (values.map { Shown.text(StoredRecord(key: record.key, values: $0)) } ?? "nothing"))
    }
    try check(.all(by: nil), in: model, when, reader)
    for (position, attribute) in model.table.entity.attributes.enumerated()
    where (attribute.isUnique || attribute.isIndexed) && attribute.id != model.table.keyAttribute {
      try check(.all(by: position), in: model, when, reader)
      for value in Set(model.records.map { $0.values[position] }.prefix(8) + [.null]) {
        try check(.equal(value, by: position), in: model, when, reader)
      }
    }
  }

  /// Compares what a query finds, and how many, with the model.
  func check(_ probe: Probe, in id: String, _ when: String, _ reader: RecordReader) throws {
    try check(probe, in: model.table(id), when, reader)
  }

  private func check(
    _ probe: Probe, in model: ModelTable, _ when: String, _ reader: RecordReader
  ) throws {
    let expected = model.find(probe)
    let found = try reader.records(probe.query, in: model.table.id)
    try expect(
      found == expected,
      "\(when): the query \(words(probe, model)) found \(Shown.difference(found, expected))")
    var unlimited = probe
    unlimited.query.limit = nil
    let count = try reader.count(probe.query, in: model.table.id)
    try expect(
      count, is: model.find(unlimited).count, "\(when): the count of \(words(probe, model))")
  }

  private func words(_ probe: Probe, _ model: ModelTable) -> String {
    var text = probe.name
    if let attribute = probe.query.attribute {
      text += " by '\(model.table.entity.attributes[attribute].name)'"
    }
    if probe.query.isDescending { text += ", descending" }
    if let limit = probe.query.limit { text += ", limit \(limit)" }
    return text
  }
}
