internal import ArchiveCompression
internal import StorageTransforms

/// Reads and writes the records of a ``RecordStore`` within one transaction: one call of ``RecordStore/write(_:retrying:_:)``.
///
/// A change that fails with a ``StorageError`` has changed nothing, and the transaction may go on; it is rolled back when
/// the error leaves the closure.
public final class RecordWriter: RecordReader {
  private let writing: any StorageWriting
  private let capabilities: StorageCapabilities
  private var changeCount = 0
  private var changes = RecordCommit()
  private let notesKeys: Bool
  /// The table that was changed last, to be noted as a whole when another one is, or at the end.
  private var latestChanged: String?
  /// The walks of each table that were not at their end when they were looked at last.
  private var walks: [String: [Walk]] = [:]
  /// Whether rows of the shape dictionary may have gone.
  private(set) var changesShapes = false

  private struct Walk {
    weak var records: StoredRecords?
  }

  init(
    _ writing: any StorageWriting, _ catalogue: TableCatalogue, _ capabilities: StorageCapabilities,
    _ shapes: ShapeDictionary?, _ use: SharedShapes.Use, notesKeys: Bool
  ) {
    self.notesKeys = notesKeys
    self.writing = writing
    self.capabilities = capabilities
    super.init(writing, catalogue, shapes, use)
  }

  /// - Throws: ``StorageError/Code/unsupported`` for a second change where there are no transactions.
  private func checkChange() throws {
    try checkSession()
    guard changeCount == 0 || capabilities.contains(.transactions) else {
      throw StorageError(
        .unsupported, "the back end has no transactions: each change needs one of its own")
    }
  }

  override func note(_ records: StoredRecords, in id: String) {
    walks[id, default: []].removeAll { $0.records == nil }
    walks[id, default: []].append(Walk(records: records))
  }

  /// Checks that a change may come, and has the walks of the table take the keys of what is left: what comes next does not depend on the change.
  private func beginChange(of id: String) throws {
    try checkChange()
    for walk in walks.removeValue(forKey: id) ?? [] { walk.records?.takeKeys() }
  }

  /// As ``beginChange(of:)``, for all tables: where tables are defined, some back ends hand over no more records of any.
  private func beginDefinition() throws {
    try checkChange()
    for walk in walks.values.joined() { walk.records?.takeKeys() }
    walks = [:]
  }

  /// Makes a table, or puts it in the place of one with the same id.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - former: What it was before, as ``RecordReader/table(_:)`` told; nil if there was none.
  ///   - rewrite: Makes the values under the new table of those of a record under the former; nil if they stay as they
  ///     are.
  /// - Throws: ``StorageError``: ``StorageError/Code/schemaChanged``, ``StorageError/Code/unsupported`` and those of values that
  ///   the new table does not take; what the function throws.
  public func define(
    _ table: RecordTable, replacing former: RecordTable? = nil, rewrite: RecordRewrite? = nil
  ) throws {
    try checkChange()
    let rules = TableRules(table)
    try rules.checkTable(capabilities)
    guard try self.table(table.id) == former else {
      throw StorageError(
        .schemaChanged, "the table is another one than it is said to have been",
        entity: table.entity.name)
    }
    if let former, former == table, rewrite == nil { return }
    try beginDefinition()
    let needsCheck = rewrite != nil || former.map { !rules.takesAll(of: $0) } == true
    try change(of: nil, in: table.id) {
      try writing.define(
        table, replacing: former,
        rewrite: needsCheck
          ? { record in
            let values = try rewrite?(record) ?? record.values
            return try rules.checked(StoredRecord(key: record.key, values: values)).values
          } : nil)
    }
    noteChange(of: nil, in: table.id)
    forgetTables()
  }

  /// Removes a table with all its records.
  ///
  /// - Throws: ``StorageError/Code/unknownEntity``.
  public func drop(_ id: String) throws {
    let rules = try rules(of: id)
    try beginDefinition()
    try change(of: nil, in: id) { try writing.drop(rules.table) }
    noteChange(of: nil, in: id)
    forgetTables()
    noteShapes(id)
  }

  /// Takes note that rows of the shape dictionary may have gone.
  private func noteShapes(_ id: String) {
    guard id == ShapeTable.id else { return }
    changesShapes = true
    forgetShapes()
  }

  /// Takes note of a change of a record; nil for any number of them.
  private func noteChange(of key: RecordKey?, in id: String) {
    changeCount += 1
    if id == ShapeTable.id { return }
    if notesKeys, let key {
      changes.note(key, of: id)
    } else if latestChanged != id {
      if let latestChanged { changes.noteAll(of: latestChanged) }
      latestChanged = id
    }
  }

  /// Makes a change. One whose outcome nobody knows is noted too: observers then look at what is there.
  private func change<Result>(
    of key: RecordKey?, in id: String, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as StorageError where error.code == .outcomeUnknown {
      noteChange(of: key, in: id)
      throw error
    }
  }

  /// The changes of the transaction so far, without keys if nobody observed the store when it began.
  var commit: RecordCommit {
    var commit = changes
    if let latestChanged { commit.noteAll(of: latestChanged) }
    return commit
  }

  /// Stores a record.
  ///
  /// - Throws: ``StorageError``: ``StorageError/Code/duplicateKey``, ``StorageError/Code/notUnique``, and those of values that
  ///   cannot be stored.
  public func insert(_ record: StoredRecord, into id: String) throws {
    let rules = try rules(of: id)
    let record = try rules.checked(record)
    try beginChange(of: id)
    try change(of: record.key, in: id) { try writing.insert(record, into: rules.table) }
    noteChange(of: record.key, in: id)
  }

  /// Stores a record in the place of the one with its key.
  ///
  /// - Returns: Whether there was one. If not, nothing is stored.
  /// - Throws: ``StorageError``: ``StorageError/Code/notUnique``, and those of values that cannot be stored.
  @discardableResult
  public func update(_ record: StoredRecord, in id: String) throws -> Bool {
    let rules = try rules(of: id)
    let record = try rules.checked(record)
    try beginChange(of: id)
    let isThere = try change(of: record.key, in: id) {
      try writing.update(record, in: rules.table)
    }
    if isThere { noteChange(of: record.key, in: id) }
    noteShapes(id)
    return isThere
  }

  /// Stores a record, in the place of the one with its key if there is one.
  ///
  /// - Throws: ``StorageError``: ``StorageError/Code/notUnique``, and those of values that cannot be stored.
  public func upsert(_ record: StoredRecord, in id: String) throws {
    let rules = try rules(of: id)
    let record = try rules.checked(record)
    try beginChange(of: id)
    try change(of: record.key, in: id) { try writing.upsert(record, in: rules.table) }
    noteChange(of: record.key, in: id)
    noteShapes(id)
  }

  /// Removes a record.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: ``StorageError``.
  @discardableResult
  public func delete(_ key: RecordKey, from id: String) throws -> Bool {
    let rules = try rules(of: id)
    try rules.check(key)
    try beginChange(of: id)
    let isThere = try change(of: key, in: id) { try writing.delete(key, from: rules.table) }
    if isThere { noteChange(of: key, in: id) }
    noteShapes(id)
    return isThere
  }
}
