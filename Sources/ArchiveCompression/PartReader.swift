internal import ArchiveFormat

/// What reading parts has gathered so far.
struct PartReader {
  var archive = OpenedArchive()
  var definitions = ArchiveDefinitions()
  var outline = DefinitionOutline()
  var content: [UInt8] = []
  var map = OffsetMap()
  var ordinal = 0
  var scopeCount = 0
  var unindexed = BlockIndex()
  var indexOffset = 0
  var chain: UInt32 = 0
  var isWhole = false
  /// Whether what the parts say of themselves is kept for showing.
  var keepsParts = true
  /// Whether the raw bytes of definitions are kept, and those that were.
  var keepsDefinitionBytes = false
  var definitionBytes: [[UInt8]] = []
  /// Bytes of the definitions that were copied.
  private var copiedByteCount = 0

  mutating func link(_ checksum: UInt32) {
    var bytes = ByteSink()
    bytes.fixed(checksum)
    chain = Checksum.crc32(chain, bytes.bytes[...])
  }

  /// Charges for what is known of the definitions: the scopes before keep theirs, so that each part of further ones makes that anew.
  mutating func copyDefinitions(_ limits: ArchiveLimits) throws(ArchiveError) {
    copiedByteCount += definitions.byteCount
    guard copiedByteCount <= limits.maximumMaterializedByteCount else {
      throw limits.exceeded(
        .memory, "bytes for what scopes define, each anew", limits.maximumMaterializedByteCount,
        at: 0)
    }
  }

  mutating func note(_ part: OpenedPart) {
    if keepsParts { archive.parts.append(part) }
  }
}
