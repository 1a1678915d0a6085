internal import StorageTransforms

/// How the values of a record set stand in the table that the store has now: another handle or program may have defined it anew.
///
/// Attributes are told by their ids. Another order and other names are mapped. Any other difference would put values where others belong, and
/// so would another version: its steps may have changed values that keep their place and their form.
struct Arrangement {
  /// For each attribute of the set, its position in the store.
  private let positions: [Int]
  /// Whether both have the same order.
  private let isSame: Bool

  /// The arrangement of a set's table in the one that the store has. O(attributes).
  ///
  /// - Throws: ``StorageError/Code/schemaChanged`` if they differ in more than order, names, rules and indexes.
  init(of table: RecordTable, in present: RecordTable) throws {
    let stored = present.entity.attributes
    let places = Dictionary(
      stored.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    var differences: [String] = []
    var positions: [Int] = []
    for attribute in table.entity.attributes {
      guard let place = places[attribute.id] else {
        differences.append("'\(attribute.name)' is gone")
        continue
      }
      positions.append(place)
      let other = stored[place]
      if other.type != attribute.type || other.form != attribute.form
        || other.isStamped != attribute.isStamped
        || other.sharesShapes != attribute.sharesShapes
      {
        differences.append("'\(attribute.name)' is stored in another form")
      }
    }
    let own = Set(table.entity.attributes.map(\.id))
    differences += stored.filter { !own.contains($0.id) }.map { "'\($0.name)' is new" }
    if table.entity.version != present.entity.version {
      differences.append(
        "the version is \(present.entity.version), and was \(table.entity.version)")
    }
    if table.keyKind != present.keyKind || table.keyAttribute != present.keyAttribute {
      differences.append("the key is another one")
    }
    guard differences.isEmpty else {
      throw StorageError(
        .schemaChanged,
        "another program or handle changed what is stored: \(differences.joined(separator: ", ")); "
          + "open the records again, with the present entity: try store.records(of: …, key: …)",
        entity: table.entity.name)
    }
    self.positions = positions
    isSame = positions.indices.allSatisfy { positions[$0] == $0 }
  }

  /// A record of the set as the store has it.
  func stored(_ record: StoredRecord) -> StoredRecord {
    if isSame { return record }
    var values = [StoredValue](repeating: .null, count: positions.count)
    for (index, place) in positions.enumerated() { values[place] = record.values[index] }
    return StoredRecord(key: record.key, values: values)
  }

  /// The values of a record that is stored, as the set has them.
  func restored(_ values: [StoredValue]) -> [StoredValue] {
    isSame ? values : positions.map { values[$0] }
  }

  /// A query of the set as the store has it.
  func stored(_ query: RecordQuery) -> RecordQuery {
    var query = query
    query.attribute = query.attribute.map { positions[$0] }
    return query
  }
}
