import ArchiveCompression
package import ArchiveFormat

/// A multi-part archive written by hand, part by part, with right checksums.
package struct PartScript: Sendable {
  private var sink = ByteSink()
  private var chain: UInt32 = 0
  private var blocks: [PartHeader] = []
  private var indexOffset = 0

  package init() {
    var header = FileHeader()
    header.write(&sink, Checksum.crc32)
    link(header.checksum)
  }

  private mutating func link(_ checksum: UInt32) {
    var bytes = ByteSink()
    bytes.fixed(checksum)
    chain = Checksum.crc32(chain, bytes.bytes[...])
  }

  /// Adds a part.
  package mutating func part(
    _ type: PartHeader.PartType, _ stored: [UInt8], flags: UInt8 = 0, detail: [UInt8] = [],
    rawByteCount: Int? = nil
  ) {
    var header = PartHeader(
      type, flags: flags, detail: detail, storedByteCount: stored.count,
      storedChecksum: Checksum.crc32(0, stored[...]), rawByteCount: rawByteCount ?? stored.count)
    sink.append(header.bytes(at: sink.count, Checksum.crc32)[...])
    sink.append(stored[...])
    link(header.checksum)
    if type == .block { blocks.append(header) }
  }

  /// Adds a block of a scope's content, packed if its stored bytes are given.
  package mutating func block(
    _ content: [UInt8], isLast: Bool = true, scope: Int = 0, ordinal: Int = 0, rawOffset: Int = 0,
    rowCount: Int = 0, state: [UInt8]? = nil, packed: [UInt8]? = nil, rawByteCount: Int? = nil
  ) {
    let detail = BlockDetail(
      scope: scope, ordinal: ordinal, rawOffset: rawOffset, rowCount: rowCount, nextObject: 0,
      start: ordinal == 0 ? .scope : state == nil ? .continuation : .state, state: state ?? [])
    part(
      .block, packed ?? content,
      flags: (isLast ? PartHeader.lastBlockFlag : 0)
        | (packed == nil ? 0 : ArchiveCodec.zlib.rawValue),
      detail: detail.bytes, rawByteCount: rawByteCount ?? content.count)
  }

  /// Adds the index of the blocks since the last one.
  package mutating func index() {
    var bytes = ByteSink()
    bytes.varint(indexOffset)
    bytes.varint(blocks.count)
    for block in blocks {
      bytes.varint(block.byteOffset)
      bytes.varint(block.rawByteCount)
      bytes.countedBytes(block.detail)
    }
    indexOffset = sink.count
    part(.index, bytes.bytes)
    blocks = []
  }

  /// Adds an end mark, behind an index of blocks that have none.
  package mutating func endMark(scopes: Int = 1, roots: Int = 1) {
    if !blocks.isEmpty { index() }
    let mark = EndMark(
      indexOffset: indexOffset, ownOffset: sink.count, scopeCount: scopes, rootCount: roots,
      chainChecksum: chain)
    part(.endMark, mark.bytes)
  }

  /// All of it so far.
  package var bytes: [UInt8] { sink.bytes }
}
