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
  /// is none. O(bytes): the work is bounded.
  private func headerOffset(behind start: Int) -> Int? {
    guard let last = lastHeaders(behind: start) else { return nil }
    return indexedOffsets(from: last).filter { start < $0 && $0 < last }.min() ?? last
  }

  /// Finds headers of which each leads to the next.
  ///
  /// Archives in values have headers too. So the headers are taken that lead to the end of the file, or else those that lead
  /// furthest.
  private func lastHeaders(behind start: Int) -> Int? {
    var budget = Self.searchRatio * bytes.count
    var walked: Set<Int> = []
    var best: (offset: Int, length: Int)?
    var offset = start + 1
    while offset + PartHeader.byteCount <= bytes.count, budget > 0 {
      defer { offset += 1 }
      guard mayBeHeader(at: offset), !walked.contains(offset) else { continue }
      var cursor = ByteCursor(bytes, from: offset)
      while cursor.remaining > 0 {
        walked.insert(cursor.position)
        budget -= PartHeader.byteCount + Int(bytes[min(cursor.position + 3, bytes.count - 1)]) << 8
        var next = cursor
        guard budget > 0, (try? PartHeader(&next, Checksum.crc32)) != nil else { break }
        cursor = next
      }
      if cursor.position == bytes.count { return offset }
      if cursor.position - offset > best?.length ?? 0 {
        best = (offset, cursor.position - offset)
      }
    }
    return best?.offset
  }

  /// Collects the offsets of blocks from the indices behind an offset, and from the earlier indices that these name.
  private func indexedOffsets(from start: Int) -> [Int] {
    var offsets: [Int] = []
    var cursor = ByteCursor(bytes, from: start)
    while let part = try? PartHeader(&cursor, Checksum.crc32) {
      var index: PartHeader? = part
      while let part = index, let (previous, blocks) = listed(in: part) {
        offsets += blocks
        var cursor = ByteCursor(bytes, from: previous)
        index = 0..<part.byteOffset ~= previous ? try? PartHeader(&cursor, Checksum.crc32) : nil
      }
    }
    return offsets
  }

  /// Reads what an index part lists; nil for other parts, and for damaged ones.
  private func listed(in part: PartHeader) -> (previous: Int, blocks: [Int])? {
    guard part.type == .index,
      Checksum.crc32(0, bytes[part.storedRange]) == part.storedChecksum
    else { return nil }
    do throws(ArchiveError) {
      let raw =
        part.isPacked
        ? try Zlib.inflated(
          bytes, part.storedRange, rawByteCount: part.rawByteCount, limits: limits)
        : Array(bytes[part.storedRange])
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

  /// Bytes of checksums and headers that the search may look at, for each byte of the file.
  private static let searchRatio = 16

  /// Tells whether the fixed fields at an offset can be those of a part, without computing a checksum.
  private func mayBeHeader(at offset: Int) -> Bool {
    guard let type = PartHeader.PartType(rawValue: bytes[offset]), bytes[offset + 1] <= 3 else {
      return false
    }
    guard type == .block || bytes[offset + 2] == 0 && bytes[offset + 3] == 0 else { return false }
    // No file has 2^56 bytes.
    return bytes[offset + 11] == 0
  }
}
