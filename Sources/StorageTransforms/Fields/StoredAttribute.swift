internal import ArchiveFormat

/// An attribute of which no type is known when the program is compiled.
protocol StoredAttribute: Sendable {
  /// What a store has to know of it.
  var schema: AttributeSchema { get }
  /// The relation between values that their stored forms keep.
  var keeps: KeptRelation { get }
  /// Who is told of its conversions that fail.
  var errors: ConversionErrors { get }
  /// The property; nil if it is known by its coding key alone.
  var path: (any AnyKeyPath & Sendable)? { get }
  /// The type of its values.
  var valueType: any Any.Type { get }
  /// The form of a former transform that would never be asked, because its values look like those of one before it; nil if there is none.
  var repeatedForm: TransformForm? { get }
  /// Whether records without it can be restored.
  var isAdded: Bool { get }
  /// Whether something stands for nothing.
  var hasDefault: Bool { get }

  /// True if each value that is stored is restored as it was.
  var alwaysRestores: Bool { get }

  /// The attribute without the requirement that the type of the property makes.
  func relaxed() -> any StoredAttribute

  /// Whether what another schema's attribute stored is read.
  func reads(_ stored: AttributeSchema) -> Bool

  /// The stored form of a value, or null for none.
  func storeErased(_ value: Any?, _ call: EntityCall) throws(TransformError) -> StoredValue

  /// The stored form of a value that is asked for, which need not keep the rules of the field.
  func storedForm(of value: Any?, _ call: EntityCall) throws(TransformError) -> StoredValue

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
  var keeps: KeptRelation { form.keeps }
  var valueType: any Any.Type { Value.self }
  var isAdded: Bool { addition != nil }
  var repeatedForm: TransformForm? {
    var known = [(form: schema.form, isStamped: schema.isStamped, type: schema.type)]
    for older in former {
      let (form, type) = (older.transform.form, older.transform.storedType)
      let isKnown = known.contains {
        $0.form == form && $0.isStamped == older.isStamped && type.widens(to: $0.type)
      }
      if isKnown { return form }
      known.append((form, older.isStamped, type))
    }
    return nil
  }
  var hasDefault: Bool { standIn != nil }
  var alwaysRestores: Bool { form.alwaysRestores }

  func reads(_ stored: AttributeSchema) -> Bool { transform(for: stored) != nil }

  func relaxed() -> any StoredAttribute {
    guard !isRequiredByRule, schema.isRequired else { return self }
    var attribute = self
    attribute.schema.isRequired = false
    return attribute
  }

  func storeErased(_ value: Any?, _ call: EntityCall) throws(TransformError) -> StoredValue {
    if let typed = value as? Value { return try store(typed, call) }
    guard let value else {
      // Of a type that has a nil of its own, that is the value.
      return try store((Value.self as? any OptionalValue.Type)?.none as? Value, call)
    }
    throw TransformError(
      .typeMismatch,
      "the values are of type \(Value.self), and this is \(TypePhrase.one(type(of: value)))",
      context: call.context(of: schema))
  }

  func storedForm(of value: Any?, _ call: EntityCall) throws(TransformError) -> StoredValue {
    guard let value else { return .null }
    guard let typed = value as? Value else {
      throw TransformError(
        .typeMismatch,
        "the values are of type \(Value.self), and this is \(TypePhrase.one(type(of: value)))",
        context: call.context(of: schema))
    }
    return try form.transform.store(typed, in: call.storingContext(of: schema))
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
    let former = schema.flatMap { $0.keepsValues(of: self.schema) ? nil : transform(for: $0) }
    if stored == .null, !takesNull(former ?? form.transform) {
      guard self.schema.isRequired else { return .null }
      return try store(standIn?() ?? addition?(), call)
    }
    guard let former else { return stored }
    let value: Value
    do throws(TransformError) {
      value = try former.restore(stored, in: call.context(of: self.schema))
    } catch {
      call.report(ConversionError(.restoring, error), errors)
      throw error
    }
    return try store(value, call)
  }
}
