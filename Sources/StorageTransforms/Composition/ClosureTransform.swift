internal import ArchiveFormat

/// A transform out of two closures.
///
/// ```swift
/// let colours = ClosureTransform("colour", store: \Colour.hexadecimal, restore: Colour.init(hexadecimal:))
/// ```
public struct ClosureTransform<Value, Stored>: ContextFreeTransform {
  /// The name that it was given.
  public let form: TransformForm
  /// The relation that the caller promised.
  public let keeps: KeptRelation
  private let storing: @Sendable (Value) throws -> Stored
  private let restoring: @Sendable (Stored) throws -> Value?

  /// A transform with a name for its stored form.
  ///
  /// - Parameters:
  ///   - form: What the stored form is called; see ``StoringTransform/form``.
  ///   - keeps: What the stored forms keep of the values; see ``StoringTransform/keeps``.
  ///   - store: The stored form of a value.
  ///   - restore: The value of a stored form; nil is an error, ``TransformError/Code/unreadable``.
  public init(
    _ form: String, keeps: KeptRelation = .nothing,
    store: @escaping @Sendable (Value) throws -> Stored,
    restore: @escaping @Sendable (Stored) throws -> Value?
  ) {
    self.form = TransformForm(form)
    self.keeps = keeps
    storing = store
    restoring = restore
  }

  /// Returns what the first closure gives.
  public func store(_ value: Value) throws -> Stored { try storing(value) }

  /// Returns what the second closure gives.
  ///
  /// - Throws: ``TransformError/Code/unreadable`` for nil, and what the closure throws.
  public func restore(_ stored: Stored) throws -> Value {
    guard let value = try restoring(stored) else {
      throw TransformError(
        .unreadable, "the value stored as “\(form)” is not \(TypePhrase.one(Value.self))")
    }
    return value
  }
}
