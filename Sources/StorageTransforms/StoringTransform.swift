/// The way of a value into storage.
///
/// A type that conforms to this alone, and not to ``StorageTransform``, is one-way: a digest, a search key. Nothing
/// that has to bring a value back takes it.
public protocol StoringTransform<Value, Stored>: Sendable {
  /// The type of the values that the program works with.
  associatedtype Value
  /// The type of what is stored, or of what the next transform takes.
  associatedtype Stored

  /// The name of the stored form. It stands in the stamps of bytes and in the schemas of entities, so it never
  /// changes as long as what is stored does not; a form that changed has another name, or a version in it.
  ///
  /// The name of the type unless a transform has another.
  var form: TransformForm { get }

  /// The relation between values that their stored forms keep: nothing, unless a transform promises more.
  ///
  /// Chains keep the least of what their steps keep. `ConformanceCase.keeping(…)` checks a promise with random values.
  var keeps: KeptRelation { get }

  /// The stored form of a value.
  ///
  /// - Throws: ``TransformError``, or what user code throws.
  func store(_ value: Value, in context: TransformContext) throws -> Stored
}

extension StoringTransform {
  /// The archive name of the type.
  public var form: TransformForm { TransformForm(KeyedArchiver.archiveName(of: Self.self)) }

  /// Nothing.
  public var keeps: KeptRelation { .nothing }
}

/// A transform that needs to know nothing but the value.
public protocol ContextFreeStoringTransform: StoringTransform {
  associatedtype Value
  associatedtype Stored

  /// The stored form of a value.
  ///
  /// - Throws: ``TransformError``, or what user code throws.
  func store(_ value: Value) throws -> Stored
}

extension ContextFreeStoringTransform {
  /// The stored form of a value, whatever the context.
  ///
  /// - Throws: As ``store(_:)``.
  public func store(_ value: Value, in context: TransformContext) throws -> Stored {
    try store(value)
  }
}
