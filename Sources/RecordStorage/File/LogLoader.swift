internal import RecordLog
internal import StorageTransforms

/// Makes the state of a store of the commits of its log.
struct LogLoader {
  private(set) var image: LogImage
  private let archives: TableArchives
  private let shelf: LogReadingShelf
  /// Tables of which only the places of records are kept up: the trees by which values are found are made at the end, of what is left.
  private var stale: Set<String> = []

  /// - Parameters:
  ///   - image: What is known already.
  ///   - file: The log.
  init(_ image: LogImage, _ file: any LogFile, _ archives: TableArchives) {
    self.image = image
    self.archives = archives
    shelf = LogReadingShelf(file)
  }

  /// Takes the next commit.
  ///
  /// - Throws: ``LogError/Code/malformed`` for entries that mean nothing (rules P1 to P5), ``LogError/Code/truncated``; ``LogError/Code/inputOutput`` where a record that
  ///   stands in front cannot be read.
  mutating func take(_ commit: LogReader.Commit) throws(LogError) {
    try commit.payload.forEachEntry { entry, range throws(LogError) in
      do {
        try take(entry, range, commit)
      } catch let error as LogError {
        throw error
      } catch {
        if let error = error as? StorageError, error.code == .inputOutput,
          let cause = error.underlying as? LogError
        {
          throw cause
        }
        throw LogError(
          .malformed, "\(error)", byteOffset: commit.frame.payload.lowerBound + range.lowerBound)
      }
    }
  }

  private mutating func take(
    _ entry: LogEntry, _ range: Range<Int>, _ commit: LogReader.Commit
  ) throws {
    let payloadOffset = commit.frame.payload.lowerBound
    let offset = payloadOffset + range.lowerBound
    switch entry {
    case .schema(let number, let revision, let attributeCount, let archive):
      let table = try archives.table(in: archive)
      guard table.entity.attributes.count == attributeCount else {
        throw LogError(.malformed, "a schema has other attributes than it says", byteOffset: offset)
      }
      let former = image.tables.table(numbered: number)
      guard former == nil || former?.revision == revision - 1 && former?.table.id == table.id else {
        throw LogError(.malformed, "revision \(revision) of table \(number)", byteOffset: offset)
      }
      image.tables.set(LoggedTables.Table(number: number, revision: revision, table: table))
      var made = TreeTable<LogPlace>(table)
      if former != nil { made.takeRecords(of: try image.database.table(table.id)) }
      image.database.set(made)
      stale.insert(table.id)
    case .put(let number, let key, let values):
      let logged = try table(number, offset)
      let table = logged.table
      try Self.checkRevision(commit.payload, values, logged, offset)
      let place = LogPlace(range, of: commit.payload, at: payloadOffset)
      let recordKey = try checked(RecordKey(key), table, offset)
      try put(recordKey, at: place, table) {
        try commit.payload.record(in: values, count: table.entity.attributes.count)
      }
    case .remove(let number, let key):
      let table = try table(number, offset).table
      try remove(try checked(RecordKey(key), table, offset), table)
    case .drop(let number):
      let id = try table(number, offset).table.id
      image.tables.drop(id)
      image.database.remove(id)
    case .note: break
    }
  }

  /// - Throws: ``LogError/Code/malformed`` or ``LogError/Code/truncated``, with the place of the put, for values that are not of the latest revision.
  private static func checkRevision(
    _ payload: LogPayload, _ values: Range<Int>, _ logged: LoggedTables.Table, _ offset: Int
  ) throws(LogError) {
    do throws(LogError) {
      guard try payload.revision(in: values) != logged.revision else { return }
    } catch {
      throw LogError(error.code, error.message, byteOffset: offset)
    }
    throw LogError(
      .malformed, "a record is not of revision \(logged.revision) of table \(logged.number)",
      byteOffset: offset)
  }

  /// - Throws: ``LogError/Code/malformed`` for a key of another kind than the table's, and one that is too long or
  ///   has U+0000.
  private func checked(
    _ key: RecordKey, _ table: RecordTable, _ offset: Int
  ) throws(LogError) -> RecordKey {
    guard OrderedBytes.isKey(OrderedBytes.key(key)[...], of: table.keyKind) else {
      throw LogError(.malformed, "this is no key of the table", byteOffset: offset)
    }
    return key
  }

