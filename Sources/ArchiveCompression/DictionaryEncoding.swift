/// A record that was encoded against a ``ShapeDictionary``.
public struct DictionaryEncoding: Hashable, Sendable {
  /// The record. It is read with the dictionary that has the additions, or any later one.
  public var bytes: [UInt8]
  /// The rows that the dictionary lacks, to be committed before the record.
  public var additions: ShapeAdditions

  /// An encoding from its parts.
  public init(bytes: [UInt8], additions: ShapeAdditions) {
    self.bytes = bytes
    self.additions = additions
  }
}
