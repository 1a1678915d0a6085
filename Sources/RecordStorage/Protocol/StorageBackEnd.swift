public import StorageTransforms

/// A holder of records: a file, memory, a database. ``RecordStore`` stands in front of it.
///
/// A back end is called with what ``RecordStore`` has checked against the rules of Spec/back-ends.md: names, kinds, ranges and
/// sizes of keys and values, bounds and limits of queries. It checks what only it can: whether keys and unique values are there.
/// A few functions are enough: ``PlainStorage``. `RecordStorageConformance` proves that it does what it says.
public protocol StorageBackEnd: Sendable {
  /// The things that it can do beyond single changes.
  var capabilities: StorageCapabilities { get }

  /// Calls a function with what reads records, once.
  ///
  /// - Throws: ``StorageError``, and what the function throws.
  func read(_ body: (any StorageReading) throws -> Void) throws

  /// Calls a function with what reads and writes records, once. When it returns the changes are committed, and when it throws
  /// they are rolled back.
  ///
  /// - Throws: ``StorageError``, and what the function throws.
  func write(
    _ durability: StorageDurability, _ body: (any StorageWriting) throws -> Void
  ) throws
}

/// A reader of the records of a back end, for as long as ``StorageBackEnd/read(_:)`` or its counterpart calls.
public protocol StorageReading: AnyObject {
  /// The tables of the state that is read, in any order: those that other handles and processes defined too, in the form that they have in that state.
  func tables() throws -> [RecordTable]

  /// The values of a record; nil if there is none.
  func values(of key: RecordKey, in table: RecordTable) throws -> [StoredValue]?

  /// The records that a query finds, in its order.
  func cursor(_ query: RecordQuery, in table: RecordTable) throws -> any RecordCursor

  /// Returns the number of records that a query finds. The query has no limit.
  func count(_ query: RecordQuery, in table: RecordTable) throws -> Int
}

/// Hands over one record at a time.
public protocol RecordCursor: AnyObject {
  /// The next record; nil behind the last one.
  ///
  /// - Throws: ``StorageError``; ``StorageError/Code/damaged`` with the key of a record that is there and cannot be read. Who asks again gets the
  ///   record behind that one.
  func next() throws -> StoredRecord?
}

/// A reader and writer of the records of a back end, for as long as ``StorageBackEnd/write(_:_:)`` calls.
///
/// A change that fails with a ``StorageError`` has changed nothing, and others may follow (rule W1).
public protocol StorageWriting: StorageReading {
  /// Makes a table, or puts it in the place of one with the same id.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - former: What it was before; nil if there was none.
  ///   - rewrite: Makes the values under the new table of those of a record under the former; nil if they stay as they are.
  /// - Throws: ``StorageError/Code/notUnique`` if the records that are there break a rule of the new table, and what the
  ///   function throws.
  func define(
    _ table: RecordTable, replacing former: RecordTable?, rewrite: RecordRewrite?) throws

  /// Removes a table with all its records.
  func drop(_ table: RecordTable) throws

  /// Stores a record.
  ///
  /// - Throws: ``StorageError/Code/duplicateKey``, ``StorageError/Code/notUnique``.
  func insert(_ record: StoredRecord, into table: RecordTable) throws

  /// Stores a record in the place of the one with its key.
  ///
  /// - Returns: Whether there was one. If not, nothing is stored.
  /// - Throws: ``StorageError/Code/notUnique``.
  func update(_ record: StoredRecord, in table: RecordTable) throws -> Bool

  /// Stores a record, in the place of the one with its key if there is one.
  ///
  /// - Throws: ``StorageError/Code/notUnique``.
  func upsert(_ record: StoredRecord, in table: RecordTable) throws

  /// Removes a record.
  ///
  /// - Returns: Whether there was one.
  func delete(_ key: RecordKey, from table: RecordTable) throws -> Bool
}

/// Makes the values of a record under a new table of those under the former one.
public typealias RecordRewrite = (StoredRecord) throws -> [StoredValue]
