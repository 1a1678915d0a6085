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

  /// Whether null is a value's stored form, and not the absence of a value.
  private let takesNull: Bool

  /// - Parameter isOptional: Whether the property may be nil.
  init(_ subject: TransformContext.Subject, _ form: AttributeForm<Value>, isOptional: Bool) {
    self.form = form
    takesNull = !isOptional && form.transform.storedKinds.contains(.null)
    schema = AttributeSchema(
      subject, type: form.transform.storedType, form: form.transform.form,
      isStamped: form.isStamped, isRequired: !isOptional && !takesNull)
  }

  mutating func addFormer<Transform: StorageTransform>(_ transform: Transform, isStamped: Bool)
  where Transform.Value == Value, Transform.Stored: StoredForm {
    let older = AttributeForm(transform, isStamped: isStamped)
    former.append(Former(transform: older.transform, isStamped: older.isStamped))
    form.read(transform, isStamped: isStamped)
  }

  /// The transform that restores what another schema's attribute stored; nil if none is declared.
  func transform(for stored: AttributeSchema) -> AnyStorageTransform<Value>? {
    if stored.hasForm(of: schema) { return form.transform }
    return former.first { $0.transform.form == stored.form && $0.isStamped == stored.isStamped }?
      .transform
  }

  /// The stored form of a value, or null for none.
  func store(_ value: Value?, _ call: EntityCall) throws(TransformError) -> StoredValue {
    let context = call.context(of: schema)
    do throws(TransformError) {
      guard let value else {
        if schema.isRequired { throw Self.missing(context) }
        return .null
      }
      for rule in rules { try check(rule, value, context) }
      let stored = try form.transform.store(value, in: context)
      if stored == .null, schema.isRequired { throw Self.missing(context) }
      return stored
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
    if !isKept { throw TransformError(.invalid, "\(value): \(rule.sentence)", context: context) }
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
    if stored == .null {
      if let standIn { return standIn() }
      if !takesNull { return nil }
    }
    let context = call.context(of: self.schema)
    do throws(TransformError) {
      let transform = schema.flatMap(transform(for:)) ?? form.transform
      return try transform.restore(stored, in: context)
    } catch {
      call.report(ConversionError(.restoring, error, isHidden: fallback != nil), errors)
      guard let fallback else { throw error }
      return fallback()
    }
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
