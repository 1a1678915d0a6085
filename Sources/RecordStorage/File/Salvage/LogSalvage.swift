internal import RecordLog
internal import StorageTransforms

/// Takes from a damaged log what can be taken (Spec/record-log.md, rule T4).
struct LogSalvage {
  /// The last that is known of a record.
  private struct Found {
    let place: LogPlace
    let revision: Int
  }

  private struct Table {
    var schema: LoggedTables.Table?
    /// The attributes that records of a revision follow, where its schema was found.
    var attributes: [Int: [AttributeSchema]] = [:]
    var records: [LogKey: Found] = [:]
  }

  private(set) var report = SalvageReport()
  private let file: any LogFile
  private let shelf: LogReadingShelf
  private let archives: TableArchives
  private var tables: [Int: Table] = [:]
  private var dropped: Set<Int> = []

  init(_ file: any LogFile, _ archives: TableArchives) {
    self.file = file
    shelf = LogReadingShelf(file)
    self.archives = archives
  }

  /// Reads all commits that are whole. O(bytes).
  ///
  /// - Parameter hint: What a hint says, of this log or another one.
  /// - Throws: ``LogError`` for a header that is none, and what the file throws.
  mutating func read(_ hint: HintFile?) throws(LogError) {
    var reader = try LogReader(file)
    while true {
      while let commit = try reader.next() { take(commit) }
      report.ending = try reader.ending()
      let (start, link) = (reader.byteOffset, reader.nextLink)
      guard let missing = try reader.skip() else { break }
      if !missing.isEmpty {
        report.gaps.append(SalvageReport.Gap(sequences: missing, byteOffset: start))
      } else if reader.nextLink != link {
        report.otherHistories.append(reader.byteOffset)
      }
    }
    guard let hint, hint.hint.salt == reader.header.salt else { return }
    if hint.hint.sequence >= reader.nextSequence {
      report.gaps.append(
        SalvageReport.Gap(
          sequences: reader.nextSequence..<hint.hint.sequence + 1, byteOffset: reader.byteOffset))
    }
    takeSchemas(hint)
  }

  /// What the log does not say any more of its tables, the hint may.
  private mutating func takeSchemas(_ hint: HintFile) {
    for table in hint.image.tables.byID.values where !dropped.contains(table.number) {
      let revision = tables[table.number]?.schema?.revision ?? 0
      if revision < table.revision { take(.schema(table)) }
    }
  }

  /// Takes all entries of a commit, or none.
  private mutating func take(_ commit: LogReader.Commit) {
    do {
      var steps: [Step] = []
      try commit.payload.forEachEntry { entry, range throws(LogError) in
        if let step = try step(entry, range, commit) { steps.append(step) }
      }
      for step in steps { take(step) }
    } catch {
      var known = StorageError(error)
      known.byteOffset = commit.frame.byteOffset
      report.unreadableCommits.append(
        SalvageReport.UnreadableCommit(sequence: commit.frame.sequence, error: known))
    }
  }

  private enum Step {
    case schema(LoggedTables.Table)
    case put(Int, LogKey, Found)
    case remove(Int, LogKey)
    case drop(Int)
  }

  private func step(
    _ entry: LogEntry, _ range: Range<Int>, _ commit: LogReader.Commit
  ) throws(LogError) -> Step? {
    switch entry {
    case .schema(let number, let revision, let attributeCount, let archive):
      guard let table = try? archives.table(in: archive),
        table.entity.attributes.count == attributeCount
      else { throw LogError(.malformed, "the schema of table \(number) cannot be read") }
      return .schema(LoggedTables.Table(number: number, revision: revision, table: table))
    case .put(let number, let key, let values):
      let place = LogPlace(range, of: commit.payload, at: commit.frame.payload.lowerBound)
      let revision = try commit.payload.revision(in: values)
      return .put(number, key, Found(place: place, revision: revision))
    case .remove(let number, let key): return .remove(number, key)
    case .drop(let number): return .drop(number)
    case .note: return nil
    }
  }

