#if canImport(ObjectiveC)
  public import Foundation
#endif

/// A ``StorageTransform`` as a value transformer.
///
/// The two families of Foundation run in opposite directions: a plain `ValueTransformer` turns values into what is
/// stored, `NSSecureUnarchiveFromDataTransformer` turns what is stored into values. So the initialiser has to be told, and
/// a transformer that was told wrong says so at its first value.
///
/// ```swift
/// let colours = StorageValueTransformer(ColourTransform(), forward: .stores)
/// ValueTransformer.setValueTransformer(colours, forName: NSValueTransformerName("colour"))
/// ```
///
/// What cannot be transformed gives nil, since value transformers cannot throw, and the error goes to a handler. The
/// functions that throw are there too: ``transformed(_:)`` and ``reverseTransformed(_:)``.
public final class StorageValueTransformer: ValueTransformer {
  /// What `transformedValue(_:)` does.
  public enum Direction: Sendable {
    /// It gives the stored form of values, as the plain family does.
    case stores
    /// It gives the values of stored forms, as the unarchiving family does.
    case restores
  }

  private let transform: ErasedTransform
  let forward: Direction
  private let context: TransformContext
  private let handler: (@Sendable (TransformError) -> Void)?

  /// A transformer.
  ///
  /// - Parameters:
  ///   - forward: What `transformedValue(_:)` does.
  ///   - context: What the transform has to know.
  ///   - handler: Who gets the errors; ``TransformerErrors`` if nobody.
  public init<Transform: StorageTransform>(
    _ transform: Transform, forward: Direction, in context: TransformContext = TransformContext(),
    onError handler: (@Sendable (TransformError) -> Void)? = nil
  ) where Transform.Stored: StoredForm {
    self.transform = ErasedTransform(transform)
    self.forward = forward
    self.context = context
    self.handler = handler
    super.init()
  }

  /// A transformer that stores forward, of a transform of which no type is known.
  init(_ transform: ErasedTransform) {
    self.transform = transform
    forward = .stores
    context = TransformContext()
    handler = nil
    super.init()
  }

  /// The class of boxes around any value.
  public override class func transformedValueClass() -> AnyClass { ValueTransformer.self }

  /// True.
  public override class func allowsReverseTransformation() -> Bool { true }

  /// The transformed value; nil for nil, and for what the handler is told of.
  public override func transformedValue(_ value: Any?) -> Any? {
    do throws(TransformError) {
      return try transformed(value)
    } catch {
      return report(error)
    }
  }

  /// The value that was transformed; nil for nil, and for what the handler is told of.
  public override func reverseTransformedValue(_ value: Any?) -> Any? {
    do throws(TransformError) {
      return try reverseTransformed(value)
    } catch {
      return report(error)
    }
  }

  private func report(_ error: TransformError) -> Any? {
    if let handler { handler(error) } else { TransformerErrors.report(error) }
    return nil
  }

  /// The transformed value.
  ///
  /// - Throws: What the transform throws; ``TransformError/Code/typeMismatch`` for a value of the other side.
  public func transformed(_ value: Any?) throws(TransformError) -> Any? {
    forward == .stores ? try store(value) : try restore(value)
  }

  /// The value that was transformed.
  ///
  /// - Throws: As ``transformed(_:)``.
  public func reverseTransformed(_ value: Any?) throws(TransformError) -> Any? {
    forward == .stores ? try restore(value) : try store(value)
  }

  private func store(_ value: Any?) throws(TransformError) -> Any? {
    do {
      return try transform.store(value, in: context).native
    } catch {
      guard error.code == .typeMismatch, let value else { throw error }
      throw wrongSide(value, "a value of type \(transform.valueType) to store", error)
    }
  }

  private func restore(_ value: Any?) throws(TransformError) -> Any? {
    guard let value else { return nil }
    guard let stored = StoredValue(native: value) else {
      throw wrongSide(
        value, "a stored form that a value of type \(transform.valueType) is restored from", nil)
    }
    do {
      return try transform.restore(stored, in: context)
    } catch {
      guard error.code == .typeMismatch else { throw error }
      throw wrongSide(
        value, "a stored form that a value of type \(transform.valueType) is restored from", error)
    }
  }

  private func wrongSide(
    _ value: Any, _ expected: String, _ error: TransformError?
  ) -> TransformError {
    let (direction, other) =
      forward == .stores ? (".stores", ".restores") : (".restores", ".stores")
    return TransformError(
      .typeMismatch,
      "expected \(expected), and this is a value of type \(type(of: value)): the transformer was made with "
        + "'forward: \(direction)'; if it was meant the other way round, that is 'forward: \(other)'",
      context: context, underlying: error)
  }
}
