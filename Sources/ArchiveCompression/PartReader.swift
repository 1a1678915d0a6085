internal import ArchiveFormat

/// What reading parts has gathered so far.
struct PartReader {
  var archive = OpenedArchive()
  var definitions = ArchiveDefinitions()
  var outline = DefinitionOutline()
  var content: [UInt8] = []
  /// Raw bytes of the scope so far, those that could not be read among them.
  var rawByteCount = 0
  var map = OffsetMap()
  var ordinal = 0
  var scopeCount = 0
  var unindexed = BlockIndex()
  var indexOffset = 0
  var chain: UInt32 = 0
  var isWhole = false
  /// True as long as all definitions, and all content of the scope, could be read.
  var definitionsHold = true
  var contentHolds = true
  /// True once a header could not be read: parts may be missing since.
  private(set) var isAdrift = false
  /// True if the scope and ordinal of the next block are taken from its own detail.
  private var awaitsBlock = false
  /// True behind definitions, until a block follows.
  private(set) var awaitsScope = false
  /// True if ``unindexed`` lacks blocks.
  private var missesBlocks = false
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

  /// The content of the scope cannot be read, or not all of it.
  mutating func loseContent() {
    content = []
    contentHolds = false
    archive.lacksScopes = true
  }

  /// Definitions cannot be read, so that no later content means anything.
  mutating func loseDefinitions() {
    definitionsHold = false
    loseContent()
  }

  /// Parts were passed over whose headers cannot be read.
  mutating func drift() {
    loseDefinitions()
    isWhole = false
    isAdrift = true
    awaitsBlock = true
    awaitsScope = false
    missesBlocks = true
  }

  /// Checks where a block says that it stands.
  mutating func check(_ detail: BlockDetail, of part: PartHeader) throws(ArchiveError) {
    if awaitsBlock { adopt(detail) }
    try detail.check(
      scope: scopeCount, ordinal: ordinal, rawOffset: rawByteCount,
      rowCount: definitionsHold ? definitions.rowCount : detail.rowCount, at: part.detailOffset)
  }

  /// Rule M10: what a scope uses is defined before it begins.
  mutating func checkDefinitions(_ part: PartHeader) throws(ArchiveError) {
    guard ordinal == 0 || awaitsBlock else {
      throw ArchiveError(
        .malformed, "definitions stand inside a scope", byteOffset: part.byteOffset)
    }
    awaitsScope = true
  }

  /// Goes on from where a block says that it stands.
  mutating func adopt(_ detail: BlockDetail) {
    (scopeCount, ordinal, rawByteCount) = (detail.scope, detail.ordinal, detail.rawOffset)
    awaitsBlock = false
  }

  /// Counts a block, and ends its scope with the last one.
  mutating func finish(_ block: PartHeader, keepsAllScopes: Bool) {
    rawByteCount += block.rawByteCount
    ordinal += 1
    awaitsScope = false
    unindexed.add(block)
    guard block.isLastBlock else { return }
    if !keepsAllScopes { archive.scopes = [] }
    scopeCount += 1
    if contentHolds {
      outline.follow(definitions)
      archive.scopes.append(
        OpenedScope(
          content: content, start: 0, hasRootList: true, definitions: definitions.forValues,
          outline: outline, map: map))
    }
    content = []
    contentHolds = definitionsHold
    rawByteCount = 0
    map = OffsetMap()
    ordinal = 0
  }

  /// The bytes of the next index part; nil if nobody knows.
  var expectedIndex: [UInt8]? { missesBlocks ? nil : unindexed.bytes(after: indexOffset) }

  /// An index part was read, or passed over.
  mutating func finish(index part: PartHeader) {
    indexOffset = part.fileOffset
    unindexed = BlockIndex()
    missesBlocks = false
  }

  /// An end mark was read: a scope that is open ends, and nothing is missing in front of it.
  mutating func finishScopes(_ mark: EndMark) {
    (ordinal, rawByteCount, content) = (0, 0, [])
    (scopeCount, indexOffset) = (mark.scopeCount, mark.indexOffset)
    contentHolds = definitionsHold
  }
}
