#if canImport(ObjectiveC)
  public import Foundation
#endif

/// The value transformer that is registered under a name, as the transform of a field.
///
/// ```swift
/// Field("colour", \.colour, as: NamedValueTransformer("colour"))
/// ```
///
/// The transformer is looked up each time a value is stored or restored. The field keeps nothing of equality and order, since a value transformer does not
/// tell.
public struct NamedValueTransformer<Value>: StorageTransform {
  /// The name.
  public let name: String
  private let forward: StorageValueTransformer.Direction?

  /// The transformer with a name.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - forward: What the transformer's `transformedValue(_:)` does. Nil: it restores values if it is one of
  ///     `NSSecureUnarchiveFromDataTransformer`, does what a ``StorageValueTransformer`` was made for, and stores them otherwise.
  public init(_ name: String, forward: StorageValueTransformer.Direction? = nil) {
    self.name = name
    self.forward = forward
  }

  /// The name: what stands under it may be registered after this was asked.
  public var form: TransformForm { TransformForm(name) }

  /// The stored form of a value.
  ///
  /// - Throws: ``TransformError/Code/missingTransform`` for a name that is not registered, ``TransformError/Code/oneWay`` for a transformer that does not
  ///   allow the direction, and ``TransformError/Code/notStorable`` for a value of which it makes nil, or what no back end stores.
  public func store(_ value: Value, in context: TransformContext) throws -> StoredValue {
    let made = try transform(value, .stores, context)
    guard let stored = StoredValue(native: made) else {
      throw TransformError(
        .notStorable,
        "the value transformer '\(name)' made a \(type(of: made)), which no back end stores",
        context: context)
    }
    return stored
  }

  /// The value of a stored form.
  ///
  /// - Throws: As ``store(_:in:)``; ``TransformError/Code/unreadable`` for a form of which the transformer makes nil, and
  ///   ``TransformError/Code/typeMismatch`` for one of which it makes another value.
  public func restore(_ stored: StoredValue, in context: TransformContext) throws -> Value {
    let made = try transform(stored.native as Any, .restores, context)
    guard let value = made as? Value else {
      throw TransformError(
        .typeMismatch,
        "the value transformer '\(name)' made a \(type(of: made)), and the field is of type \(Value.self)",
        context: context)
    }
    return value
  }

  private func transform(
    _ value: Any, _ direction: StorageValueTransformer.Direction, _ context: TransformContext
  ) throws(TransformError) -> Any {
    guard let transformer = ValueTransformer(forName: NSValueTransformerName(name)) else {
      throw TransformError(
        .missingTransform, "No value transformer named '\(name)' is registered", context: context)
    }
    if let transformer = transformer as? StorageValueTransformer {
      let made =
        transformer.forward == direction
        ? try transformer.transformed(value) : try transformer.reverseTransformed(value)
      return made as Any
    }
    let isForward = (forward ?? transformer.storageDirection) == direction
    guard isForward || type(of: transformer).allowsReverseTransformation() else {
      throw TransformError(
        .oneWay, "The value transformer named '\(name)' does not go back", context: context)
    }
    let made =
      isForward ? transformer.transformedValue(value) : transformer.reverseTransformedValue(value)
    guard let made else {
      throw TransformError(
        direction == .stores ? .notStorable : .unreadable,
        "the value transformer '\(name)' made nil of a \(type(of: value))", context: context)
    }
    return made
  }
}

extension ValueTransformer {
  /// The direction of `transformedValue(_:)`, by the transformer's family.
  var storageDirection: StorageValueTransformer.Direction {
    if let transformer = self as? StorageValueTransformer { return transformer.forward }
    return self is NSSecureUnarchiveFromDataTransformer ? .restores : .stores
  }
}
