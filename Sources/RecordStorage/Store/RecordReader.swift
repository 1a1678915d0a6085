internal import ArchiveCompression
public import StorageTransforms

/// A reader of the records of a ``RecordStore`` in one call of ``RecordStore/read(_:)``: one state of the store.
///
/// Tables are named by the ids of their entities.
public class RecordReader {
  private let reading: any StorageReading
  private let catalogue: TableCatalogue
  private var rules: [String: TableRules]?
  /// The rules that were asked for last: mostly those that are asked for next.
  private var latest: TableRules?
  /// The number of definitions and drops in this session.
  private(set) final var definitionCount = 0
  private var knownShapes: ShapeDictionary?
  private let shapeUse: SharedShapes.Use
  private var sessionShapes: SharedShapes?
  private var isOver = false

  /// - Parameters:
  ///   - shapes: The shape dictionary as far as the store knows it; nil if it was not asked for.
  ///   - use: What may be done with it.
  init(
    _ reading: any StorageReading, _ catalogue: TableCatalogue, _ shapes: ShapeDictionary?,
    _ use: SharedShapes.Use
  ) {
    self.reading = reading
    self.catalogue = catalogue
    knownShapes = shapes
    shapeUse = use
  }

  func end() { isOver = true }

  /// - Throws: ``StorageError/Code/sessionEnded``.
  func checkSession() throws {
    guard !isOver else {
      throw StorageError(.sessionEnded, "the read or the transaction is over")
    }
  }

  /// The shapes that the values of this session are stored and restored with.
  ///
  /// - Throws: ``StorageError``.
  final func shapes() throws -> SharedShapes {
    if let sessionShapes { return sessionShapes }
    let dictionary = try knownShapes ?? ShapeTable.dictionary(in: self)
    let shapes = SharedShapes(dictionary, shapeUse, isNewest: knownShapes == nil)
    sessionShapes = shapes
    return shapes
  }

  /// Goes on with the shapes that the session finds in the store.
  ///
  /// - Throws: ``StorageError``.
  final func reloadShapes() throws {
    try shapes().replace(ShapeTable.dictionary(in: self))
  }

  /// Reads the shapes anew when they are needed: their table was changed.
  final func forgetShapes() { (sessionShapes, knownShapes) = (nil, nil) }

  /// What is stored of the shape dictionary, if the session asked for it.
  final var storedShapes: ShapeDictionary? { sessionShapes?.stored }

  /// The rules of a table that was defined.
  func rules(of id: String) throws -> TableRules {
    try checkSession()
    if let latest, latest.table.id == id { return latest }
    let known: [String: TableRules]
    if let rules {
      known = rules
    } else {
      known = catalogue.rules(of: try reading.tables())
      rules = known
    }
    guard let found = known[id] else {
      throw StorageError(.unknownEntity, "the store has no table '\(id)'", entity: id)
    }
    latest = found
    return found
  }

  /// Tables were defined or dropped.
  func forgetTables() {
    definitionCount += 1
    rules = nil
    latest = nil
  }

  /// The tables that were defined, by the names of their entities.
  public func tables() throws -> [RecordTable] {
    try checkSession()
    return try reading.tables().sorted { $0.entity.name < $1.entity.name }
  }

  /// The table of an entity; nil if it was never defined.
  public func table(_ id: String) throws -> RecordTable? {
    try checkSession()
    return try reading.tables().first { $0.id == id }
  }

  /// The values of a record; nil if there is none.
  ///
  /// - Throws: ``StorageError``.
  public func values(of key: RecordKey, in id: String) throws -> [StoredValue]? {
    let rules = try rules(of: id)
    try rules.check(key)
    return try reading.values(of: key, in: rules.table)
  }

  /// The records that a query finds, in its order, one at a time.
  ///
  /// - Throws: ``StorageError``.
  public func cursor(_ query: RecordQuery = RecordQuery(), in id: String) throws -> StoredRecords {
    let rules = try rules(of: id)
    let records = StoredRecords(
      try reading.cursor(rules.checked(query), in: rules.table), self, rules.table,
      limit: query.limit)
    note(records, in: id)
    return records
  }

  /// The table with an id as this session knows it; nil if there is none. O(1) but for the first time.
  ///
  /// - Throws: ``StorageError``.
  final func knownTable(_ id: String) throws -> RecordTable? {
    do {
      return try rules(of: id).table
    } catch let error as StorageError where error.code == .unknownEntity {
      return nil
    }
  }

  /// Takes note of records that are being walked.
  func note(_ records: StoredRecords, in id: String) {}

  /// The records that a query finds, in its order. O(found), with memory for all of them.
  ///
  /// - Throws: ``StorageError``.
  public func records(
    _ query: RecordQuery = RecordQuery(), in id: String
  ) throws -> [StoredRecord] {
    let cursor = try cursor(query, in: id)
    var records: [StoredRecord] = []
    while let record = try cursor.next() { records.append(record) }
    return records
  }

  /// Returns the number of records that a query finds, whatever its limit.
  ///
  /// - Throws: ``StorageError``.
  public func count(_ query: RecordQuery = RecordQuery(), in id: String) throws -> Int {
    let rules = try rules(of: id)
    var query = try rules.checked(query)
    query.limit = nil
    return try reading.count(query, in: rules.table)
  }
}
