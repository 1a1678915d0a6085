internal import RecordStorage
internal import StorageTransforms

/// The records of a table, in an array in the order of their keys.
struct ModelTable: Sendable {
  var table: RecordTable
  private(set) var records: [StoredRecord] = []

  init(_ table: RecordTable, _ records: [StoredRecord] = []) {
    self.table = table
    for record in records { put(record) }
  }

  /// The index of a key, or that at which it belongs.
  private func index(_ key: RecordKey) -> (index: Int, isThere: Bool) {
    var (index, end) = (0, records.count)
    while index < end {
      let middle = (index + end) / 2
      if ModelOrder.compare(records[middle].key.value, key.value) < 0 {
        index = middle + 1
      } else {
        end = middle
      }
    }
    guard index < records.count else { return (index, false) }
    return (index, ModelOrder.compare(records[index].key.value, key.value) == 0)
  }

  /// The values of a record.
  func values(of key: RecordKey) -> [StoredValue]? {
    let (index, isThere) = index(key)
    return isThere ? records[index].values : nil
  }

  private mutating func put(_ record: StoredRecord) {
    let (index, isThere) = index(record.key)
    if isThere { records[index] = record } else { records.insert(record, at: index) }
  }

  /// Makes a change, and tells which outcomes are right: several if a change breaks several rules.
  mutating func apply(_ change: Change) -> Set<Outcome> {
    switch change {
    case .insert(let record):
      var refusals = conflicts(record)
      if index(record.key).isThere {
        refusals.insert(
          .refused(
            Outcome.Refusal(code: .duplicateKey, key: record.key, existingKey: record.key)))
      }
      guard refusals.isEmpty else { return refusals }
      put(record)
    case .update(let record):
      guard index(record.key).isThere else { return [.missed] }
      return apply(.upsert(record))
    case .upsert(let record):
      let refusals = conflicts(record)
      guard refusals.isEmpty else { return refusals }
      put(record)
    case .delete(let key):
      let (index, isThere) = index(key)
      guard isThere else { return [.missed] }
      records.remove(at: index)
    }
    return [.done]
  }

  /// The records that have a unique value of this one.
  private func conflicts(_ record: StoredRecord) -> Set<Outcome> {
    var found: Set<Outcome> = []
    for (position, attribute) in table.entity.attributes.enumerated() where attribute.isUnique {
      let value = record.values[position]
      guard value != .null, attribute.id != table.keyAttribute else { continue }
      for other in records
      where ModelOrder.compare(other.values[position], value) == 0
        && ModelOrder.compare(other.key.value, record.key.value) != 0
      {
        found.insert(
          .refused(
            Outcome.Refusal(
              code: .notUnique, attribute: attribute.name, value: value, key: record.key,
              existingKey: other.key)))
      }
    }
    return found
  }

  /// The records that a query finds (rules R2 to R5).
  func find(_ probe: Probe) -> [StoredRecord] {
    func value(_ record: StoredRecord) -> StoredValue {
      probe.query.attribute.map { record.values[$0] } ?? record.key.value
    }
    var found = records.filter { probe.finds(value($0)) }
    found.sort { left, right in
      let order = ModelOrder.compare(value(left), value(right))
      return order == 0 ? ModelOrder.compare(left.key.value, right.key.value) < 0 : order < 0
    }
    if probe.query.isDescending { found.reverse() }
    return Array(found.prefix(probe.query.limit ?? found.count))
  }
}
