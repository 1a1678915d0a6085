internal import StorageTransforms

/// Reading past records that cannot be restored: an attribute was stored by a transform that this program lacks, a value is one
/// that its type refuses by now, another program put text into a column of numbers, the bytes of one record in a file were changed.
///
/// ```swift
/// let readable = try photos.fetch(where: .all, skippingUnreadable: { log($0) })
/// for result in try photos.results(where: .all) { … }
/// ```
///
/// ``RecordSet/fetch(where:)`` and ``RecordSet/forEach(where:_:)`` end with the first such record. ``RecordStore/errors``
/// reports each of them in any case. A limit counts those that are skipped. What is no fault of a single record ends every reading: ``StorageError``.
extension RecordSet {
  /// The values of a selection, in its order, without those of records that cannot be read.
  ///
  /// - Parameters:
  ///   - selection: Which values.
  ///   - report: Is called for each record that is left out.
  /// - Throws: ``StorageError``, and what the function throws.
  public func fetch(
    where selection: RecordSelection<Root> = .all,
    skippingUnreadable report: (UnreadableRecord) throws -> Void
  ) throws -> [Root] {
    try store.read { try fetch(where: selection, skippingUnreadable: report, in: $0) }
  }

  /// The values of a selection, in its order, without those of records that cannot be read.
  ///
  /// - Throws: ``StorageError``, and what the function throws.
  public func fetch(
    where selection: RecordSelection<Root> = .all,
    skippingUnreadable report: (UnreadableRecord) throws -> Void, in session: RecordReader
  ) throws -> [Root] {
    var values: [Root] = []
    try forEach(where: selection, skippingUnreadable: report, in: session) { values.append($0) }
    return values
  }

  /// Calls a function with the values of a selection, in its order, with memory for one, without those of records that cannot be read.
  ///
  /// - Parameters:
  ///   - selection: Which values.
  ///   - report: Is called for each record that is left out, in its place in the order.
  ///   - body: Is called for each value.
  /// - Throws: ``StorageError``, and what the functions throw.
  public func forEach(
    where selection: RecordSelection<Root> = .all,
    skippingUnreadable report: (UnreadableRecord) throws -> Void, _ body: (Root) throws -> Void
  ) throws {
    try store.read { try forEach(where: selection, skippingUnreadable: report, in: $0, body) }
  }

  /// Calls a function with the values of a selection, in its order, with memory for one, without those of records that cannot be read.
  ///
  /// - Throws: ``StorageError``, and what the functions throw.
  public func forEach(
    where selection: RecordSelection<Root> = .all,
    skippingUnreadable report: (UnreadableRecord) throws -> Void, in session: RecordReader,
    _ body: (Root) throws -> Void
  ) throws {
    try forEachResult(where: selection, in: session) { result in
      switch result {
      case .success(let value): try body(value)
      case .failure(let record): try report(record)
      }
    }
  }

  /// A result for each record of a selection, in its order. O(found), with memory for all of them.
  ///
  /// - Throws: ``StorageError``.
  public func results(
    where selection: RecordSelection<Root>
  ) throws -> [Result<Root, UnreadableRecord>] {
    try store.read { try results(where: selection, in: $0) }
  }

  /// A result for each record of a selection, in its order. O(found), with memory for all of them.
  ///
  /// - Throws: ``StorageError``.
  public func results(
    where selection: RecordSelection<Root>, in session: RecordReader
  ) throws -> [Result<Root, UnreadableRecord>] {
    var results: [Result<Root, UnreadableRecord>] = []
    try forEachResult(where: selection, in: session) { results.append($0) }
    return results
  }

  /// Calls a function with a result for each record of a selection, in its order, with memory for one.
  ///
  /// - Throws: ``StorageError``, and what the function throws.
  public func forEachResult(
    where selection: RecordSelection<Root> = .all,
    _ body: (Result<Root, UnreadableRecord>) throws -> Void
  ) throws {
    try store.read { try forEachResult(where: selection, in: $0, body) }
  }

  /// Calls a function with a result for each record of a selection, in its order, with memory for one.
  ///
  /// - Throws: ``StorageError``, and what the function throws.
  public func forEachResult(
    where selection: RecordSelection<Root> = .all, in session: RecordReader,
    _ body: (Result<Root, UnreadableRecord>) throws -> Void
  ) throws {
    let arrangement = try arrangement(in: session)
    let cursor = try session.cursor(arrangement.stored(query(selection)), in: id)
    let context = try context(in: session)
    while let next = try cursor.nextResult() {
      let result: Result<Root, UnreadableRecord>
      switch next {
      case .failure(let damaged):
        let record = UnreadableRecord(damaged.key, damaged.error, entity.schema)
        entity.errors.report(ConversionError(.restoring, record.cause))
        store.errors.report(ConversionError(.restoring, record.cause))
        result = .failure(record)
      case .success(let record):
        do {
          result = .success(
            try value(arrangement.restored(record.values), record.key, context, in: session))
        } catch let error as TransformError {
          result = .failure(UnreadableRecord(key: record.key, cause: error))
        }
      }
      try body(result)
    }
  }
}

extension UnreadableRecord {
  /// A record that the back end holds and cannot read.
  fileprivate init(_ key: RecordKey, _ error: StorageError, _ schema: EntitySchema) {
    let attribute = schema.attributes.first { $0.name == error.attribute }
    let context = TransformContext(
      entity: TransformContext.Subject(schema.name, id: schema.id),
      attribute: attribute?.subject, recordKey: key.value)
    self.init(
      key: key,
      cause: TransformError(.unreadable, error.message, context: context, underlying: error))
  }
}
