/// Passes on the value of a property. `@Archivable` writes calls of these functions: a macro sees the spelling of a type, and not whether an alias
/// stands for an optional.
///
/// The caller passes the result to `encode(_:forKey:)`, so overloads of that function in the module of the type count, as they do for the
/// compiler's own coding.
public enum ArchiveFieldValue {
  /// The value of a property that always has one.
  @inlinable
  public static func of<Value>(_ value: Value) -> Value { value }

  /// The value of a property that may be nil.
  @inlinable
  public static func of<Value>(_ value: Value?) -> ArchiveOptionalFieldValue<Value> {
    ArchiveOptionalFieldValue(value)
  }
}

/// The value of a property that may be nil: ``ArchiveFieldValue``.
public struct ArchiveOptionalFieldValue<Value> {
  /// The value.
  @usableFromInline let value: Value?

  @inlinable
  init(_ value: Value?) { self.value = value }
}

extension KeyedEncodingContainer {
  /// Encodes a value if there is one.
  @inlinable
  public mutating func encode<Value: Encodable>(
    _ field: ArchiveOptionalFieldValue<Value>, forKey key: Key
  ) throws {
    try encodeIfPresent(field.value, forKey: key)
  }
}
