public import StorageTransforms

extension RecordStore {
  /// The records of an entity. Makes their table if it is not there, and brings records that an earlier program stored into the
  /// present form (``Entity/plan(for:allowing:)``), in one transaction.
  ///
  /// ```swift
  /// let photos = try store.records(of: photoEntity, key: \.photoID)
  /// ```
  ///
  /// - Parameters:
  ///   - entity: What the records are.
  ///   - path: The property that tells a record from all others: a number, text, bytes, a UUID.
  ///   - attribute: The name of its attribute, where no field was declared for the property.
  ///   - access: Whether records of a newer program are read.
  ///   - context: What is handed to transforms: a base URL, keys.
  /// - Throws: ``SchemaError`` if what is stored is another entity's, or differs in a way that was not declared,
  ///   or if the transform of the key does not keep equality (``SchemaError/Code/notComparable``);
  ///   ``StorageError``; ``TransformError`` for records that cannot be brought into the present form.
  public func records<Root, Key: StoredForm & Hashable>(
    of entity: Entity<Root>, key path: any KeyPath<Root, Key> & Sendable,
    named attribute: String? = nil, allowing access: Entity<Root>.Access = .readWrite,
    in context: TransformContext = TransformContext()
  ) throws -> RecordSet<Root, Key> {
    let table = try Self.table(of: entity, path, attribute)
    let stored = try read { try $0.table(table.id) }
    guard let stored else {
      try write(retrying: .repeatable) { session in
        if try session.table(table.id) != table { try session.define(table) }
      }
      return RecordSet(
        store: self, entity: entity, table: table, keyPath: path, plan: nil, context: context)
    }
    guard stored != table else {
      return RecordSet(
        store: self, entity: entity, table: table, keyPath: path, plan: nil, context: context)
    }
    let plan = try entity.plan(for: stored.entity, allowing: access)
    guard !plan.isReadOnly else {
      return RecordSet(
        store: self, entity: entity, table: stored, keyPath: path, plan: plan, context: context)
    }
    var context = context
    // While records are written anew no rows are. They are read before: the definition comes first in its transaction.
    context.shapes = SharedShapes(
      try read { try ShapeTable.dictionary(in: $0) }, shapeUse == .adding ? .writing : .reading,
      isNewest: false)
    try write(retrying: .repeatable) { [context] session in
      let migrate: RecordRewrite = { [errors] record in
        try plan.migrate(
          record.values, recordKey: record.key.value, in: context, reporting: errors)
      }
      try session.define(
        table, replacing: stored, rewrite: plan.keepsValues ? nil : migrate)
    }
    return RecordSet(
      store: self, entity: entity, table: table, keyPath: path, plan: nil, context: context)
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
