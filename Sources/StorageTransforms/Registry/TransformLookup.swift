/// Transforms that are registered by name somewhere else than in a ``TransformRegistry``.
package protocol TransformLookup: Sendable {
  /// The names, in no order.
  var names: [String] { get }

  /// Returns the transform with a name, without its types; nil for a name that is not registered.
  func erasedTransform(named name: String) -> ErasedTransform?

  /// Returns the reversible transform with a name for values of a type; nil for a name that is not registered.
  func transform<Value>(named name: TransformName<Value>) -> AnyStorageTransform<Value>?
}
