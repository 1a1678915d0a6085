package import ArchiveFormat

/// The definitions of an archive and where the blocks of its last scope stand: all that is to be known
/// for reading a few blocks alone.
///
/// Headers are walked, definitions read and verified, blocks passed over. O(parts).
package struct BlockDirectory {
  /// A block of the last scope.
  package struct Block: Sendable {
    var header: PartHeader
    package var detail: BlockDetail
  }

  package private(set) var definitions = ArchiveDefinitions()
  package private(set) var blocks: [Block] = []
  private let read: (Range<Int>) throws -> [UInt8]
  private let byteCount: Int
  let limits: ArchiveLimits
  /// Whether what reading a few blocks does not need is verified too: indices, and parts of other types.
  let verifiesIndex: Bool
  private(set) var endMark: EndMark?
  /// Whether definitions follow the last scope.
  private var isFollowed = false
  private var reader = PartReader()
  private var rawByteCount = 0
  private var isScopeOpen = false

  /// - Parameter read: Hands out bytes of the archive, which are there.
  package init(
    byteCount: Int, limits: ArchiveLimits, verifiesIndex: Bool = false,
    read: @escaping (Range<Int>) throws -> [UInt8]
  ) throws {
    self.verifiesIndex = verifiesIndex
    self.byteCount = byteCount
    self.limits = limits
    self.read = read
    var cursor = ByteCursor(try read(0..<min(byteCount, ArchiveFraming.headerByteCount)))
    reader.link(try FileHeader(&cursor, Checksum.crc32).checksum)
    var offset = ArchiveFraming.headerByteCount
    while offset < byteCount {
      let header = try self.header(at: offset)
      try note(header)
      reader.link(header.checksum)
      offset = header.base + header.storedRange.upperBound
    }
    guard reader.isWhole else {
      throw ArchiveError(.truncated, "the file does not end in an end mark", byteOffset: byteCount)
    }
  }

  private func header(at offset: Int) throws -> PartHeader {
    let fixed = try read(offset..<min(byteCount, offset + PartHeader.byteCount))
    var sizes = ByteCursor(fixed, from: min(2, fixed.count))
    let detailByteCount = try located(offset) { () throws(ArchiveError) in
      Int(try sizes.fixed(UInt16.self))
    }
    let end = min(byteCount, offset + PartHeader.byteCount + detailByteCount)
    var cursor = ByteCursor(try read(offset..<end))
    var header = try located(offset) { () throws(ArchiveError) in
      try PartHeader(&cursor, rest: byteCount - end, Checksum.crc32)
    }
    header.base = offset
    return header
  }

  /// An error of bytes that begin at an offset, with its place in the file.
  private func located<Result>(
    _ offset: Int, _ body: () throws(ArchiveError) -> Result
  ) throws(ArchiveError) -> Result {
    do throws(ArchiveError) {
      return try body()
    } catch {
      var error = error
      error.byteOffset = error.byteOffset.map { $0 + offset }
      throw error
    }
  }

  private mutating func note(_ header: PartHeader) throws {
    reader.isWhole = false
    switch header.type {
    case .definitions:
      guard !isScopeOpen else {
        throw ArchiveError(
          .malformed, "definitions stand inside a scope", byteOffset: header.fileOffset)
      }
      isFollowed = !blocks.isEmpty
      try readDefinitions(header)
    case .block:
      let detail = try located(header.base) { () throws(ArchiveError) in
        try BlockDetail(header)
      }
      if !isScopeOpen { (blocks, rawByteCount) = ([], 0) }
      try detail.check(
        scope: reader.scopeCount, ordinal: blocks.count, rawOffset: rawByteCount,
        rowCount: definitions.rowCount, at: header.base + header.detailOffset)
      isFollowed = false
      blocks.append(Block(header: header, detail: detail))
      if verifiesIndex { reader.unindexed.add(header) }
      rawByteCount += header.rawByteCount
      isScopeOpen = !header.isLastBlock
      if header.isLastBlock { reader.scopeCount += 1 }
    case .endMark:
      let stored = try self.stored(header)
      let mark = try located(header.base + header.storedOffset) { () throws(ArchiveError) in
        try EndMark(stored: stored)
      }
      guard !isScopeOpen, !isFollowed, reader.scopeCount > 0 else {
        throw ArchiveError(
          .malformed, "an end mark stands inside a scope, or behind definitions of one",
          byteOffset: header.fileOffset)
      }
      let place = header.base + header.storedOffset
      guard mark.chainChecksum == reader.chain else {
        throw ArchiveError(
          .checksumMismatch, "a part was removed, repeated or moved", byteOffset: place + 32)
      }
      for (offset, stated, expected) in [
        (0, mark.indexOffset, verifiesIndex ? reader.indexOffset : mark.indexOffset),
        (8, mark.ownOffset, header.fileOffset), (16, mark.scopeCount, reader.scopeCount),
      ] where stated != expected {
        throw ArchiveError(
          .malformed, "an end mark states \(stated), not \(expected)",
          byteOffset: place + offset)
      }
      endMark = mark
      reader.isWhole = true
    case .index: if verifiesIndex { try readIndex(header) }
    case nil: if verifiesIndex { _ = try stored(header) }
    }
  }

  private mutating func readDefinitions(_ header: PartHeader) throws {
    var cursor = ByteCursor(try raw(header))
    do throws(ArchiveError) {
      try definitions.read(&cursor, limits: limits)
      guard cursor.remaining == 0 else {
        throw ArchiveError(
          .malformed, "bytes follow the last definition", byteOffset: cursor.position)
      }
    } catch {
      throw map(header).located(error)
    }
  }

  /// Where the raw bytes of a part stand.
  private func map(_ header: PartHeader) -> OffsetMap {
    var map = OffsetMap()
    map.add(
      rawStart: 0, fileStart: header.base + header.storedOffset, isPacked: header.isPacked)
    return map
  }

  private mutating func readIndex(_ header: PartHeader) throws {
    if header.isSkipped { _ = try stored(header) } else { try checkIndex(header) }
    reader.indexOffset = header.fileOffset
    reader.unindexed = BlockIndex()
  }

  /// Rule M4.
  private func checkIndex(_ header: PartHeader) throws {
    let (found, expected) = (
      try raw(header), reader.unindexed.bytes(after: reader.indexOffset)
    )
    guard found == expected else {
      let common = zip(found, expected).prefix { $0 == $1 }.count
      throw map(header).located(
        ArchiveError(
          .malformed, "the index does not list the blocks before it", byteOffset: common))
    }
  }

  private func stored(_ header: PartHeader) throws -> [UInt8] {
    let start = header.base + header.storedOffset
    let stored = try read(start..<start + header.storedByteCount)
    guard Checksum.crc32(0, stored[...]) == header.storedChecksum else {
      throw ArchiveError(
        .checksumMismatch, "\(header.storedByteCount) stored bytes of a part were changed",
        byteOffset: header.base + header.storedChecksumOffset)
    }
    return stored
  }

  private func raw(_ header: PartHeader) throws -> [UInt8] {
    guard header.rawByteCount <= limits.maximumBlockByteCount else {
      throw ArchiveError(
        .limitExceeded, "a part of more than \(limits.maximumBlockByteCount) bytes",
        byteOffset: header.base + header.rawByteCountOffset)
    }
    let stored = try stored(header)
    guard header.isPacked else { return stored }
    return try located(header.base + header.storedOffset) { () throws(ArchiveError) in
      try Zlib.inflated(
        stored, 0..<stored.count, rawByteCount: header.rawByteCount, limits: limits)
    }
  }

  /// The raw bytes of some blocks, verified, and where they stand if `prefixByteCount` bytes are put
  /// before them.
  package func content(
    _ range: Range<Int>, prefixByteCount: Int
  ) throws -> (bytes: [UInt8], map: OffsetMap) {
    var bytes: [UInt8] = []
    var map = OffsetMap()
    for block in blocks[range] {
      let header = block.header
      guard header.rawByteCount <= limits.maximumInflatedByteCount - bytes.count else {
        throw ArchiveError(
          .limitExceeded,
          limits.excess(.inflatedBytes, "inflated bytes", limits.maximumInflatedByteCount),
          byteOffset: header.base + header.storedOffset)
      }
      map.add(
        rawStart: prefixByteCount + bytes.count, fileStart: header.base + header.storedOffset,
        isPacked: header.isPacked)
      bytes += try raw(header)
    }
    return (bytes, map)
  }
}
