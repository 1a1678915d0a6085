/// How the values of one attribute are stored: a transform, and the rules of its field.
struct Attribute<Value>: Sendable {
  /// A rule that values keep.
  struct Rule: Sendable {
    let sentence: String
    let isKept: @Sendable (Value) throws -> Bool
  }

  /// A form that values had before.
  struct Former: Sendable {
    let transform: AnyStorageTransform<Value>
    let isStamped: Bool
  }

  var schema: AttributeSchema
  /// The property; nil if it is known by its coding key alone.
  var path: (any AnyKeyPath & Sendable)?
  /// Who is told of conversions that fail. Copies of an attribute share it.
  let errors = ConversionErrors()
  private(set) var form: AttributeForm<Value>
  private(set) var former: [Former] = []
  var rules: [Rule] = []
  /// Stands for nothing, which is null.
  var standIn: (@Sendable () -> Value)?
  /// Stands for what cannot be read.
  var fallback: (@Sendable () -> Value)?
  /// Stands for values of records that were stored before there was the attribute.
  var addition: (@Sendable () -> Value)?

  /// Whether the property may be nil.
  private let isOptional: Bool
  /// Whether a value is required because somebody said so, and not by the type of the property.
  var isRequiredByRule = false

  /// - Parameter isOptional: Whether the property may be nil.
  init(_ subject: TransformContext.Subject, _ form: AttributeForm<Value>, isOptional: Bool) {
    self.form = form
    self.isOptional = isOptional
    schema = AttributeSchema(
      subject, type: form.transform.storedType, form: form.transform.form,
      isStamped: form.isStamped, isRequired: !isOptional && !form.transform.storesNull)
  }

  /// Whether null is what a transform stores for a value, and not the absence of a value.
  func takesNull(_ transform: AnyStorageTransform<Value>) -> Bool {
    !isOptional && transform.storesNull
  }

  mutating func addFormer<Transform: StorageTransform>(_ transform: Transform, isStamped: Bool)
  where Transform.Value == Value, Transform.Stored: StoredForm {
    let older = AttributeForm(transform, isStamped: isStamped)
    former.append(Former(transform: older.transform, isStamped: older.isStamped))
    form.read(transform, isStamped: isStamped)
  }

  /// The transform that restores what another schema's attribute stored; nil if none is declared.
  func transform(for stored: AttributeSchema) -> AnyStorageTransform<Value>? {
    if stored.hasForm(of: schema), stored.type.widens(to: schema.type) { return form.transform }
    return former.first {
      $0.transform.form == stored.form && $0.isStamped == stored.isStamped
        && stored.type.widens(to: $0.transform.storedType)
    }?.transform
  }

  /// The stored form of a value, or null for none.
  func store(_ value: Value?, _ call: EntityCall) throws(TransformError) -> StoredValue {
    let context = call.storingContext(of: schema)
    do throws(TransformError) {
      guard let value else {
        if schema.isRequired { throw Self.missing(context) }
        return .null
      }
      for rule in rules { try check(rule, value, context) }
      let stored = try form.transform.store(value, in: context)
      guard stored == .null else { return stored }
      if schema.isRequired { throw Self.missing(context) }
      if standIn == nil, takesNull(form.transform) { return stored }
      throw TransformError(
        .notStorable, "the value is stored as null, and would come back as nothing",
        context: context)
    } catch {
      call.report(ConversionError(.storing, error), errors)
      throw error
    }
  }

  private func check(
    _ rule: Rule, _ value: Value, _ context: TransformContext
  ) throws(TransformError) {
    let isKept: Bool
    do {
      isKept = try rule.isKept(value)
    } catch {
      throw TransformError(error, .invalid, in: context)
    }
    // The value is not told: it may be one that is encrypted.
    if !isKept { throw TransformError(.invalid, rule.sentence, context: context) }
  }

  /// The value of a stored form; nil for nothing that nothing stands for.
  ///
  /// - Parameters:
  ///   - stored: What is stored; nil where the record has no such attribute.
  ///   - schema: What the attribute was when it was stored.
  func restore(
    _ stored: StoredValue?, as schema: AttributeSchema?, _ call: EntityCall
  ) throws(TransformError) -> Value? {
    guard let stored else { return addition?() ?? standIn?() }
    var former: AnyStorageTransform<Value>?
    if let schema { former = transform(for: schema) }
    if case .null = stored,
      !takesNull(former ?? form.transform) || standIn != nil && former == nil
    {
      return standIn?() ?? (self.schema.isRequired ? addition?() : nil)
    }
    let context = call.context(of: self.schema)
    do throws(TransformError) {
      guard let former else { return try form.transform.restore(stored, in: context) }
      return try former.restore(stored, in: context)
    } catch {
      return try standIn(for: error, call)
    }
  }

  /// What stands for a value that cannot be restored. Those who watch are told.
  ///
  /// - Throws: The error, with the context, if nothing does.
  func standIn(for error: any Error, _ call: EntityCall) throws(TransformError) -> Value {
    let error = TransformError(error, .unreadable, in: call.context(of: schema))
    // What the program lacks is not the record's fault: nothing stands in for it.
    let fallback = error.code.isOfProgram || call.record.isTrial ? nil : fallback
    call.report(ConversionError(.restoring, error, isHidden: fallback != nil), errors)
    guard let fallback else { throw error }
    return fallback()
  }

  /// The error of a value that cannot be stored, with the context. Those who watch are told.
  func told(_ error: any Error, _ call: EntityCall) -> TransformError {
    let error = TransformError(error, .notStorable, in: call.context(of: schema))
    call.report(ConversionError(.storing, error), errors)
    return error
  }

  /// The error for nothing where there has to be a value, of which those who watch are told.
  func missingValue(_ call: EntityCall) -> TransformError {
    let error = Self.missing(call.context(of: schema))
    call.report(ConversionError(.restoring, error), errors)
    return error
  }

  private static func missing(_ context: TransformContext) -> TransformError {
    TransformError(.missingValue, "there is no value, and there has to be one", context: context)
  }
}
