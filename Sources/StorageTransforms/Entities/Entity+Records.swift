extension Entity {
  /// Returns the values that are stored of a value: as many as there are attributes, in their order.
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
    let call = call(recordKey, context, errors)
    do throws(TransformError) {
      return try storing(value, call)
    } catch {
      call.reportRecord(.storing, error)
      throw error
    }
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
    try restore(stored, schema, nil, [:], call(recordKey, context, errors))
  }

  /// The value of a record that was stored under a schema.
  ///
  /// - Parameters:
  ///   - places: Where each field finds its value; nil if the schema is the entity's own.
  ///   - results: Values in the entity's own form that take the place of stored ones, by the positions of attributes.
  func restore(
    _ stored: [StoredValue], _ schema: EntitySchema, _ places: [StoredAttributes.Place]?,
    _ results: [Int: StoredValue], _ call: EntityCall
  ) throws(TransformError) -> Root {
    do {
      try Self.check(stored.count, schema, call)
      return try restoring(StoredAttributes(stored, places, results), call)
    } catch {
      let error = TransformError(error, .unreadable, in: call.record)
      call.reportRecord(.restoring, error)
      throw error
    }
  }

  func call(
    _ recordKey: StoredValue?, _ context: TransformContext, _ errors: ConversionErrors?
  ) -> EntityCall {
    EntityCall(schema.subject, recordKey, context, self.errors, errors)
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
