public import StorageTransforms

extension RecordStore {
  /// The records of an entity. Makes their table if it is not there, and brings records that an earlier program stored into the
  /// present form (``Entity/plan(for:allowing:)``), in one transaction. If other programs do that at the same time, this one waits and looks again.
  ///
  /// ```swift
  /// let photos = try store.records(of: photoEntity, key: \.photoID)
  /// ```
  ///
  /// If nothing may be written (with `.readOnly`, or in a ``FileReaderBackEnd``), records keep their form and are read through the plan.
  ///
  /// - Parameters:
  ///   - entity: What the records are.
  ///   - path: The property that tells a record from all others: a number, text, bytes, a UUID.
  ///   - attribute: The name of its attribute, where no field was declared for the property.
  ///   - access: Whether records in another form are brought into the present one, or are read as they are, those of a newer program too.
  ///   - context: What is handed to transforms: a base URL, keys.
  /// - Throws: ``SchemaError`` if what is stored is another entity's, or differs in a way that was not declared,
  ///   or if the transform of the key does not keep equality (``SchemaError/Code/notComparable``);
  ///   ``StorageError``, with the code ``StorageError/Code/unknownEntity`` if the table is not there and nothing may be written;
  ///   ``TransformError`` for records that cannot be brought into the present form.
  public func records<Root, Key: StoredForm & Hashable>(
    of entity: Entity<Root>, key path: any KeyPath<Root, Key> & Sendable,
    named attribute: String? = nil, allowing access: Entity<Root>.Access = .readWrite,
    in context: TransformContext = TransformContext()
  ) throws -> RecordSet<Root, Key> {
    let table = try Self.table(of: entity, path, attribute)
    func set(
      _ table: RecordTable, _ plan: SchemaPlan<Root>?, _ context: TransformContext
    ) -> RecordSet<Root, Key> {
      RecordSet(
        store: self, entity: entity, table: table, keyPath: path, plan: plan,
        isReadOnly: access == .readOnly, context: context)
    }
    // Another program may define the table between the read and the write.
    return try TransactionRetry.repeatable.run(after: [.conflict, .schemaChanged]) {
      guard let stored = try read({ try $0.table(table.id) }) else {
        try make(table, access == .readOnly)
        return set(table, nil, context)
      }
      if stored == table { return set(table, nil, context) }
      let plan = try entity.plan(for: stored.entity, allowing: access)
      func asItIs() throws -> RecordSet<Root, Key> {
        guard stored.keyKind == table.keyKind, stored.keyAttribute == table.keyAttribute else {
          throw StorageError(
            .wrongKey, "the records were stored with another key", entity: stored.entity.name)
        }
        return set(stored, plan, context)
      }
      if plan.isReadOnly || access == .readOnly { return try asItIs() }
      do {
        return set(table, nil, try remake(stored, as: table, by: plan, context))
      } catch let error as StorageError where error.code == .readOnly {
        return try asItIs()
      }
    }
  }

  /// Makes a table that is not there.
  private func make(_ table: RecordTable, _ isReadOnly: Bool) throws {
    func missing() -> StorageError {
      StorageError(
        .unknownEntity,
        "the store has no table for the entity yet, and nothing may be written: a program that writes makes it",
        entity: table.entity.name)
    }
    if isReadOnly { throw missing() }
    do {
      try write { session in
        if try session.table(table.id) != table { try session.define(table) }
      }
    } catch let error as StorageError where error.code == .readOnly {
      throw missing()
    }
  }

  /// Brings the records of a table into the form of a later one, and returns the context that the later ones are read in.
  private func remake<Root>(
    _ stored: RecordTable, as table: RecordTable, by plan: SchemaPlan<Root>,
    _ context: TransformContext
  ) throws -> TransformContext {
    var context = context
    // While records are written anew no rows are. They are read before: the definition comes first in its transaction.
    context.shapes = SharedShapes(
      try read { try ShapeTable.dictionary(in: $0) }, shapeUse == .adding ? .writing : .reading,
      isNewest: false)
    do {
      try write { [context] session in
        let migrate: RecordRewrite = { [errors] record in
          try plan.migrate(
            record.values, recordKey: record.key.value, in: context, reporting: errors)
        }
        try session.define(
          table, replacing: stored, rewrite: plan.keepsValues ? nil : migrate)
      }
    } catch let error as TransformError where error.code == .unknownShapes {
      throw StorageError(
        .schemaChanged, "another program added shapes just now", entity: table.entity.name,
        underlying: error)
    }
    return context
  }

  private static func table<Root, Key: StoredForm & Hashable>(
    of entity: Entity<Root>, _ path: any KeyPath<Root, Key> & Sendable, _ name: String?
  ) throws -> RecordTable {
    let schema = entity.schema
    let position =
      name.map { name in schema.attributes.firstIndex { $0.name == name } }
      ?? entity.position(of: path)
    guard let position else {
      throw SchemaError(
        .wrongField,
        name.map { "no attribute is called '\($0)'" } ?? "no field was declared for the key",
        entity: schema.name,
        lines: ["records(of: …, key: …, named: \"…\")  // the name of the key's attribute"])
    }
    guard schema.id != ShapeTable.id else {
      throw StorageError(
        .invalidName, "stores keep the shapes of archives under the id '\(ShapeTable.id)'",
        entity: schema.name)
    }
    try entity.check(.equality, at: position, for: "is the key")
    let kinds = RecordKey.Kind.allCases.filter { kind in
      Key.storedKinds.contains { $0.rawValue == kind.rawValue }
    }
    guard kinds.count == 1, !Key.storedKinds.contains(.real) else {
      throw StorageError(
        .wrongKey, "\(Key.self) is no key: it is not always an integer, or text, or bytes",
        entity: schema.name)
    }
    return RecordTable(schema, keyKind: kinds[0], keyAttribute: schema.attributes[position].id)
  }
}
