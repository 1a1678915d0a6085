extension Entity {
  /// What is stored of a value: as many values as there are attributes, in their order.
  ///
  /// - Parameters:
  ///   - value: What is to be stored.
  ///   - recordKey: The key of its record; nil if the database will make one.
  ///   - context: What the caller hands to transforms. Entity, attribute and key are set here.
  ///   - errors: Who else is told of what fails, such as those who watch a store.
  /// - Throws: ``TransformError``: ``TransformError/Code/missingValue``, ``TransformError/Code/invalid``, and what the
  ///   transforms throw.
  public func store(
    _ value: Root, recordKey: StoredValue? = nil, in context: TransformContext = TransformContext(),
    reporting errors: ConversionErrors? = nil
  ) throws(TransformError) -> [StoredValue] {
    try storing(value, call(recordKey, context, errors))
  }

  /// The value of a record.
  ///
  /// - Parameters:
  ///   - stored: As many values as there are attributes, in their order.
  ///   - recordKey: The key of the record.
  ///   - context: What the caller hands to transforms. Entity, attribute and key are set here.
  ///   - errors: Who else is told of what fails, such as those who watch a store.
  /// - Throws: ``TransformError``: ``TransformError/Code/missingValue`` for null where there has to be a value,
  ///   ``TransformError/Code/unreadable`` for too few or too many values, and what the transforms and the type throw.
  public func restore(
    _ stored: [StoredValue], recordKey: StoredValue? = nil,
    in context: TransformContext = TransformContext(), reporting errors: ConversionErrors? = nil
  ) throws(TransformError) -> Root {
    let call = call(recordKey, context, errors)
    try Self.check(stored.count, schema, call)
    return try restore(StoredAttributes(stored), call)
  }

  func restore(_ stored: StoredAttributes, _ call: EntityCall) throws(TransformError) -> Root {
    do {
      return try restoring(stored, call)
    } catch {
      throw TransformError(error, .unreadable, in: call.record)
    }
  }

  func call(
    _ recordKey: StoredValue?, _ context: TransformContext, _ errors: ConversionErrors?
  ) -> EntityCall {
    EntityCall(
      schema.subject, recordKey, context, errors.map { [self.errors, $0] } ?? [self.errors])
  }

  static func check(
    _ count: Int, _ schema: EntitySchema, _ call: EntityCall
  ) throws(TransformError) {
    guard count == schema.attributes.count else {
      throw TransformError(
        .unreadable,
        "the record has \(count) values, and the entity \(schema.attributes.count) attributes",
        context: call.record)
    }
  }
}
