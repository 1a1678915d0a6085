/// An attribute of which no type is known when the program is compiled.
protocol StoredAttribute: Sendable {
  /// What a store has to know of it.
  var schema: AttributeSchema { get }
  /// Who is told of its conversions that fail.
  var errors: ConversionErrors { get }
  /// The type of its values.
  var valueType: any Any.Type { get }
  /// Whether records without it can be restored.
  var isAdded: Bool { get }
  /// Whether something stands for nothing.
  var hasDefault: Bool { get }

  /// Whether what another schema's attribute stored is read.
  func reads(_ stored: AttributeSchema) -> Bool

  /// The stored form of a value, or null for none.
  func storeErased(_ value: Any?, _ call: EntityCall) throws(TransformError) -> StoredValue

  /// The value of a stored form; nil for nothing that nothing stands for.
  func restoreErased(
    _ stored: StoredValue?, as schema: AttributeSchema?, _ call: EntityCall
  ) throws(TransformError) -> Any?

  /// What is stored of what another schema's attribute stored; of nothing, what stands for it.
  func migrate(
    _ stored: StoredValue?, from schema: AttributeSchema?, _ call: EntityCall
  ) throws(TransformError) -> StoredValue

  /// The error for nothing where there has to be a value.
  func missingValue(_ call: EntityCall) -> TransformError
}

extension Attribute: StoredAttribute {
  var valueType: any Any.Type { Value.self }
  var isAdded: Bool { addition != nil }
  var hasDefault: Bool { standIn != nil }

  func reads(_ stored: AttributeSchema) -> Bool { transform(for: stored) != nil }

  func storeErased(_ value: Any?, _ call: EntityCall) throws(TransformError) -> StoredValue {
    guard let value else { return try store(nil, call) }
    guard let typed = value as? Value else {
      throw TransformError(
        .typeMismatch, "the values are of type \(Value.self), and this is a \(type(of: value))",
        context: call.context(of: schema))
    }
    return try store(typed, call)
  }

  func restoreErased(
    _ stored: StoredValue?, as schema: AttributeSchema?, _ call: EntityCall
  ) throws(TransformError) -> Any? {
    try restore(stored, as: schema, call)
  }

  func migrate(
    _ stored: StoredValue?, from schema: AttributeSchema?, _ call: EntityCall
  ) throws(TransformError) -> StoredValue {
    guard let stored else { return try store(addition?() ?? standIn?(), call) }
    if stored == .null {
      guard self.schema.isRequired else { return .null }
      return try store(standIn?() ?? addition?(), call)
    }
    guard let schema, !schema.hasForm(of: self.schema), let former = transform(for: schema) else {
      return stored
    }
    let context = call.context(of: self.schema)
    do throws(TransformError) {
      return try form.transform.store(former.restore(stored, in: context), in: context)
    } catch {
      call.report(ConversionError(.restoring, error, isHidden: form.tellsForms), errors)
      // Bytes that tell what wrote them can stay what they are: whoever reads them gets the error.
      guard form.tellsForms else { throw error }
      return stored
    }
  }
}
