/// What the coding that `@Archivable` writes out calls: the calls that the compiler's own makes, chosen
/// by the type of the property.
extension KeyedEncodingContainer {
  /// Encodes a bool.
  public mutating func encode(field value: Bool, forKey key: Key) throws {
    try encode(value, forKey: key)
  }

  /// Encodes a value that is always there.
  public mutating func encode<Value: Encodable>(field value: Value, forKey key: Key) throws {
    try encode(value, forKey: key)
  }

  /// Encodes a value if there is one.
  public mutating func encode<Value: Encodable>(field value: Value?, forKey key: Key) throws {
    try encodeIfPresent(value, forKey: key)
  }
}

extension KeyedDecodingContainer {
  /// Decodes a value that is always there.
  @_disfavoredOverload
  public func decode<Value: Decodable>(fieldForKey key: Key) throws -> Value {
    try decode(Value.self, forKey: key)
  }

  /// Decodes a value if there is one.
  public func decode<Value: Decodable>(fieldForKey key: Key) throws -> Value? {
    try decodeIfPresent(Value.self, forKey: key)
  }

  /// Decodes a value, or gives another if the key is missing.
  @_disfavoredOverload
  public func decode<Value: Decodable>(
    fieldForKey key: Key, default value: @autoclosure () throws -> Value
  ) throws -> Value {
    contains(key) ? try decode(Value.self, forKey: key) : try value()
  }

  /// Decodes a value if there is one. The missing key of an optional is its nil.
  public func decode<Value: Decodable>(
    fieldForKey key: Key, default value: @autoclosure () throws -> Value?
  ) throws -> Value? {
    try decodeIfPresent(Value.self, forKey: key)
  }
}

/// The keys of a type without fields.
public enum NoArchiveKeys: CodingKey {
  /// There is no such key.
  public init?(stringValue: String) { return nil }

  /// There is no such key.
  public init?(intValue: Int) { return nil }

  /// There is no value to ask.
  public var stringValue: String { switch self {} }

  /// There is no value to ask.
  public var intValue: Int? { switch self {} }
}
