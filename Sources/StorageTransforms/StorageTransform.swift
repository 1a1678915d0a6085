/// A value's way into storage and back.
///
/// ```swift
/// struct ColourTransform: ContextFreeTransform {
///   func store(_ colour: Colour) -> String { colour.hexadecimal }
///   func restore(_ text: String) throws -> Colour { try Colour(hexadecimal: text) }
/// }
/// ```
///
/// The two directions are inverse: what ``StoringTransform/store(_:in:)`` gives, ``restore(_:in:)`` takes, and gives the
/// same value again.
public protocol StorageTransform<Value, Stored>: StoringTransform {
  /// The value of a stored form.
  ///
  /// - Throws: ``TransformError``, or what user code throws.
  func restore(_ stored: Stored, in context: TransformContext) throws -> Value
}

/// A transform that needs to know nothing but the value, in both directions.
public protocol ContextFreeTransform: StorageTransform, ContextFreeStoringTransform {
  associatedtype Value
  associatedtype Stored

  /// The value of a stored form.
  ///
  /// - Throws: ``TransformError``, or what user code throws.
  func restore(_ stored: Stored) throws -> Value
}

extension ContextFreeTransform {
  /// The value of a stored form, whatever the context.
  ///
  /// - Throws: As ``restore(_:)``.
  public func restore(_ stored: Stored, in context: TransformContext) throws -> Value {
    try restore(stored)
  }
}
