internal import struct ArchiveFormat.ArchiveError

extension FramingReader {
  /// The state that the reading of parts has gathered so far.
  private struct Progress {
    var scopes: [OpenedScope] = []
    var definitions = ArchiveDefinitions()
    var content: [UInt8] = []
    var map = OffsetMap()
    var ordinal = 0
    var scopeCount = 0
    var unindexed = BlockIndex()
    var indexOffset = 0
    var chain: UInt32 = 0
    /// The end mark, if nothing stands behind it.
    var endMark: EndMark?
    /// A Boolean value indicating whether definitions were read and no block followed them yet.
    var awaitsScope = false

    mutating func link(_ checksum: UInt32) {
      var bytes = ByteSink()
      bytes.fixed(checksum)
      chain = Checksum.crc32(chain, bytes.bytes[...])
    }
  }

  /// Reads all parts in order (rules M1–M7).
  mutating func multiPart() throws(ArchiveError) -> (scopes: [OpenedScope], endMark: EndMark?) {
    var cursor = ByteCursor(bytes)
    var progress = Progress()
    progress.link(try FileHeader(&cursor).checksum)
    while cursor.remaining > 0 {
      let part = try PartHeader(&cursor)
      guard Checksum.crc32(0, bytes[part.storedRange]) == part.storedChecksum else {
        throw ArchiveError(
          .checksumMismatch, "\(part.storedByteCount) stored bytes of a part were changed",
          byteOffset: part.storedChecksumOffset)
      }
      progress.endMark = nil
      switch part.type {
      case .definitions: try readDefinitions(part, &progress)
      case .block: try readBlock(part, &progress)
      case .index: try checkIndex(part, &progress)
      case .endMark: try checkEndMark(part, &progress)
      case nil: break
      }
      progress.link(part.checksum)
    }
    guard progress.endMark != nil else {
      throw ArchiveError(
        .truncated, "the file does not end in an end mark", byteOffset: bytes.count)
    }
    return (progress.scopes, progress.endMark)
  }

  private mutating func raw(_ part: PartHeader) throws(ArchiveError) -> [UInt8] {
    try raw(part.storedRange, isPacked: part.isPacked, rawByteCount: part.rawByteCount)
  }

  private mutating func readDefinitions(
    _ part: PartHeader, _ progress: inout Progress
  ) throws(ArchiveError) {
    guard progress.ordinal == 0 else {
      throw ArchiveError(
        .malformed, "definitions stand inside a scope", byteOffset: part.byteOffset)
    }
    progress.awaitsScope = true
    var map = OffsetMap()
    map.add(rawStart: 0, fileStart: part.storedOffset, isPacked: part.isPacked)
    var cursor = ByteCursor(try raw(part))
    do throws(ArchiveError) {
      try progress.definitions.read(&cursor, limits: limits)
      guard cursor.remaining == 0 else {
        throw ArchiveError(
          .malformed, "bytes follow the last definition", byteOffset: cursor.position)
      }
    } catch {
      throw map.located(error)
    }
  }

  private mutating func readBlock(
    _ part: PartHeader, _ progress: inout Progress
  ) throws(ArchiveError) {
    try BlockDetail(part, in: bytes).check(
      scope: progress.scopeCount, ordinal: progress.ordinal, rawOffset: progress.content.count,
      rowCount: progress.definitions.rowCount, at: part.detailOffset)
    guard part.rawByteCount <= limits.maximumBlockByteCount else {
      throw ArchiveError(
        .limitExceeded, "a block of more than \(limits.maximumBlockByteCount) bytes",
        byteOffset: part.rawByteCountOffset)
    }
    progress.map.add(
      rawStart: progress.content.count, fileStart: part.storedOffset, isPacked: part.isPacked)
    progress.content += try raw(part)
    progress.ordinal += 1
    progress.awaitsScope = false
    progress.unindexed.add(part)
    guard part.isLastBlock else { return }
    progress.scopes.append(
      OpenedScope(
        content: progress.content, definitions: progress.definitions, map: progress.map))
    progress.scopeCount += 1
    (progress.ordinal, progress.content, progress.map) = (0, [], OffsetMap())
  }

  /// Rule M4.
  private mutating func checkIndex(
    _ part: PartHeader, _ progress: inout Progress
  ) throws(ArchiveError) {
    if !part.isSkipped {
      let (found, expected) = (
        try raw(part), progress.unindexed.bytes(after: progress.indexOffset)
      )
      if found != expected {
        let common = zip(found, expected).prefix { $0 == $1 }.count
        throw ArchiveError(
          .malformed, "the index does not list the blocks before it",
          byteOffset: part.storedOffset + (part.isPacked ? 0 : common),
          rawOffset: part.isPacked ? common : nil)
      }
    }
    (progress.indexOffset, progress.unindexed) = (part.byteOffset, BlockIndex())
  }

  /// Rules M5 and M6.
  private func checkEndMark(
    _ part: PartHeader, _ progress: inout Progress
  ) throws(ArchiveError) {
    let mark = try EndMark(part, in: bytes)
    guard progress.ordinal == 0, progress.scopeCount > 0, !progress.awaitsScope else {
      throw ArchiveError(
        .malformed, "an end mark stands inside a scope, or behind definitions of one",
        byteOffset: part.byteOffset)
    }
    guard mark.chainChecksum == progress.chain else {
      throw ArchiveError(
        .checksumMismatch, "a part was removed, repeated or moved",
        byteOffset: part.storedOffset + 32)
    }
    for (place, stated, expected) in [
      (0, mark.indexOffset, progress.indexOffset), (8, mark.ownOffset, part.byteOffset),
      (16, mark.scopeCount, progress.scopeCount),
    ] where stated != expected {
      throw ArchiveError(
        .malformed, "an end mark states \(stated), not \(expected)",
        byteOffset: part.storedOffset + place)
    }
    progress.endMark = mark
  }
}