  private mutating func take(_ step: Step) {
    switch step {
    case .schema(let schema):
      tables[schema.number, default: Table()].schema = schema
      tables[schema.number]?.attributes[schema.revision] = schema.table.entity.attributes
    case .put(let number, let key, let found): tables[number, default: Table()].records[key] = found
    case .remove(let number, let key): tables[number]?.records[key] = nil
    case .drop(let number):
      tables[number] = nil
      dropped.insert(number)
    }
  }

  /// The state that was found: records that keep the rules of their tables. O(n log n), with memory for all unique values.
  mutating func image() -> LogImage {
    var image = LogImage()
    for (number, table) in tables.sorted(by: { $0.key < $1.key }) {
      image.tables.skip(to: number + 1)
      guard let schema = table.schema else {
        if !table.records.isEmpty {
          report.unknownTables.append(
            SalvageReport.UnknownTable(number: number, recordCount: table.records.count))
        }
        continue
      }
      // An older table with the same id was dropped in a commit that is missing.
      image.tables.set(schema)
      image.database.set(made(table, schema))
    }
    report.recordCount = image.database.list.reduce(0) { count, table in
      count + ((try? image.database.table(table.id).records.count) ?? 0)
    }
    report.lostRecords.sort { ($0.error.byteOffset ?? 0) < ($1.error.byteOffset ?? 0) }
    return image
  }

  private mutating func made(
    _ table: Table, _ schema: LoggedTables.Table
  ) -> TreeTable<LogPlace> {
    var made = TreeTable<LogPlace>(schema.table)
    let rules = TableRules(schema.table)
    // The latest first: of two with one unique value it is the one that has it.
    for (logKey, found) in table.records.sorted(by: {
      $0.value.place.byteOffset > $1.value.place.byteOffset
    }) {
      let key = RecordKey(logKey)
      do {
        let record = try record(key, found, table, schema, rules)
        try made.checkUnique(record)
        made.set(record, at: found.place, replacing: .none)
      } catch {
        var known = error as? StorageError ?? StorageError(.damaged, "\(error)")
        known.entity = schema.table.entity.name
        known.key = key
        known.byteOffset = Int(found.place.byteOffset)
        report.lostRecords.append(SalvageReport.LostRecord(key: key, error: known))
      }
    }
    return made
  }

  /// - Throws: ``StorageError`` for what is no record of the table.
  private func record(
    _ key: RecordKey, _ found: Found, _ known: Table, _ schema: LoggedTables.Table,
    _ rules: TableRules
  ) throws -> StoredRecord {
    let table = schema.table
    guard let attributes = known.attributes[found.revision] else {
      throw StorageError(
        .damaged, "revision \(found.revision) of the schema, which the record follows, is missing")
    }
    // Where they mean something else, the record was stored anew in a commit that is missing.
    guard attributes.elementsEqual(table.entity.attributes, by: Self.meanTheSame) else {
      throw StorageError(
        .damaged,
        "the record follows revision \(found.revision) of the schema, and is missing in a later one"
      )
    }
    guard OrderedBytes.isKey(OrderedBytes.key(key)[...], of: table.keyKind) else {
      throw StorageError(.damaged, "this is no key of the table")
    }
    let record = StoredRecord(key: key, values: try shelf.values(at: found.place, key, in: table))
    try LogLoader.checkIndexed(record.values, table)
    // One that was removed in a commit that is missing need not be one of a later revision.
    if found.revision < schema.revision { _ = try rules.checked(record) }
    return record
  }

  /// Whether values of one attribute are those of another.
  private static func meanTheSame(_ left: AttributeSchema, _ right: AttributeSchema) -> Bool {
    left.id == right.id && left.form == right.form && left.isStamped == right.isStamped
  }
}
