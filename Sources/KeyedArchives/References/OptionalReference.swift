/// A reference that may have no object. A missing key is none: archives from before a type had the
/// property can be read.
public protocol OptionalReference: Decodable {
  /// No object.
  init()
}

extension KeyedDecodingContainer {
  /// Decodes a reference; a missing key is none.
  public func decode<Reference: OptionalReference>(
    _ type: Reference.Type, forKey key: Key
  ) throws -> Reference {
    try decodeIfPresent(type, forKey: key) ?? Reference()
  }
}
