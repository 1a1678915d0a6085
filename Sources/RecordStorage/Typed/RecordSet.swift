public import StorageTransforms

/// The records of one entity in a store, as values of a Swift type: ``RecordStore/records(of:key:named:allowing:in:)``.
///
/// ```swift
/// try photos.save(photo)
/// let photo = try photos.fetch(key: "sunset")
/// let latest = try photos.fetch(where: .ordered(by: \.dateTaken, descending: true, limit: 10))
/// ```
///
/// Another handle or program may define the entity anew while this one is open. Each session looks at that before it reads or writes: attributes
/// in another order or with other names are found by their ids. Any other difference, and another version, is ``StorageError/Code/schemaChanged``.
///
/// Each call is a read or a transaction of its own, which runs again by itself when another transaction was first, up to 20 times. Calls that take a
/// session are a part of that session:
///
/// ```swift
/// try store.write(retrying: .conflicts(atMost: 5)) { session in
///   try photos.insert(photo, in: session)
///   try albums.save(album, in: session)
/// }
/// ```
public struct RecordSet<Root, Key: StoredForm & Hashable>: Sendable {
  /// The store.
  public let store: RecordStore
  /// The entity that describes the records.
  public let entity: Entity<Root>
  /// The table, as it is stored.
  public let table: RecordTable
  let keyPath: any KeyPath<Root, Key> & Sendable
  let plan: SchemaPlan<Root>?
  let isReadOnly: Bool
  let context: TransformContext
  private let known = KnownArrangement()

  /// The id of the table, for the functions of ``RecordReader`` and ``RecordWriter``.
  public var id: String { table.id }

  /// The record key of a key.
  ///
  /// - Throws: ``StorageError/Code/wrongKey`` for what is no key, ``TransformError`` for what is not storable.
  public func recordKey(_ key: Key) throws -> RecordKey {
    guard let recordKey = RecordKey(try key.storedValue()) else {
      throw StorageError(.wrongKey, "nothing, or a real, is no key", entity: entity.schema.name)
    }
    return recordKey
  }

  /// The query of a selection.
  ///
  /// - Throws: ``SchemaError/Code/wrongField`` for a property without a field, ``SchemaError/Code/notComparable`` for one whose
  ///   transform keeps too little, and what its transform throws.
  public func query(_ selection: RecordSelection<Root>) throws -> RecordQuery {
    let position = try position(of: selection.subject)
    if let position {
      try entity.check(
        selection.isEquality ? .equality : .order, at: position,
        for: selection.isEquality
          ? "is asked for a value" : "is asked for a range or in the order of its values")
    }
    let lower = try bound(selection.lower, position)
    var query: RecordQuery
    if selection.isPrefix, let lower {
      query = .prefix(lower.value, by: position)
    } else {
      query = RecordQuery(
        by: position, from: lower, to: try bound(selection.upper, position))
    }
    query.attribute = try position.map(place)
    query.isDescending = selection.isDescending
    query.limit = selection.limit
    return query
  }

  private func bound(
    _ bound: RecordSelection<Root>.Bound?, _ position: Int?
  ) throws -> RecordQuery.Bound? {
    guard let bound, let position else { return nil }
    return RecordQuery.Bound(
      try bound.form(entity, position, context), isIncluded: bound.isIncluded)
  }

  /// The position in the stored table of the attribute at a position of the entity.
  private func place(of position: Int) throws -> Int {
    let attribute = entity.schema.attributes[position]
    let stored = table.entity.attributes
    if plan == nil { return position }
    guard let place = stored.firstIndex(where: { $0.id == attribute.id }) else {
      throw SchemaError(
        .wrongField, "the records were stored without '\(attribute.name)'",
        entity: entity.schema.name)
    }
    if attribute.id == table.keyAttribute { return place }
    let former = stored[place]
    guard plan?.changesValues == false, former.type.widens(to: attribute.type),
      former.isRequired || !attribute.isRequired
    else {
      throw SchemaError(
        .wrongField,
        "the records have '\(attribute.name)' as an earlier version stored it: they are not found by its present values",
        entity: entity.schema.name)
    }
    guard former.form == attribute.form, former.isStamped == attribute.isStamped else {
      throw SchemaError(
        .wrongField,
        "the records have '\(attribute.name)' in the form “\(former.form)”: they are not found by values of the form “\(attribute.form)”",
        entity: entity.schema.name)
    }
    return place
  }

  /// The position in the entity of the attribute that a selection asks for.
  private func position(of subject: RecordSelection<Root>.Subject) throws -> Int? {
    let position: Int?
    switch subject {
    case .key: return nil
    case .name(let name):
      position = entity.schema.attributes.firstIndex { $0.name == name }
    case .property(let path) where path == keyPath && table.keyAttribute != nil:
      position = entity.schema.attributes.firstIndex { $0.id == table.keyAttribute }
    case .property(let path):
      position = (path as? PartialKeyPath<Root>).flatMap { entity.position(of: $0) }
    }
    guard let position else {
      throw SchemaError(
        .wrongField, "no field was declared for the property that is asked for",
        entity: entity.schema.name, lines: ["….named(\"…\")  // the name of the attribute"])
    }
    return position
  }

  /// The record of a value, which may need rows that are added to shapes.
  ///
  /// - Throws: ``TransformError``, also for a value that could not be restored from the record.
  func record(_ value: Root, _ shapes: SharedShapes) throws -> StoredRecord {
    try checkWriting()
    let key = try recordKey(value[keyPath: keyPath])
    var context = context
    context.shapes = shapes
    let values = try entity.store(
      value, recordKey: key.value, in: context, reporting: store.errors)
    try entity.checkRestorable(
      values, of: value, recordKey: key.value, in: context, reporting: store.errors)
    return StoredRecord(key: key, values: values)
  }

  /// Refuses to write records whose form is not the entity's.
  ///
  /// - Throws: ``StorageError/Code/readOnly``.
  func checkWriting() throws {
    guard isReadOnly || plan != nil else { return }
    throw StorageError(
      .readOnly,
      plan?.isReadOnly == true
        ? "a newer program stored the records: they are read, and not written"
        : "the records were opened for reading only: they are not written",
      entity: entity.schema.name)
  }

  /// The arrangement of the set's values in the store, before one is read or written. O(1) as long as the store has the same tables.
  ///
  /// - Throws: ``StorageError/Code/schemaChanged``.
  func arrangement(in session: RecordReader) throws -> Arrangement {
    try known.arrangement(of: table, in: session.rules(of: id))
  }

  /// What records of a session are restored with.
  func context(in session: RecordReader) throws -> TransformContext {
    var context = context
    context.shapes = try session.shapes()
    return context
  }

  /// The value of a record.
  ///
  /// - Parameter context: That of the session: ``context(in:)``.
  func value(
    _ values: [StoredValue], _ key: RecordKey, _ context: TransformContext,
    in session: RecordReader
  ) throws -> Root {
    do {
      return try value(values, key, context)
    } catch let error as TransformError where error.code == .unknownShapes {
      try session.reloadShapes()
      return try value(values, key, context)
    }
  }

  private func value(
    _ values: [StoredValue], _ key: RecordKey, _ context: TransformContext
  ) throws -> Root {
    if let plan {
      return try plan.restore(values, recordKey: key.value, in: context, reporting: store.errors)
    }
    return try entity.restore(values, recordKey: key.value, in: context, reporting: store.errors)
  }
}
