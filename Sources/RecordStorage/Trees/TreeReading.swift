internal import StorageTransforms

/// Reads a snapshot.
class TreeReading<Shelf: RecordShelf>: StorageReading {
  final let shelf: Shelf
  fileprivate(set) final var database: TreeDatabase<Shelf.Place>

  init(_ database: TreeDatabase<Shelf.Place>, _ shelf: Shelf) {
    self.database = database
    self.shelf = shelf
  }

  final func tables() -> [RecordTable] { database.list }

  @_specialize(where Shelf == LogReadingShelf)
  final func values(of key: RecordKey, in table: RecordTable) throws -> [StoredValue]? {
    guard let place = try database.table(table.id).records[OrderedBytes.key(key)] else {
      return nil
    }
    return try shelf.values(at: place, key, in: table)
  }

  final func cursor(
    _ query: RecordQuery, in table: RecordTable
  ) throws -> any RecordCursor {
    TreeCursor(try database.table(table.id).walk(query), table, shelf, limit: query.limit)
  }

  final func count(_ query: RecordQuery, in table: RecordTable) throws -> Int {
    try database.table(table.id).count(query)
  }
}

/// Changes a copy, which its owner takes when the transaction commits.
final class TreeWriting<Shelf: WritableShelf>: TreeReading<Shelf>, StorageWriting {
  func define(
    _ table: RecordTable, replacing former: RecordTable?, rewrite: RecordRewrite?
  ) throws {
    var made = TreeTable<Shelf.Place>(table)
    guard let former else {
      try shelf.define(table)
      return database.set(made)
    }
    // All are made before the shelf takes any: what fails has changed nothing.
    let old = try database.table(former.id)
    var records: [StoredRecord] = []
    var walk = old.walk(RecordQuery())
    while let (key, place) = walk.next() {
      var record = StoredRecord(
        key: key, values: try shelf.values(at: place, key, in: former))
      if let rewrite { record.values = try rewrite(record) }
      try made.checkUnique(record)
      made.set(record, at: place, replacing: .none)
      if rewrite != nil { records.append(record) }
    }
    try shelf.define(table)
    for record in records {
      made.set(record, at: try shelf.put(record, in: table), replacing: .known(record.values))
    }
    database.set(made)
  }

  func drop(_ table: RecordTable) throws {
    try shelf.drop(table)
    database.remove(table.id)
    database.closeGaps()
  }

  @_specialize(where Shelf == LogShelf)
  func insert(_ record: StoredRecord, into table: RecordTable) throws {
    // No table is held while it changes: its nodes would be copied.
    guard try !isThere(record.key, in: table) else {
      throw StorageError.duplicateKey(record.key, in: table)
    }
    try put(record, in: table, replacing: .none)
  }

  @_specialize(where Shelf == LogShelf)
  func update(_ record: StoredRecord, in table: RecordTable) throws -> Bool {
    guard try isThere(record.key, in: table) else { return false }
    try upsert(record, in: table)
    return true
  }

  @_specialize(where Shelf == LogShelf)
  func upsert(_ record: StoredRecord, in table: RecordTable) throws {
    try put(record, in: table, replacing: former(of: record.key, in: table))
  }

  @_specialize(where Shelf == LogShelf)
  func delete(_ key: RecordKey, from table: RecordTable) throws -> Bool {
    guard try isThere(key, in: table) else { return false }
    let former = try former(of: key, in: table)
    try shelf.remove(key, in: table)
    try database.change(table.id) { $0.remove(key, former) }
    return true
  }

  /// The values by which a record was found before it is changed. A record that is found by its key alone is not read.
  private func former(of key: RecordKey, in table: RecordTable) throws -> FormerValues {
    guard try !database.table(table.id).indexes.isEmpty else { return .none }
    do {
      return try values(of: key, in: table).map(FormerValues.known) ?? .none
    } catch {
      _ = try DamagedRecord(error)
      return .unreadable
    }
  }

  private func isThere(_ key: RecordKey, in table: RecordTable) throws -> Bool {
    try database.table(table.id).records[OrderedBytes.key(key)] != nil
  }

  private func put(
    _ record: StoredRecord, in table: RecordTable, replacing former: FormerValues
  ) throws {
    try database.change(table.id) { known in
      try known.checkUnique(record)
      known.set(record, at: try shelf.put(record, in: table), replacing: former)
    }
  }
}

/// The records that a query finds, from a shelf.
private final class TreeCursor<Shelf: RecordShelf>: RecordCursor {
  private var walk: TreeWalk<Shelf.Place>
  private let table: RecordTable
  private let shelf: Shelf
  private var rest: Int

  init(_ walk: TreeWalk<Shelf.Place>, _ table: RecordTable, _ shelf: Shelf, limit: Int?) {
    self.walk = walk
    self.table = table
    self.shelf = shelf
    rest = limit ?? .max
  }

  @_specialize(where Shelf == LogReadingShelf)
  func next() throws -> StoredRecord? {
    guard rest > 0, let (key, place) = walk.next() else { return nil }
    rest -= 1
    return StoredRecord(key: key, values: try shelf.values(at: place, key, in: table))
  }
}
