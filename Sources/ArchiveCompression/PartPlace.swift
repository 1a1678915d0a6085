internal import ArchiveFormat

/// What the parts of an archive so far come to: all that the next part depends on.
package struct PartPlace: Sendable {
  /// Where in the file the next part begins.
  var offset = 0
  var scopeCount = 0
  var rootCount = 0
  /// Where the last index part begins, 0 for none.
  var indexOffset = 0
  /// The blocks that no index part lists yet.
  var unindexed = BlockIndex()
  /// The checksum of the chain of header checksums.
  private(set) var chain: UInt32 = 0

  init() {}

  /// What was read up to an end mark that ends at `offset`.
  init(_ reader: PartReader, offset: Int) {
    self.offset = offset
    scopeCount = reader.scopeCount
    rootCount = reader.archive.endMark?.rootCount ?? 0
    indexOffset = reader.indexOffset
    unindexed = reader.unindexed
    chain = reader.chain
  }

  mutating func link(_ checksum: UInt32) {
    var bytes = ByteSink()
    bytes.fixed(checksum)
    chain = Checksum.crc32(chain, bytes.bytes[...])
  }
}
