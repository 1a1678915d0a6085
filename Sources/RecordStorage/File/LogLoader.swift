internal import RecordLog
internal import StorageTransforms

/// Makes the state of a store of the commits of its log.
struct LogLoader {
  private(set) var image: LogImage
  private let archives: TableArchives

  /// A loader that begins with nothing.
  init(_ archives: TableArchives) {
    image = LogImage()
    self.archives = archives
  }

  /// Takes the next commit.
  ///
  /// - Throws: ``LogError/Code/malformed`` for entries that mean nothing (rules P1, P3).
  mutating func take(_ commit: LogReader.Commit) throws(LogError) {
    try commit.payload.forEachEntry { entry throws(LogError) in
      do {
        try take(entry, commit)
      } catch let error as LogError {
        throw error
      } catch {
        throw LogError(.malformed, "\(error)", byteOffset: commit.frame.byteOffset)
      }
    }
  }

  private mutating func take(_ entry: LogEntry, _ commit: LogReader.Commit) throws {
    let offset = commit.frame.byteOffset
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
      if former != nil { made.records = try image.database.table(table.id).records }
      image.database.set(made)
    case .put(let number, let key, let values):
      let table = try table(number, offset)
      let place = LogPlace(
        byteOffset: UInt64(commit.frame.payload.lowerBound + values.lowerBound),
        byteCount: UInt32(values.count), checksum: commit.payload.checksum(of: values))
      try image.database.change(table.table.id) {
        $0.records.set(place, of: OrderedBytes.key(RecordKey(key)))
      }
    case .remove(let number, let key):
      let table = try table(number, offset)
      try image.database.change(table.table.id) {
        $0.records.remove(OrderedBytes.key(RecordKey(key)))
      }
    case .drop(let number):
      let id = try table(number, offset).table.id
      image.tables.drop(id)
      image.database.remove(id)
    case .note: break
    }
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
  mutating func finish(_ file: any LogFile) throws {
    let shelf = LogReadingShelf(file)
    for table in image.database.list where !table.indexedPositions.isEmpty {
      try image.database.change(table.id) { known in
        var walk = known.walk(RecordQuery())
        while let (key, place) = walk.next() {
          let values = try shelf.values(at: place, key, in: table)
          known.index(StoredRecord(key: key, values: values))
        }
      }
    }
  }
}
