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
