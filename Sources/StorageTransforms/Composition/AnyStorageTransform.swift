/// A transform of which only the type of its values is known: what it stores is a ``StoredValue``.
public struct AnyStorageTransform<Value>: StorageTransform {
  /// That of the transform.
  public let form: TransformForm
  /// The kinds of what it stores.
  public let storedKinds: Set<StoredValue.Kind>
  /// What a column of what it stores is.
  public let storedType: StoredType
  let tellsForm: Bool
  private let storing: @Sendable (Value, TransformContext) throws -> StoredValue
  private let restoring: @Sendable (StoredValue, TransformContext) throws -> Value

  /// A transform without its type.
  public init<Base: StorageTransform>(_ base: Base)
  where Base.Value == Value, Base.Stored: StoredForm {
    form = base.form
    let erased = base as? any ErasingTransform
    storedKinds = erased?.storedKinds ?? Base.Stored.storedKinds
    storedType = erased?.storedType ?? Base.Stored.storedType
    tellsForm = (base as? any FormTelling)?.tellsForm ?? false
    storing = { try base.store($0, in: $1).storedValue() }
    restoring = { try base.restore(Base.Stored(storedValue: $0), in: $1) }
  }

  init(
    form: TransformForm, storedType: StoredType, storedKinds: Set<StoredValue.Kind>,
    tellsForm: Bool, storing: @escaping @Sendable (Value, TransformContext) throws -> StoredValue,
    restoring: @escaping @Sendable (StoredValue, TransformContext) throws -> Value
  ) {
    self.form = form
    self.storedType = storedType
    self.storedKinds = storedKinds
    self.tellsForm = tellsForm
    self.storing = storing
    self.restoring = restoring
  }

  /// The stored form of a value.
  ///
  /// - Throws: ``TransformError`` alone, with the context.
  public func store(
    _ value: Value, in context: TransformContext
  ) throws(TransformError) -> StoredValue {
    do {
      return try storing(value, context)
    } catch {
      throw TransformError(error, .notStorable, in: context)
    }
  }

  /// The value of a stored form.
  ///
  /// - Throws: ``TransformError`` alone, with the context.
  public func restore(
    _ stored: StoredValue, in context: TransformContext
  ) throws(TransformError) -> Value {
    do {
      return try restoring(stored, context)
    } catch {
      throw TransformError(error, .unreadable, in: context)
    }
  }
}

extension AnyStorageTransform: ErasingTransform {
  /// Whether null is the stored form of a value. What stores values of any kind has null for none.
  var storesNull: Bool { storedType != .any && storedKinds.contains(.null) }
}
