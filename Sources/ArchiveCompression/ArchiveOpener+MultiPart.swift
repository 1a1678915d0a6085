internal import ArchiveFormat

extension ArchiveOpener {
  /// Reads all parts in order (rules M1–M7).
  mutating func openMultiPart() throws(ArchiveError) -> OpenedArchive {
    var cursor = ByteCursor(bytes)
    var reader = try begin(FileHeader(&cursor, Checksum.crc32))
    while cursor.remaining > 0 {
      guard let part = try nextPart(&cursor, &reader) else { break }
      reserve(part, rest: bytes.count - part.byteOffset, &reader.content) {
        next throws(ArchiveError) in
        var cursor = ByteCursor(bytes, from: next)
        return try PartHeader(&cursor, Checksum.crc32)
      } stored: { block in
        (bytes, block.storedRange)
      }
      try read(part, &reader)
      reader.link(part.checksum)
    }
    if !reader.isWhole, !reader.isAdrift {
      try report(
        ArchiveError(
          .truncated, "the file does not end in an end mark", byteOffset: bytes.count))
    }
    reader.archive.storedByteCount = bytes.count
    return reader.archive
  }

  func begin(_ header: FileHeader) -> PartReader {
    var reader = PartReader()
    reader.archive.isMultiPart = true
    reader.archive.readVersion = UInt64(header.readVersion)
    reader.archive.writeVersion = UInt64(header.writeVersion)
    reader.archive.optionalFeatures = UInt64(header.optionalFeatures)
    reader.link(header.checksum)
    return reader
  }

  mutating func read(
    _ part: PartHeader, _ reader: inout PartReader
  ) throws(ArchiveError) {
    var isReported = false
    if verifiesChecksums, Checksum.crc32(0, bytes[part.storedRange]) != part.storedChecksum {
      try report(
        ArchiveError(
          .checksumMismatch, "\(part.storedByteCount) stored bytes of a part were changed",
          byteOffset: part.storedChecksumOffset))
      isReported = true
    }
    reader.isWhole = false
    var opened = OpenedPart(header: part)
    switch part.type {
    case .definitions:
      try gather(isReported) { (opener: inout Self) throws(ArchiveError) in
        try opener.readDefinitions(part, &reader)
      } orElse: {
        reader.loseDefinitions()
      }
    case .block:
      try gather(isReported) { (opener: inout Self) throws(ArchiveError) in
        let detail = try BlockDetail(part, in: opener.bytes)
        opened.detail = detail
        do throws(ArchiveError) {
          try reader.check(detail, of: part)
        } catch {
          reader.adopt(detail)
          throw error
        }
        try opener.readBlock(part, &reader)
      } orElse: {
        reader.loseContent()
      }
      reader.finish(part, keepsAllScopes: keepsAllScopes)
    case .index:
      if !part.isSkipped {
        try gather(isReported) { (opener: inout Self) throws(ArchiveError) in
          try opener.checkIndex(part, &reader)
        } orElse: {
        }
      }
      reader.finish(index: part)
    case .endMark:
      try gather(isReported) { (opener: inout Self) throws(ArchiveError) in
        opened.endMark = try opener.checkEndMark(part, &reader)
      } orElse: {
      }
    case nil: break
    }
    reader.note(opened)
  }

  /// Appends the raw bytes of a part.
  private mutating func append(
    _ part: PartHeader, to raw: inout [UInt8], _ archive: inout OpenedArchive
  ) throws(ArchiveError) {
    if part.type == .block, part.rawByteCount > limits.maximumBlockByteCount {
      throw ArchiveError(
        .limitExceeded, "a block of more than \(limits.maximumBlockByteCount) bytes",
        byteOffset: part.rawByteCountOffset)
    }
    archive.rawByteCount += part.rawByteCount
    guard part.isPacked else { return raw.append(contentsOf: bytes[part.storedRange]) }
    archive.isPacked = true
    try inflate(part.storedRange, rawByteCount: part.rawByteCount, into: &raw)
  }

  private mutating func readDefinitions(
    _ part: PartHeader, _ reader: inout PartReader
  ) throws(ArchiveError) {
    try reader.checkDefinitions(part)
    guard reader.definitionsHold else { return }
    var raw: [UInt8] = []
    try append(part, to: &raw, &reader.archive)
    if reader.keepsDefinitionBytes { reader.definitionBytes.append(raw) }
    var map = OffsetMap()
    map.add(rawStart: 0, fileStart: part.storedOffset, isPacked: part.isPacked)
    if !keepsAllScopes { reader.archive.scopes = [] }
    var cursor = ByteCursor(raw)
    do throws(ArchiveError) {
      if !reader.archive.scopes.isEmpty { try reader.copyDefinitions(limits) }
      try reader.definitions.read(&cursor, limits: limits)
      guard cursor.remaining == 0 else {
        throw ArchiveError(
          .malformed, "bytes follow the last definition", byteOffset: cursor.position)
      }
    } catch {
      throw map.located(error)
    }
  }

  private mutating func readBlock(
    _ part: PartHeader, _ reader: inout PartReader
  ) throws(ArchiveError) {
    guard reader.contentHolds else {
      reader.archive.rawByteCount += part.rawByteCount
      return
    }
    reader.map.add(
      rawStart: reader.content.count, fileStart: part.base + part.storedOffset,
      isPacked: part.isPacked)
    try append(part, to: &reader.content, &reader.archive)
  }

  /// Rule M4. An index is not needed to read everything, so what is wrong with it is a finding.
  private mutating func checkIndex(
    _ part: PartHeader, _ reader: inout PartReader
  ) throws(ArchiveError) {
    var raw: [UInt8] = []
    try append(part, to: &raw, &reader.archive)
    if let expected = reader.expectedIndex, raw != expected {
      let common = zip(raw, expected).prefix { $0 == $1 }.count
      try report(
        ArchiveError(
          .malformed, "the index does not list the blocks before it",
          byteOffset: part.storedOffset + (part.isPacked ? 0 : common),
          rawOffset: part.isPacked ? common : nil))
    }
  }

  /// Rules M5 and M6.
  private mutating func checkEndMark(
    _ part: PartHeader, _ reader: inout PartReader
  ) throws(ArchiveError) -> EndMark {
    let mark = try EndMark(part, in: bytes)
    if reader.isAdrift { reader.finishScopes(mark) }
    guard reader.ordinal == 0, reader.scopeCount > 0, !reader.awaitsScope else {
      throw ArchiveError(
        .malformed, "an end mark stands inside a scope, or behind definitions of one",
        byteOffset: part.byteOffset)
    }
    if mark.chainChecksum != reader.chain, !reader.isAdrift {
      try report(
        ArchiveError(
          .checksumMismatch, "a part was removed, repeated or moved",
          byteOffset: part.storedOffset + 32))
    }
    for (place, stated, expected) in [
      (0, mark.indexOffset, reader.indexOffset), (8, mark.ownOffset, part.fileOffset),
      (16, mark.scopeCount, reader.scopeCount),
    ] where stated != expected {
      try report(
        ArchiveError(
          .malformed, "an end mark states \(stated), not \(expected)",
          byteOffset: part.storedOffset + place))
    }
    reader.archive.endMark = mark
    reader.isWhole = true
    return mark
  }
}
