/// What the bytes of a file store are.
///
/// ```swift
/// if file.sizes.dead > max(file.sizes.live, 1 << 20) { try file.compact() }
/// ```
///
/// Nothing is compacted by itself: transactions wait while it goes on, and a program knows best when that may be.
public struct FileSizes: Hashable, Sendable {
  /// All bytes of the file.
  public let total: Int
  /// Those of the keys and values of records that are there.
  public let live: Int

  /// All others: what was overwritten, deleted or dropped, and what frames, schemas and entries have beside keys and values. Of those
  /// a compaction leaves about ten bytes for each record, and the schemas.
  public var dead: Int { total - live }
}
