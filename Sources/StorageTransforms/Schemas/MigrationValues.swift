/// The values of a record that an earlier version stored, while a step brings them into a later form: ``Entity/step(from:_:)``.
///
/// A name is that of an attribute of the version that stored the record, or its id; else that of an attribute of the present entity, or its id;
/// else one that steps choose for values that later steps read. What steps do not set is migrated as the fields declare.
public struct MigrationValues<Root> {
  /// The meaning of a name: an attribute by its id, or a value for later steps.
  private enum Subject: Hashable {
    case attribute(id: String)
    case other(String)
  }

  private let values: [StoredValue]
  private let stored: EntitySchema
  private let entity: Entity<Root>
  private let call: EntityCall
  private var results: [Subject: StoredValue] = [:]

  init(_ values: [StoredValue], _ stored: EntitySchema, _ entity: Entity<Root>, _ call: EntityCall)
  {
    self.values = values
    self.stored = stored
    self.entity = entity
    self.call = call
  }

  /// The version that stored the record.
  public var storedVersion: Int { stored.version }

  private func subject(_ name: String) -> Subject {
    for schema in [stored, entity.schema] {
      let attribute =
        schema.attributes.first { $0.name == name } ?? schema.attributes.first { $0.id == name }
      if let attribute { return .attribute(id: attribute.id) }
    }
    return .other(name)
  }

  /// The stored form of a value: what a step has set, else what the record has. Nil if there is neither. O(attributes).
  public subscript(name: String) -> StoredValue? {
    get {
      let subject = subject(name)
      if let result = results[subject] { return result }
      guard case .attribute(let id) = subject else { return nil }
      return stored.position(ofID: id).map { values[$0] }
    }
    set { results[subject(name)] = newValue }
  }

  /// The value of an attribute that was stored as it is, without a transform; nil for null. O(attributes).
  ///
  /// ```swift
  /// let name = try values.value(String.self, of: "name") ?? ""
  /// ```
  ///
  /// - Throws: ``TransformError``: ``TransformError/Code/missingValue`` if nothing has the name, and ``TransformError/Code/typeMismatch`` for a
  ///   value of another kind.
  public func value<Value: StoredForm>(
    _ type: Value.Type, of name: String
  ) throws(TransformError) -> Value? {
    guard let stored = self[name] else {
      throw TransformError(
        .missingValue, "version \(storedVersion) has no attribute '\(name)'", context: call.record)
    }
    if stored == .null { return nil }
    do throws(TransformError) {
      return try Value(storedValue: stored)
    } catch {
      throw TransformError(error, .typeMismatch, in: call.record)
    }
  }

  /// Sets the value of a property, which is stored as its field says. O(attributes).
  ///
  /// ```swift
  /// try values.set(\.first, to: "Ann")
  /// ```
  ///
  /// - Throws: ``TransformError``: ``TransformError/Code/missingValue`` if no field was declared for the property or a required one is nil,
  ///   ``TransformError/Code/invalid``, and what the field's transform throws.
  public mutating func set<Value>(
    _ path: KeyPath<Root, Value>, to value: Value
  ) throws(TransformError) {
    guard let position = entity.position(of: path) else {
      throw TransformError(
        .missingValue, "no field was declared for the property that a step sets",
        context: call.record)
    }
    let attribute = entity.attributes[position]
    let bare = (Value.self as? any OptionalValue.Type).map { $0.wrapped(in: value) } ?? value
    results[.attribute(id: attribute.schema.id)] = try attribute.storeErased(bare, call)
  }

  /// The values that steps set for attributes of the present entity, by position.
  ///
  /// - Throws: ``TransformError/Code/missingValue`` if an attribute has another form now, of which no field knows the former one, and no step
  ///   sets it; and if a required one is set to null.
  func results(_ places: [StoredAttributes.Place]) throws(TransformError) -> [Int: StoredValue] {
    var found: [Int: StoredValue] = [:]
    for (position, attribute) in entity.attributes.enumerated() {
      if let result = results[.attribute(id: attribute.schema.id)] {
        if result == .null, attribute.schema.isRequired { throw attribute.missingValue(call) }
        found[position] = result
      } else if let schema = places[position].schema, !attribute.reads(schema) {
        throw TransformError(
          .missingValue, "no step sets '\(attribute.schema.name)', whose form is another one now",
          context: call.context(of: attribute.schema))
      }
    }
    return found
  }

  /// Runs a step.
  ///
  /// - Throws: ``TransformError/Code/missingValue`` if the last step sets a name that nothing has; what the step throws.
  mutating func run(_ step: Entity<Root>.Step, isLast: Bool) throws {
    let before = Set(results.keys)
    try step(&self)
    guard isLast else { return }
    for case .other(let name) in results.keys where !before.contains(.other(name)) {
      if entity.schema.removed.contains(name) { continue }
      throw TransformError(
        .missingValue, "the last step sets '\(name)', which is no attribute", context: call.record)
    }
  }
}
