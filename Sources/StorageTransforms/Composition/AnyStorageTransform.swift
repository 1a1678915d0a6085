/// A transform of which only the type of its values is known: what it stores is a ``StoredValue``.
public struct AnyStorageTransform<Value>: StorageTransform {
  /// All of it, behind one reference: copies of a generic value of several parts ask for its metadata.
  private final class Core: Sendable {
    let form: TransformForm
    let keeps: KeptRelation
    let storedKinds: Set<StoredValue.Kind>
    let storedType: StoredType
    let tellsForm: Bool
    /// Whether a value is stored and restored in the same way wherever it stands.
    let ignoresContext: Bool
    let storing: @Sendable (Value, TransformContext) throws -> StoredValue
    let restoring: @Sendable (StoredValue, TransformContext) throws -> Value

    init(
      form: TransformForm, keeps: KeptRelation, storedType: StoredType,
      storedKinds: Set<StoredValue.Kind>, tellsForm: Bool, ignoresContext: Bool,
      storing: @escaping @Sendable (Value, TransformContext) throws -> StoredValue,
      restoring: @escaping @Sendable (StoredValue, TransformContext) throws -> Value
    ) {
      self.form = form
      self.keeps = keeps
      self.storedType = storedType
      self.storedKinds = storedKinds
      self.tellsForm = tellsForm
      self.ignoresContext = ignoresContext
      self.storing = storing
      self.restoring = restoring
    }
  }

  private let core: Core

  /// The form of the transform.
  public var form: TransformForm { core.form }
  /// The lesser of what the transform and its stored type keep.
  public var keeps: KeptRelation { core.keeps }
  /// The kinds of what it stores.
  public var storedKinds: Set<StoredValue.Kind> { core.storedKinds }
  /// The type of a column of what it stores.
  public var storedType: StoredType { core.storedType }
  var tellsForm: Bool { core.tellsForm }
  var ignoresContext: Bool { core.ignoresContext }
  /// What stores: what it throws has no context.
  var storing: @Sendable (Value, TransformContext) throws -> StoredValue { core.storing }
  /// What restores: what it throws has no context.
  var restoring: @Sendable (StoredValue, TransformContext) throws -> Value { core.restoring }

  /// A transform without its type.
  public init<Base: StorageTransform>(_ base: Base)
  where Base.Value == Value, Base.Stored: StoredForm {
    let erased = base as? any ErasingTransform
    self.init(
      form: base.form, keeps: min(base.keeps, Base.Stored.keeps),
      storedType: erased?.storedType ?? Base.Stored.storedType,
      storedKinds: erased?.storedKinds ?? Base.Stored.storedKinds,
      tellsForm: (base as? any FormTelling)?.tellsForm ?? false,
      ignoresContext: base is any ContextIgnoring
    ) {
      try base.store($0, in: $1).storedValue()
    } restoring: {
      try base.restore(Base.Stored(storedValue: $0), in: $1)
    }
  }

  init(
    form: TransformForm, keeps: KeptRelation, storedType: StoredType,
    storedKinds: Set<StoredValue.Kind>, tellsForm: Bool, ignoresContext: Bool = false,
    storing: @escaping @Sendable (Value, TransformContext) throws -> StoredValue,
    restoring: @escaping @Sendable (StoredValue, TransformContext) throws -> Value
  ) {
    core = Core(
      form: form, keeps: keeps, storedType: storedType, storedKinds: storedKinds,
      tellsForm: tellsForm, ignoresContext: ignoresContext, storing: storing, restoring: restoring)
  }

  /// The stored form of a value.
  ///
  /// - Throws: ``TransformError`` alone, with the context.
  public func store(
    _ value: Value, in context: TransformContext
  ) throws(TransformError) -> StoredValue {
    do {
      return try core.storing(value, context)
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
      return try core.restoring(stored, context)
    } catch {
      throw TransformError(error, .unreadable, in: context)
    }
  }
}

extension AnyStorageTransform: ErasingTransform {
  /// Whether null is the stored form of a value. What stores values of any kind has null for none.
  var storesNull: Bool { storedType != .any && storedKinds.contains(.null) }
}
