/// A property that is encoded as what a transform stores, by any coder: in archives, JSON, property lists, and in
/// records of database libraries.
///
/// ```swift
/// struct User: Codable {
///   var name: String
///   @Stored<ColourTransform> var tint: Colour
///   @Stored<OptionalTransform<ColourTransform>> var accent: Colour?
///   @Stored<RelativeURLTransform> var portrait: URL
/// }
///
/// let decoder = JSONDecoder()
/// decoder.userInfo[.transformContext] = context  // with the base of the URLs
/// ```
///
/// The property's path in what is encoded is the name of the attribute unless the context names one. A transform that lacks something in
/// the context throws an error that names the property.
@propertyWrapper
public struct Stored<Transform: AttributeTransform> where Transform.Stored: Codable {
  /// The value.
  public var wrappedValue: Transform.Value

  /// A property with a value.
  public init(wrappedValue: Transform.Value) { self.wrappedValue = wrappedValue }
}

extension Stored: Sendable where Transform.Value: Sendable {}
extension Stored: Equatable where Transform.Value: Equatable {}
extension Stored: Hashable where Transform.Value: Hashable {}

extension Stored: Encodable {
  /// - Throws: `EncodingError` with a ``TransformError`` underneath.
  public func encode(to encoder: any Encoder) throws {
    let transform = Transform()
    var context = TransformContext(encoder.userInfo)
    context.note(encoder as AnyObject)
    // Who does not look at the place is not told: that would cost the straight way into an archive.
    if !(transform is any ContextFreeTransform) {
      context = context.forCoders.at(encoder.codingPath)
    }
    do {
      var container = encoder.singleValueContainer()
      try container.encode(transform.store(wrappedValue, in: context))
    } catch let error as EncodingError {
      throw error
    } catch {
      let error = TransformError(error, .notStorable, in: context.at(encoder.codingPath))
      throw EncodingError.invalidValue(
        wrappedValue,
        EncodingError.Context(
          codingPath: encoder.codingPath, debugDescription: error.description,
          underlyingError: error))
    }
  }
}

extension Stored: Decodable {
  /// - Throws: `DecodingError` with a ``TransformError`` underneath.
  public init(from decoder: any Decoder) throws {
    let transform = Transform()
    var context = TransformContext(decoder.userInfo)
    context.note(decoder as AnyObject)
    if !(transform is any ContextFreeTransform) {
      context = context.forCoders.at(decoder.codingPath)
    }
    let stored = try decoder.singleValueContainer().decode(Transform.Stored.self)
    do {
      wrappedValue = try transform.restore(stored, in: context)
    } catch {
      let error = TransformError(error, .unreadable, in: context.at(decoder.codingPath))
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: error.description,
          underlyingError: error))
    }
  }
}

extension KeyedDecodingContainer {
  /// A property whose value may be missing: nil also if its key is.
  public func decode<Base>(
    _ type: Stored<OptionalTransform<Base>>.Type, forKey key: Key
  ) throws -> Stored<OptionalTransform<Base>> {
    try decodeIfPresent(type, forKey: key) ?? Stored(wrappedValue: nil)
  }
}
