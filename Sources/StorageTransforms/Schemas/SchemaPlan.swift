/// A plan by which records that were stored under one schema are read, and brought into the form of a later one:
/// ``Entity/plan(for:allowing:)``.
public struct SchemaPlan<Root>: Sendable {
  /// One difference, and so one thing for a store to do.
  public enum Step: Hashable, Sendable {
    /// The entity has another name.
    case renameEntity(from: String, to: String)
    /// An attribute has another name.
    case rename(from: String, to: String)
    /// There is an attribute that was not there; ``SchemaPlan/migrate(_:recordKey:in:reporting:)`` gives its values.
    case add(AttributeSchema)
    /// An attribute is no more.
    case remove(AttributeSchema)
    /// The values of an attribute are stored in another form; ``SchemaPlan/migrate(_:recordKey:in:reporting:)`` gives it.
    case convert(from: AttributeSchema, to: AttributeSchema)
    /// The values are what they were, and their column is of a wider type.
    case widen(from: AttributeSchema, to: AttributeSchema)
    /// An attribute is required, unique or indexed and was not, or was and is not.
    case constrain(from: AttributeSchema, to: AttributeSchema)
  }

  /// The schema that the records were stored under.
  public let stored: EntitySchema
  /// The entity that reads them.
  public let entity: Entity<Root>
  /// The steps that have to be done to the records before any is stored under the entity's schema; empty if nothing has.
  public let steps: [Step]
  /// True if the records may be read and not be written, because a newer program stored them.
  public let isReadOnly: Bool
  let places: [StoredAttributes.Place]
  /// The steps that were declared for the version that is stored.
  let changes: [Entity<Root>.Step]
  /// True if a step may change values that keep their form.
  package var changesValues: Bool { !changes.isEmpty }

  /// True if records stay as they are: each attribute has the place that it had, and its form, and no step changes any.
  public var keepsValues: Bool {
    changes.isEmpty && stored.attributes.count == places.count
      && places.enumerated().allSatisfy { $1.position == $0 }
      && steps.allSatisfy {
        switch $0 {
        case .convert: false
        case .constrain(let old, let new):
          (!old.sharesShapes || new.sharesShapes)
            // Records without a value get that of `added(default:)`.
            && (old.isRequired || !new.isRequired || !entity.isAdded(new.id))
        default: true
        }
      }
  }

  /// The value of a record that was stored under ``stored``.
  ///
  /// - Throws: As ``Entity/restore(_:recordKey:in:reporting:)``.
  public func restore(
    _ values: [StoredValue], recordKey: StoredValue? = nil,
    in context: TransformContext = TransformContext(), reporting errors: ConversionErrors? = nil
  ) throws(TransformError) -> Root {
    let call = entity.call(recordKey, context, errors)
    return try entity.restore(values, stored, places, results(values, call), call)
  }

  /// The values of a record under the entity's schema, of those that were stored under ``stored``. Only what has another
  /// form is restored and stored anew.
  ///
  /// What cannot be read, or not be stored, is an error: no fallback takes its place.
  ///
  /// - Throws: ``TransformError``: ``TransformError/Code/readOnly``, and what the transforms throw.
  public func migrate(
    _ values: [StoredValue], recordKey: StoredValue? = nil,
    in context: TransformContext = TransformContext(), reporting errors: ConversionErrors? = nil
  ) throws(TransformError) -> [StoredValue] {
    let call = entity.call(recordKey, context, errors)
    guard !isReadOnly else {
      throw TransformError(
        .readOnly,
        "the records are of version \(stored.version), and this program knows \(entity.schema.version)",
        context: call.record)
    }
    try Entity<Root>.check(values.count, stored, call)
    let results = try results(values, call)
    var migrated: [StoredValue] = []
    migrated.reserveCapacity(places.count)
    for (position, (place, attribute)) in zip(places, entity.attributes).enumerated() {
      if let result = results[position] {
        migrated.append(result)
        continue
      }
      let value = place.position.map { values[$0] }
      migrated.append(try attribute.migrate(value, from: place.schema, call))
    }
    return migrated
  }

  /// Runs the steps and returns the values that they set, by positions of attributes.
  private func results(
    _ values: [StoredValue], _ call: EntityCall
  ) throws(TransformError) -> [Int: StoredValue] {
    if changes.isEmpty { return [:] }
    try Entity<Root>.check(values.count, stored, call)
    do {
      var migration = MigrationValues(values, stored, entity, call)
      for (index, change) in changes.enumerated() {
        try migration.run(change, isLast: index == changes.count - 1)
      }
      return try migration.results(places)
    } catch {
      let error = TransformError(error, .unreadable, in: call.record)
      call.reportRecord(.restoring, error)
      throw error
    }
  }
}
