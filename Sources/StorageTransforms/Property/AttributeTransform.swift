/// A transform that its type alone describes, so that it can stand in ``Stored``'s brackets.
///
/// ```swift
/// struct ColourTransform: AttributeTransform, ContextFreeTransform {
///   func store(_ colour: Colour) -> String { colour.hexadecimal }
///   func restore(_ text: String) throws -> Colour { try Colour(hexadecimal: text) }
/// }
/// ```
///
/// What is only known when the program runs, such as a base URL or keys, comes from the context.
public protocol AttributeTransform: StorageTransform {
  /// The transform.
  init()
}
