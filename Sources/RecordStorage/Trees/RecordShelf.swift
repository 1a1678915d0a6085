internal import StorageTransforms

/// Where the values of a record are.
protocol RecordPlace: Sendable {
  /// Bytes that the record takes there, with its key; 0 where nobody asks.
  var storedByteCount: Int { get }
}

/// Where the values of records are, of which trees know the places.
protocol RecordShelf: AnyObject {
  associatedtype Place: RecordPlace

  /// The values of a record.
  func values(at place: Place, _ key: RecordKey, in table: RecordTable) throws -> [StoredValue]
}

/// A shelf that takes the changes of a transaction.
protocol WritableShelf: RecordShelf {
  /// Takes a record, and says where it is.
  func put(_ record: StoredRecord, in table: RecordTable) throws -> Place
  /// There is no such record any more.
  func remove(_ key: RecordKey, in table: RecordTable) throws
  /// There is a table, in the place of one with the same id.
  func define(_ table: RecordTable) throws
  /// A table is no more.
  func drop(_ table: RecordTable) throws
}
