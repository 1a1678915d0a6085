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
        reserve(part, rest: byteCount - offset, &reader.content) { next throws(ArchiveError) in
          try header(at: next, byteCount, bytes)
        } stored: { block in
          let start = block.base + block.storedOffset
          return (bytes(start..<start + block.storedByteCount), 0..<block.storedByteCount)
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
  /// What the headers say is believed up to some times the bytes that are there. Blocks that say more are inflated to
  /// count them, so that no room is made for what is not there. Where that fails, reading does.
  func reserve(
    _ part: PartHeader, rest: Int, _ content: inout [UInt8],
    header: (_ offset: Int) throws(ArchiveError) -> PartHeader,
    stored: (PartHeader) -> (bytes: [UInt8], range: Range<Int>)
  ) {
    guard part.type == .block, content.capacity - content.count < part.rawByteCount else { return }
    let believed = Self.believedRatio * max(rest, content.count)
    var (needed, inflated) = (content.count, inflatedByteCount)
    var next: PartHeader? = part
    while let part = next {
      if part.type == .block {
        if part.isPacked {
          inflated += part.rawByteCount
          guard inflated <= limits.maximumInflatedByteCount,
            part.rawByteCount <= limits.maximumBlockByteCount,
            needed + part.rawByteCount <= believed || isTrue(part, stored(part))
          else { break }
        }
        needed += part.rawByteCount
        if part.isLastBlock { break }
      }
      next = try? header(part.base + part.storedRange.upperBound)
    }
    content.reserveCapacity(needed)
  }

  /// Whether a packed part inflates to as many bytes as its header says.
  private func isTrue(_ part: PartHeader, _ stored: (bytes: [UInt8], range: Range<Int>)) -> Bool {
    do throws(ArchiveError) {
      try Zlib.verify(
        stored.bytes, stored.range, rawByteCount: part.rawByteCount, limits: limits)
      return true
    } catch { return false }
  }

  /// Inflated bytes that room is made for, for each stored byte; half as much again as most text has.
  private static let believedRatio = 32
}
