/// The name of a transform in a ``TransformRegistry``, with the type of its values.
///
/// ```swift
/// extension TransformName where Value == Colour {
///   static let colour = TransformName("colour")
/// }
/// ```
public struct TransformName<Value>: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name.
  public let text: String

  /// A name.
  public init(_ text: String) { self.text = text }

  /// A name.
  public init(stringLiteral text: String) { self.text = text }
}
