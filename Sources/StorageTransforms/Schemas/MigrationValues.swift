/// The values of a record that an earlier version stored, while a step brings them into a later form: ``Entity/step(from:_:)``.
///
/// What a step does not set is migrated as the fields declare.
public struct MigrationValues<Root> {
  private let values: [StoredValue]
  private let stored: EntitySchema
  private let entity: Entity<Root>
  private let call: EntityCall
  /// What steps have set, by the names of attributes.
  private var results: [String: StoredValue] = [:]
  /// What was set and read by a later step.
  private var readNames: Set<String> = []

  init(_ values: [StoredValue], _ stored: EntitySchema, _ entity: Entity<Root>, _ call: EntityCall)
  {
    self.values = values
    self.stored = stored
    self.entity = entity
    self.call = call
  }

  /// The version that stored the record.
  public var storedVersion: Int { stored.version }

  /// The stored form of a value: what a step has set, else what the record has under the name or id of an attribute of the version that stored
  /// it. Nil if there is neither. O(attributes).
  ///
  /// To set a name that is no attribute of the present entity leaves a value for a later step.
  public subscript(name: String) -> StoredValue? {
    mutating get {
      if let result = results[name] {
        readNames.insert(name)
        return result
      }
      let position =
        stored.attributes.firstIndex { $0.name == name } ?? stored.position(ofID: name)
      return position.map { values[$0] }
    }
    set { results[name] = newValue }
  }

  /// The value of an attribute that was stored as it is, without a transform; nil for null. O(attributes).
  ///
  /// ```swift
  /// let name = try values.value(String.self, of: "name") ?? ""
  /// ```
  ///
  /// - Throws: ``TransformError``: ``TransformError/Code/missingValue`` if the version that stored the record had no such attribute, and
  ///   ``TransformError/Code/typeMismatch`` for a value of another kind.
  public mutating func value<Value: StoredForm>(
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
    results[attribute.schema.name] = try attribute.storeErased(bare, call)
  }

  /// What steps have set for an attribute of the present entity; nil if they have not.
  func result(for attribute: AttributeSchema) -> StoredValue? {
    results[attribute.name] ?? results[attribute.id]
  }

  /// - Throws: ``TransformError/Code/missingValue`` if a name was set that nobody has.
  func checkNames() throws(TransformError) {
    for name in results.keys.sorted() where !readNames.contains(name) {
      if entity.schema.attributes.contains(where: { $0.name == name || $0.id == name }) { continue }
      throw TransformError(
        .missingValue, "a step sets '\(name)', which is no attribute, and no later step reads it",
        context: call.record)
    }
  }
}
