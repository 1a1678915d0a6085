internal import ArchiveFormat

/// Going on after damage, so that one damaged part does not hide another.
extension ArchiveOpener {
  /// Reads a part; where damage is gathered, what is wrong is a finding and `lose` takes note of what is missing.
  ///
  /// A limit is no damage, and neither is a missing feature: they end the reading.
  ///
  /// - Parameter isReported: Whether a finding says already that the part is damaged.
  mutating func gather(
    _ isReported: Bool, _ read: (inout Self) throws(ArchiveError) -> Void, orElse lose: () -> Void
  ) throws(ArchiveError) {
    do throws(ArchiveError) {
      try read(&self)
    } catch {
      guard gathersFindings, error.code != .limitExceeded, error.code != .needsFeature else {
        throw error
      }
      if !isReported { try report(error) }
      lose()
    }
  }

  /// The header of the next part. Where damage is gathered, a header that cannot be read is a finding, and the next one is looked
  /// for; nil if there is none.
  mutating func nextPart(
    _ cursor: inout ByteCursor, _ reader: inout PartReader
  ) throws(ArchiveError) -> PartHeader? {
    while true {
      let start = cursor.position
      do throws(ArchiveError) {
        return try PartHeader(&cursor, Checksum.crc32)
      } catch {
        guard error.code != .needsFeature else { throw error }
        try report(error)
        reader.drift()
        guard let next = headerOffset(behind: start) else { return nil }
        cursor.position = next
      }
    }
  }

  /// Finds the next header behind one that cannot be read, by an index or by the headers that can be read; nil if there
  /// is none. O(bytes) for all calls together: what all of them may look at is bounded.
  private mutating func headerOffset(behind start: Int) -> Int? {
    guard let last = lastHeaders(behind: start) else { return nil }
    return indexedOffset(behind: start, before: last) ?? last
  }

  /// Finds headers of which each leads to the next.
  ///
  /// Archives in values have headers too. So the headers are taken that lead to the end of the file, or else those that lead
  /// furthest. An archive in a value that ends with its block leads to the part behind it: of those headers the ones behind its
  /// end mark are taken.
  private mutating func lastHeaders(behind start: Int) -> Int? {
    var walked: Set<Int> = []
    var best: (offset: Int, length: Int)?
    var offset = start + 1
    while offset + PartHeader.byteCount <= bytes.count, canSearch {
      defer { offset += 1 }
      guard mayBeHeader(at: offset), !walked.contains(offset) else { continue }
      var (chain, cursor) = (HeaderChain(at: offset), ByteCursor(bytes, from: offset))
      while cursor.remaining > 0 {
        walked.insert(cursor.position)
        searchedByteCount +=
          PartHeader.byteCount + Int(bytes[min(cursor.position + 3, bytes.count - 1)]) << 8
        var next = cursor
        guard canSearch, let part = try? PartHeader(&next, Checksum.crc32) else { break }
        cursor = next
        if let shift = shift(ofEndMark: part) { chain.end(at: cursor.position, shift: shift) }
      }
      let first = chain.first(upTo: cursor.position)
      if cursor.position == bytes.count, first < bytes.count { return first }
      if cursor.position - first > best?.length ?? 0 {
        best = (first, cursor.position - first)
      }
    }
    return best?.offset
  }

  /// Headers of which each leads to the next, divided by end marks: which of them belong to one archive.
  private struct HeaderChain {
    /// The offset of the first header behind the last end mark.
    private var last: Int
    /// The offset of the first header of the archives whose end marks have the same shift as the last one, and that shift.
    private var run: (start: Int, shift: Int)?

    init(at offset: Int) { last = offset }

    mutating func end(at offset: Int, shift: Int) {
      if run?.shift != shift { run = (last, shift) }
      last = offset
    }

    /// Returns the offset of the first header of the archive that the last header belongs to.
    func first(upTo end: Int) -> Int {
      guard let run else { return last }
      // Behind the end mark of an archive elsewhere another one goes on.
      return run.shift == 0 || last == end ? run.start : last
    }
  }

  /// Returns the distance from the offset that an end mark states to its own; nil for other parts, and for damaged ones.
  private func shift(ofEndMark part: PartHeader) -> Int? {
    guard part.type == .endMark, let mark = try? EndMark(part, in: bytes),
      Checksum.crc32(0, bytes[part.storedRange]) == part.storedChecksum
    else { return nil }
    return part.byteOffset - mark.ownOffset
  }

  /// Finds the first block between two offsets that is listed by the indices from the second one on, or by earlier indices that these
  /// name. Each index is read once.
  private mutating func indexedOffset(behind start: Int, before end: Int) -> Int? {
    var found: Int?
    var read: Set<Int> = []
    var cursor = ByteCursor(bytes, from: end)
    while canSearch, let part = try? PartHeader(&cursor, Checksum.crc32) {
      var index: PartHeader? = part
      while canSearch, let part = index, read.insert(part.byteOffset).inserted,
        let (previous, blocks) = listed(in: part)
      {
        for block in blocks where start < block && block < min(end, found ?? end) { found = block }
        var cursor = ByteCursor(bytes, from: previous)
        index = 0..<part.byteOffset ~= previous ? try? PartHeader(&cursor, Checksum.crc32) : nil
      }
    }
    return found
  }

  /// Reads what an index part lists; nil for other parts, and for damaged ones.
  private mutating func listed(in part: PartHeader) -> (previous: Int, blocks: [Int])? {
    searchedByteCount += PartHeader.byteCount
    guard part.type == .index, !part.isSkipped else { return nil }
    searchedByteCount += part.storedRange.count
    guard Checksum.crc32(0, bytes[part.storedRange]) == part.storedChecksum else { return nil }
    do throws(ArchiveError) {
      var raw: [UInt8] = []
      if part.isPacked {
        try inflate(part.storedRange, rawByteCount: part.rawByteCount, into: &raw)
      } else {
        raw = Array(bytes[part.storedRange])
      }
      var cursor = ByteCursor(raw)
      let previous = try cursor.count()
      var blocks: [Int] = []
      for _ in 0..<(try cursor.count()) {
        blocks.append(try cursor.count())
        _ = try cursor.count()
        _ = try cursor.range(ofByteCount: cursor.count())
      }
      return (previous, blocks)
    } catch {
      return nil
    }
  }

  /// Bytes of checksums and headers that searches may look at, for each byte of the file.
  private static let searchRatio = 16

  private var canSearch: Bool { searchedByteCount < Self.searchRatio * bytes.count }

  /// Tells whether the fixed fields at an offset can be those of a part, without computing a checksum.
  private func mayBeHeader(at offset: Int) -> Bool {
    guard let type = PartHeader.PartType(rawValue: bytes[offset]),
      bytes[offset + 1] & ~(PartHeader.lastBlockFlag | ArchiveCodec.zlib.rawValue) == 0
    else {
      return false
    }
    guard type == .block || bytes[offset + 2] == 0 && bytes[offset + 3] == 0 else { return false }
    // No file has 2^56 bytes.
    return bytes[offset + 11] == 0
  }
}
