/// A transform of which only the type of its values is known: what it stores is a ``StoredValue``.
public struct AnyStorageTransform<Value>: StorageTransform {
  /// That of the transform.
  public let form: TransformForm
  /// The kinds of what it stores.
  public let storedKinds: Set<StoredValue.Kind>
  private let storing: @Sendable (Value, TransformContext) throws -> StoredValue
  private let restoring: @Sendable (StoredValue, TransformContext) throws -> Value

  /// A transform without its type.
  public init<Base: StorageTransform>(_ base: Base)
  where Base.Value == Value, Base.Stored: StoredForm {
    form = base.form
    storedKinds = Base.Stored.storedKinds
    storing = { try base.store($0, in: $1).storedValue() }
    restoring = { try base.restore(Base.Stored(storedValue: $0), in: $1) }
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
