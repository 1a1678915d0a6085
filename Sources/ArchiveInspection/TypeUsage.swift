internal import ArchiveCompression
internal import ArchiveFormat

/// How often an archive holds values of a type and what they cost.
public struct TypeUsage: Hashable, Sendable {
  /// The archive name with generic arguments; nil for records without a type.
  public var name: String?
  /// Whether its values are class instances.
  public var isClass: Bool
  /// The version of the type's archived form, 0 for none.
  public var version: UInt64
  /// Values: records, class instances and typed values. References are not counted.
  public var count = 0
  /// Raw bytes of these values with all inside them; a value within another of the same type is not
  /// counted again.
  public var byteCount = 0
  /// Raw bytes of these values without the values of named types, and records, inside them.
  public var ownByteCount = 0
}

extension ArchiveInspector {
  /// What types the archive holds, those that cost the most bytes of their own first. O(values).
  public func typeUsages() -> [TypeUsage] {
    var tally = TypeTally()
    for (scope, document) in zip(archive.scopes, documents) { tally.add(document, scope) }
    return tally.usages.values.sorted {
      ($1.ownByteCount, $0.name ?? "") < ($0.ownByteCount, $1.name ?? "")
    }
  }
}
