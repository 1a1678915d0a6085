/// The bytes of a file store, by what they are.
///
/// ```swift
/// if file.sizes.dead > max(file.sizes.live, 1 << 20) { try file.compact() }
/// ```
///
/// Nothing is compacted by itself: transactions wait while it goes on, and a program knows best when that may be.
public struct FileSizes: Hashable, Sendable {
  /// All bytes of the file.
  public let total: Int
  /// Those of the entries that put the records that are there: their keys and values, and a few bytes for each.
  public let live: Int

  /// All others: what was overwritten, deleted or dropped, what frames have beside their entries, and the schemas. Of those a compaction leaves the
  /// schemas, and a frame for each 64 KiB of records.
  public var dead: Int { total - live }
}