  private mutating func put(
    _ key: RecordKey, at place: LogPlace, _ table: RecordTable,
    _ record: () throws -> LogRecord
  ) throws {
    let isKept = try keepingIndexes(of: table) { database, shelf in
      let values = shelf.values(try record(), key, in: table)
      try Self.checkIndexed(values, table)
      let former = try Self.former(key, table, database, shelf)
      try database.change(table.id) {
        $0.set(
          StoredRecord(key: key, values: values), at: place,
          replacing: former.map(FormerValues.known) ?? .none)
      }
    }
    guard !isKept else { return }
    try image.database.change(table.id) { $0.setPlace(place, of: OrderedBytes.key(key)) }
  }

  private mutating func remove(_ key: RecordKey, _ table: RecordTable) throws {
    let isKept = try keepingIndexes(of: table) { database, shelf in
      guard let former = try Self.former(key, table, database, shelf) else { return }
      try database.change(table.id) { $0.remove(key, .known(former)) }
    }
    guard !isKept else { return }
    try image.database.change(table.id) { $0.removePlace(of: OrderedBytes.key(key)) }
  }

  /// Makes a change together with that of the trees by which values are found.
  ///
  /// Where a record cannot be read, the trees are made at the end, as if all was read at once: it may have been replaced by then, and is refused only
  /// if not.
  ///
  /// - Returns: Whether it was made; not if there are no such trees, or none before the end.
  /// - Throws: ``StorageError/Code/inputOutput``.
  private mutating func keepingIndexes(
    of table: RecordTable, _ change: (inout TreeDatabase<LogPlace>, LogReadingShelf) throws -> Void
  ) throws -> Bool {
    guard !stale.contains(table.id), !table.indexedPositions.isEmpty else { return false }
    do {
      try change(&image.database, shelf)
      return true
    } catch {
      if let error = error as? StorageError, error.code == .inputOutput { throw error }
      stale.insert(table.id)
      return false
    }
  }

  /// - Throws: ``StorageError/Code/damaged`` for a value that is too long to be found by.
  static func checkIndexed(_ values: [StoredValue], _ table: RecordTable) throws {
    for position in table.indexedPositions {
      let byteCount =
        switch values[position] {
        case .text(let text): text.utf8.count
        case .blob(let bytes): bytes.count
        default: 0
        }
      guard byteCount <= TableRules.maximumKeyByteCount else {
        throw StorageError(
          .damaged, "an indexed value of \(byteCount) bytes", entity: table.entity.name)
      }
    }
  }

  /// The values that a record had, by which it is found still; nil if it was not there.
  private static func former(
    _ key: RecordKey, _ table: RecordTable, _ database: TreeDatabase<LogPlace>,
    _ shelf: LogReadingShelf
  ) throws -> [StoredValue]? {
    guard let place = try database.table(table.id).records[OrderedBytes.key(key)] else {
      return nil
    }
    return try shelf.values(at: place, key, in: table)
  }

  private func table(_ number: Int, _ offset: Int) throws(LogError) -> LoggedTables.Table {
    guard let table = image.tables.table(numbered: number) else {
      throw LogError(.malformed, "there is no table \(number)", byteOffset: offset)
    }
    return table
  }

  /// Makes the trees by which values are found, from the records that are left. O(n log n) if there are any.
  ///
  /// - Throws: ``StorageError``.
  mutating func finish() throws {
    image.database.closeGaps()
    for table in image.database.list
    where stale.contains(table.id) && !table.indexedPositions.isEmpty {
      try image.database.change(table.id) { known in
        known.forgetIndexes()
        var walk = known.walk(RecordQuery())
        while let (key, place) = walk.next() {
          let values = try shelf.values(at: place, key, in: table)
          try Self.checkIndexed(values, table)
          known.index(StoredRecord(key: key, values: values))
        }
      }
    }
  }
}
