package import ArchiveFormat

/// Opening an archive that somebody else holds, without a copy of it.
extension ArchiveOpener {
  /// Opens an archive whose bytes are handed out by range: those of a multi-part archive part by part.
  ///
  /// Damage is thrown, never gathered.
  package mutating func open(
    byteCount: Int, _ bytes: (Range<Int>) -> [UInt8]
  ) throws(ArchiveError) -> OpenedArchive {
    self.bytes = bytes(0..<min(byteCount, ArchiveFraming.headerByteCount))
    guard self.bytes.first == ArchiveFraming.magic[0] else {
      self.bytes = bytes(0..<byteCount)
      return try open()
    }
    var cursor = ByteCursor(self.bytes)
    var reader = try begin(FileHeader(&cursor, Checksum.crc32))
    reader.keepsParts = false
    var offset = cursor.position
    while offset < byteCount {
      do {
        let part = try header(at: offset, byteCount, bytes)
        let partByteCount = part.storedRange.upperBound
        if part.type == .block {
          reserve(part, rest: byteCount - offset, &reader.content) { next throws(ArchiveError) in
            try header(at: next, byteCount, bytes)
          }
        }
        // One part at a time.
        self.bytes = []
        self.bytes = bytes(offset..<offset + partByteCount)
        try read(part, &reader)
        reader.link(part.checksum)
        offset += partByteCount
      } catch {
        var error = error
        error.byteOffset = error.byteOffset.map { $0 + offset }
        throw error
      }
    }
    self.bytes = []
    guard reader.isWhole else {
      throw ArchiveError(
        .truncated, "the file does not end in an end mark", byteOffset: byteCount)
    }
    reader.archive.storedByteCount = byteCount
    return reader.archive
  }

  /// The header of the part that begins at an offset; its own offsets count from there.
  private func header(
    at offset: Int, _ byteCount: Int, _ bytes: (Range<Int>) -> [UInt8]
  ) throws(ArchiveError) -> PartHeader {
    let fixed = bytes(offset..<min(byteCount, offset + PartHeader.byteCount))
    var sizes = ByteCursor(fixed, from: min(2, fixed.count))
    let detailByteCount = (try? sizes.fixed(UInt16.self)).map { Int($0) } ?? 0
    let end = min(byteCount, offset + PartHeader.byteCount + detailByteCount)
    var cursor = ByteCursor(bytes(offset..<end))
    var header = try PartHeader(&cursor, rest: byteCount - end, Checksum.crc32)
    header.base = offset
    return header
  }

  /// Makes room for the blocks of a scope at once, from `part` on: content that grows by being copied
  /// would stand in memory twice.
  ///
  /// What the headers say is not believed beyond some times the bytes that are there.
  private func reserve(
    _ part: PartHeader, rest: Int, _ content: inout [UInt8],
    _ header: (_ offset: Int) throws(ArchiveError) -> PartHeader
  ) {
    guard content.capacity - content.count < part.rawByteCount else { return }
    let limit = Self.reservedRatio * max(rest, content.count)
    var needed = content.count + part.rawByteCount
    var last = part
    while needed < limit, last.type != .block || !last.isLastBlock,
      let next = try? header(last.base + last.storedRange.upperBound)
    {
      last = next
      if next.type == .block { needed += next.rawByteCount }
    }
    content.reserveCapacity(min(needed, limit))
  }

  /// Inflated bytes that room is made for, for each stored byte; half as much again as most text has.
  private static let reservedRatio = 32
}
