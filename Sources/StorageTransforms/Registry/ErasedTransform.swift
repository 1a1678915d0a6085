internal import ArchiveFormat

/// A transform of which no type is known when the program is compiled.
///
/// Nil passes in both directions, and what is a ``StoredValue`` already is not stored again: types tell that, never
/// the bytes.
public struct ErasedTransform: Sendable {
  /// The type of the values.
  public let valueType: any Any.Type
  /// The name of the stored form.
  public let form: TransformForm
  /// The lesser of what the transform and its stored type keep.
  public let keeps: KeptRelation
  /// True if values can be brought back.
  public let isReversible: Bool
  private let storing: @Sendable (Any, TransformContext) throws -> StoredValue?
  private let restoring: @Sendable (StoredValue, TransformContext) throws -> Any

  /// A reversible transform without its types.
  public init<Base: StorageTransform>(_ base: Base) where Base.Stored: StoredForm {
    valueType = Base.Value.self
    form = base.form
    keeps = min(base.keeps, Base.Stored.keeps)
    isReversible = true
    storing = { value, context in
      try (value as? Base.Value).map { try base.store($0, in: context).storedValue() }
    }
    restoring = { try base.restore(Base.Stored(storedValue: $0), in: $1) }
  }

  /// A one-way transform without its types.
  public init<Base: StoringTransform>(oneWay base: Base) where Base.Stored: StoredForm {
    let form = base.form
    valueType = Base.Value.self
    self.form = form
    keeps = min(base.keeps, Base.Stored.keeps)
    isReversible = false
    storing = { value, context in
      try (value as? Base.Value).map { try base.store($0, in: context).storedValue() }
    }
    restoring = { _, context in
      throw TransformError(.oneWay, "“\(form)” is one-way: its values cannot be brought back")
    }
  }

  /// The stored form of a value.
  ///
  /// - Throws: ``TransformError/Code/typeMismatch`` for a value of another type, and what the transform throws.
  public func store(
    _ value: Any?, in context: TransformContext = TransformContext()
  ) throws(TransformError) -> StoredValue {
    guard let value, !Self.isNil(value) else { return .null }
    if let stored = value as? StoredValue { return stored }
    do {
      if let stored = try storing(value, context) { return stored }
    } catch {
      throw TransformError(error, .notStorable, in: context)
    }
    throw TransformError(
      .typeMismatch,
      "“\(form)” stores values of type \(valueType), and this is \(TypePhrase.one(type(of: value)))",
      context: context)
  }

  /// Whether a value is the nil of some optional type.
  private static func isNil(_ value: Any) -> Bool {
    if case Optional<Any>.none = value { return true }
    return false
  }

  /// The value of a stored form; nil for null.
  ///
  /// - Throws: ``TransformError/Code/oneWay`` for a one-way transform, and what the transform throws.
  public func restore(
    _ stored: StoredValue, in context: TransformContext = TransformContext()
  ) throws(TransformError) -> Any? {
    if stored == .null { return nil }
    do {
      return try restoring(stored, context)
    } catch {
      throw TransformError(error, .unreadable, in: context)
    }
  }
}
