/// Finds the type of a property without a value of the property. `@Archivable` writes calls of these functions: a macro sees the spelling of a
/// type, and neither what an alias stands for nor which type the compiler infers.
///
/// The closures are never called. The caller passes the result to `decode(_:forKey:)`, so overloads of that function in the module of the type
/// count, as they do for the compiler's own coding.
public enum ArchiveFieldType {
  /// The type of a property that always has a value.
  @inlinable
  public static func of<Root, Value>(_ root: Root.Type, _ property: (Root) -> Value) -> Value.Type {
    Value.self
  }

  /// The type of a property whose value may be nil.
  @inlinable
  public static func of<Root, Value>(
    _ root: Root.Type, _ property: (Root) -> Value?
  ) -> ArchiveOptionalFieldType<Value> {
    ArchiveOptionalFieldType()
  }

  /// The type of the values of a property whose value may be nil.
  @inlinable
  public static func ofWrapped<Root, Value>(
    _ root: Root.Type, _ property: (Root) -> Value?
  ) -> Value.Type {
    Value.self
  }
}

/// The type of a property whose value may be nil: ``ArchiveFieldType``.
public struct ArchiveOptionalFieldType<Value>: Sendable {
  @inlinable
  init() {}
}

extension KeyedDecodingContainer {
  /// Decodes a value if there is one, and returns nil for a missing key.
  public func decode<Value: Decodable>(
    _ type: ArchiveOptionalFieldType<Value>, forKey key: Key
  ) throws -> Value? {
    try decodeIfPresent(Value.self, forKey: key)
  }

  /// Returns whether a property is decoded, not left at its initial value because the key is missing.
  public func containsField<Value>(_ type: Value.Type, forKey key: Key) -> Bool { contains(key) }

  /// True: the missing key of a property whose value may be nil is nil.
  public func containsField<Value>(
    _ type: ArchiveOptionalFieldType<Value>, forKey key: Key
  ) -> Bool { true }
}
