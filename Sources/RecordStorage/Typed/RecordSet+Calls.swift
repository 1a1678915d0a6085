internal import StorageTransforms

extension RecordSet {
  /// Stores a value whose key is not there, in a transaction of its own.
  ///
  /// - Throws: As ``insert(_:in:)``, and what the commit throws.
  public func insert(_ value: Root, _ durability: StorageDurability = .synced) throws {
    let record = try complete([value])?.first
    try store.write(durability, retrying: .repeatable) { session in
      guard let record else { return try insert(value, in: session) }
      try session.insert(arrangement(in: session).stored(record), into: id)
    }
  }

  /// Stores a value in the place of the one with its key, in a transaction of its own.
  ///
  /// - Returns: Whether there was one. If not, nothing is stored.
  /// - Throws: As ``update(_:in:)``, and what the commit throws.
  @discardableResult
  public func update(_ value: Root, _ durability: StorageDurability = .synced) throws -> Bool {
    let record = try complete([value])?.first
    return try store.write(durability, retrying: .repeatable) { session in
      guard let record else { return try update(value, in: session) }
      return try session.update(arrangement(in: session).stored(record), in: id)
    }
  }

  /// Stores a value, in the place of the one with its key if there is one, in a transaction of its own.
  ///
  /// - Throws: As ``save(_:in:)``, and what the commit throws.
  public func save(_ value: Root, _ durability: StorageDurability = .synced) throws {
    try save(contentsOf: CollectionOfOne(value), durability)
  }

  /// Stores values in one transaction: all, or none.
  ///
  /// - Throws: As ``save(_:in:)``, and what the commit throws.
  public func save(
    contentsOf values: some Sequence<Root>, _ durability: StorageDurability = .synced
  ) throws {
    let values = Array(values)
    let records = try complete(values)
    try store.write(durability, retrying: .repeatable) { session in
      guard let records else {
        for value in values { try save(value, in: session) }
        return
      }
      let arrangement = try arrangement(in: session)
      for record in records { try session.upsert(arrangement.stored(record), in: id) }
    }
  }

  /// The records of values, made before the transaction begins, so that it is short; nil if they need rows of the shape dictionary that
  /// are not stored yet.
  private func complete(_ values: [Root]) throws -> [StoredRecord]? {
    let shapes = try store.shapes()
    let records = try values.map { try record($0, shapes) }
    return shapes.additions.isEmpty ? records : nil
  }

  /// Removes the value with a key, in a transaction of its own.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: ``StorageError``.
  @discardableResult
  public func delete(key: Key, _ durability: StorageDurability = .synced) throws -> Bool {
    try store.write(durability, retrying: .repeatable) { try delete(key: key, in: $0) }
  }

  /// The value with a key; nil if there is none.
  ///
  /// - Throws: ``StorageError``; ``TransformError`` for a record that cannot be read.
  public func fetch(key: Key) throws -> Root? {
    var found: Root?
    try store.session { found = try fetch(key: key, in: $0) }
    return found
  }

  /// The values of a selection, in its order. O(found), with memory for all of them.
  ///
  /// - Throws: ``StorageError``; ``TransformError`` for the first record that cannot be read.
  public func fetch(where selection: RecordSelection<Root> = .all) throws -> [Root] {
    try store.read { try fetch(where: selection, in: $0) }
  }

  /// Calls a function with the values of a selection, in its order, with memory for one.
  ///
  /// - Throws: ``StorageError``; ``TransformError`` for a record that cannot be read; what the function throws.
  public func forEach(
    where selection: RecordSelection<Root> = .all, _ body: (Root) throws -> Void
  ) throws {
    try store.read { try forEach(where: selection, in: $0, body) }
  }

  /// Returns the number of values that a selection has, whatever its limit.
  ///
  /// - Throws: ``StorageError``.
  public func count(where selection: RecordSelection<Root> = .all) throws -> Int {
    try store.read { try count(where: selection, in: $0) }
  }
}
