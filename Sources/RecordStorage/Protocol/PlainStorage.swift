public import StorageTransforms

/// The least that a back end has to do: keep tables, and values by key. Everything else follows from that, slowly: queries and
/// unique values look at all records.
public protocol PlainStorage: StorageWriting {
  /// Keeps a table under its id, in the place of one that is there; nil removes it.
  func keep(_ table: RecordTable?, id: String) throws

  /// Keeps values under a key, in the place of those that are there; nil removes them.
  func keep(_ values: [StoredValue]?, of key: RecordKey, in table: RecordTable) throws

  /// All keys of a table, in any order.
  func keys(in table: RecordTable) throws -> [RecordKey]
}

extension PlainStorage {
  /// All records that a query finds, sorted. O(n log n), and memory for their keys.
  public func cursor(
    _ query: RecordQuery, in table: RecordTable
  ) throws -> any RecordCursor {
    var found: [(value: StoredValue, key: RecordKey)] = []
    for key in try keys(in: table) {
      let value = try query.attribute.map { try values(of: key, in: table)?[$0] ?? .null }
      guard query.finds(value ?? key.value) else { continue }
      found.append((value ?? .null, key))
    }
    found.sort {
      $0.value == $1.value ? $0.key < $1.key : StoredOrder.precedes($0.value, $1.value)
    }
    let keys = query.isDescending ? found.reversed().map(\.key) : found.map(\.key)
    return KeyedCursor(self, table, Array(keys.prefix(query.limit ?? keys.count)))
  }

  /// Returns the number of records that a query finds. O(n).
  public func count(_ query: RecordQuery, in table: RecordTable) throws -> Int {
    let cursor = try cursor(query, in: table)
    var count = 0
    while try cursor.next() != nil { count += 1 }
    return count
  }

  /// Keeps the table, and all records anew if there is a rewrite.
  public func define(
    _ table: RecordTable, replacing former: RecordTable?, rewrite: RecordRewrite?
  ) throws {
    guard let former else { return try keep(table, id: table.id) }
    let keys = try keys(in: former)
    // All are made before any is kept: what fails has changed nothing.
    var records: [StoredRecord] = []
    var taken: [[StoredValue]: RecordKey] = [:]
    for key in keys {
      guard let values = try values(of: key, in: former) else { continue }
      let record = StoredRecord(key: key, values: values)
      let made = try rewrite?(record) ?? values
      for position in table.uniquePositions where made[position] != .null {
        let value = made[position]
        if let other = taken.updateValue(key, forKey: [.integer(Int64(position)), value]) {
          throw StorageError.notUnique(position, value, key: key, existingKey: other, in: table)
        }
      }
      records.append(StoredRecord(key: key, values: made))
    }
    try keep(table, id: table.id)
    guard rewrite != nil else { return }
    for record in records { try keep(record.values, of: record.key, in: table) }
  }

  /// Removes all records, then the table.
  public func drop(_ table: RecordTable) throws {
    for key in try keys(in: table) { try keep(nil, of: key, in: table) }
    try keep(nil, id: table.id)
  }

  /// Stores a record whose key is not there.
  public func insert(_ record: StoredRecord, into table: RecordTable) throws {
    guard try values(of: record.key, in: table) == nil else {
      throw StorageError.duplicateKey(record.key, in: table)
    }
    try upsert(record, in: table)
  }

  /// Stores a record whose key is there.
  public func update(_ record: StoredRecord, in table: RecordTable) throws -> Bool {
    guard try values(of: record.key, in: table) != nil else { return false }
    try upsert(record, in: table)
    return true
  }

  /// Stores a record. O(n) if the table has unique attributes.
  public func upsert(_ record: StoredRecord, in table: RecordTable) throws {
    for position in table.uniquePositions where record.values[position] != .null {
      let value = record.values[position]
      let same = try cursor(.equal(to: value, by: position), in: table)
      while let other = try same.next() {
        guard other.key == record.key else {
          throw StorageError.notUnique(
            position, value, key: record.key, existingKey: other.key, in: table)
        }
      }
    }
    try keep(record.values, of: record.key, in: table)
  }

  /// Removes a record.
  public func delete(_ key: RecordKey, from table: RecordTable) throws -> Bool {
    guard try values(of: key, in: table) != nil else { return false }
    try keep(nil, of: key, in: table)
    return true
  }
}

/// The records of keys.
private final class KeyedCursor<Storage: PlainStorage>: RecordCursor {
  private let storage: Storage
  private let table: RecordTable
  private var keys: ArraySlice<RecordKey>

  init(_ storage: Storage, _ table: RecordTable, _ keys: [RecordKey]) {
    self.storage = storage
    self.table = table
    self.keys = keys[...]
  }

  func next() throws -> StoredRecord? {
    while let key = keys.popFirst() {
      // It may have been deleted meanwhile.
      if let values = try storage.values(of: key, in: table) {
        return StoredRecord(key: key, values: values)
      }
    }
    return nil
  }
}
