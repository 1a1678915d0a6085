internal import StorageTransforms

extension RecordSet {
  /// Stores a value whose key is not there.
  ///
  /// - Throws: ``StorageError``: ``StorageError/Code/duplicateKey``, ``StorageError/Code/notUnique``; ``TransformError``, also for a
  ///   value that could not be fetched again.
  public func insert(_ value: Root, in session: RecordWriter) throws {
    let arrangement = try arrangement(in: session)
    try session.insert(
      arrangement.stored(session.storingShapes { try record(value, $0) }), into: id)
  }

  /// Stores a value in the place of the one with its key.
  ///
  /// - Returns: Whether there was one. If not, nothing is stored.
  /// - Throws: ``StorageError``: ``StorageError/Code/notUnique``; ``TransformError``, also for a
  ///   value that could not be fetched again.
  @discardableResult
  public func update(_ value: Root, in session: RecordWriter) throws -> Bool {
    let arrangement = try arrangement(in: session)
    return try session.update(
      arrangement.stored(session.storingShapes { try record(value, $0) }), in: id)
  }

  /// Stores a value, in the place of the one with its key if there is one.
  ///
  /// - Throws: ``StorageError``: ``StorageError/Code/notUnique``; ``TransformError``, also for a
  ///   value that could not be fetched again.
  public func save(_ value: Root, in session: RecordWriter) throws {
    let arrangement = try arrangement(in: session)
    try session.upsert(
      arrangement.stored(session.storingShapes { try record(value, $0) }), in: id)
  }

  /// Removes the value with a key.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: ``StorageError``.
  @discardableResult
  public func delete(key: Key, in session: RecordWriter) throws -> Bool {
    try checkWriting()
    _ = try arrangement(in: session)
    return try session.delete(recordKey(key), from: id)
  }

  /// The value with a key; nil if there is none.
  ///
  /// - Throws: ``StorageError``; ``TransformError`` for a record that cannot be read.
  public func fetch(key: Key, in session: RecordReader) throws -> Root? {
    let recordKey = try recordKey(key)
    let arrangement = try arrangement(in: session)
    guard let values = try session.values(of: recordKey, in: id) else { return nil }
    return try value(
      arrangement.restored(values), recordKey, context(in: session), in: session)
  }

  /// The values of a selection, in its order. O(found), with memory for all of them.
  ///
  /// - Throws: ``StorageError``; ``TransformError`` for a record that cannot be read.
  public func fetch(
    where selection: RecordSelection<Root> = .all, in session: RecordReader
  ) throws -> [Root] {
    var values: [Root] = []
    try forEach(where: selection, in: session) { values.append($0) }
    return values
  }

  /// Calls a function with the values of a selection, in its order, with memory for one.
  ///
  /// - Throws: ``StorageError``; ``TransformError`` for a record that cannot be read; what the function throws.
  public func forEach(
    where selection: RecordSelection<Root> = .all, in session: RecordReader,
    _ body: (Root) throws -> Void
  ) throws {
    let arrangement = try arrangement(in: session)
    let cursor = try session.cursor(arrangement.stored(query(selection)), in: id)
    let context = try context(in: session)
    while let record = try cursor.next() {
      try body(value(arrangement.restored(record.values), record.key, context, in: session))
    }
  }

  /// Returns the number of values that a selection has, whatever its limit.
  ///
  /// - Throws: ``StorageError``.
  public func count(
    where selection: RecordSelection<Root> = .all, in session: RecordReader
  ) throws -> Int {
    try session.count(arrangement(in: session).stored(query(selection)), in: id)
  }
}
