internal import struct ArchiveFormat.ArchiveError

/// Reads the framing of an archive: verifies checksums, inflates, gathers definitions.
struct FramingReader {
  let bytes: [UInt8]
  let limits: ReadingLimits
  /// Inflates stored bytes to so many; nil for who reads nothing that is packed.
  let inflate: ReferenceDecoder.Inflating?
  /// The rows that records were written against.
  let dictionary: [UInt8]?
  /// Bytes that were inflated so far.
  private(set) var inflatedByteCount = 0

  init(
    _ bytes: [UInt8], _ limits: ReadingLimits, dictionary: [UInt8]?,
    _ inflate: ReferenceDecoder.Inflating?
  ) {
    (self.bytes, self.limits, self.inflate, self.dictionary) = (bytes, limits, inflate, dictionary)
  }

  /// The scopes, and how many roots the last end mark counts.
  mutating func scopes() throws(ArchiveError) -> (scopes: [OpenedScope], endMark: EndMark?) {
    guard let first = bytes.first else {
      throw ArchiveError(.truncated, "the file is empty", byteOffset: 0)
    }
    if first == ArchiveFraming.magic[0] { return try multiPart() }
    guard first & 0xF0 == ArchiveFraming.lead else {
      throw ArchiveError(.notAnArchive, "this is no keyed archive", byteOffset: 0)
    }
    return ([try singlePart(flags: ArchiveFraming.LeadFlags(rawValue: first & 0x0F))], nil)
  }

  mutating func raw(
    _ range: Range<Int>, isPacked: Bool, rawByteCount: Int
  ) throws(ArchiveError) -> [UInt8] {
    guard isPacked else { return Array(bytes[range]) }
    guard let inflate else {
      throw ArchiveError(
        .needsFeature, ReferenceDecoder.needsInflating, byteOffset: range.lowerBound)
    }
    guard rawByteCount <= limits.maximumInflatedByteCount - inflatedByteCount else {
      throw ReadingLimits.exceeded(
        "inflated bytes", limits.maximumInflatedByteCount, at: range.lowerBound)
    }
    inflatedByteCount += rawByteCount
    return try inflate(bytes, range, rawByteCount)
  }

  // MARK: Single-part

  private mutating func singlePart(
    flags: ArchiveFraming.LeadFlags
  ) throws(ArchiveError) -> OpenedScope {
    guard bytes.count >= 7 else {
      throw ArchiveError(
        .truncated, "an archive has at least 7 bytes, this has \(bytes.count)", byteOffset: 0)
    }
    let end = bytes.count - 4
    let isRecord = flags.contains(.dictionary)
    var definitions = isRecord ? try recordDefinitions(end: end) : ArchiveDefinitions()
    if !isRecord { try verifyChecksum(end: end) }
    var cursor = ByteCursor(bytes, from: isRecord ? 2 : 1, to: end)
    if flags.contains(.versions) { try readVersions(&cursor) }
    var map = OffsetMap()
    var content = Array(bytes[..<end])
    if flags.contains(.packed) {
      var rawByteCount = 0
      _ = try ArchiveCodec(&cursor, rawByteCount: &rawByteCount)
      map.add(rawStart: 0, fileStart: cursor.position, isPacked: true)
      content = try raw(cursor.position..<end, isPacked: true, rawByteCount: rawByteCount)
      cursor = ByteCursor(content)
    } else {
      map.add(rawStart: 0, fileStart: 0, isPacked: false)
      cursor = ByteCursor(content, from: cursor.position)
    }
    do throws(ArchiveError) {
      let start = cursor.position
      if !isRecord {
        try definitions.read(&cursor, limits: limits)
      } else if try cursor.byte() != ArchiveFraming.noDefinitions {
        throw ArchiveError(
          .malformed, "a record against a dictionary has definitions of its own",
          byteOffset: start)
      }
    } catch {
      throw map.located(error)
    }
    return OpenedScope(
      content: content, start: cursor.position, hasRootList: flags.contains(.roots),
      definitions: definitions, map: map)
  }

  private func storedChecksum(end: Int) throws(ArchiveError) -> UInt32 {
    var cursor = ByteCursor(bytes, from: end)
    return try cursor.fixed(UInt32.self)
  }

  private func verifyChecksum(end: Int) throws(ArchiveError) {
    let stored = try storedChecksum(end: end)
    if Checksum.crc32(ArchiveFraming.draftSeed, bytes[..<end]) == stored { return }
    try refuseOtherDraft(stored, end: end)
    throw ArchiveError(.checksumMismatch, "the bytes were changed or cut off", byteOffset: end)
  }

  /// Rule V6. O(256 × bytes), for bytes that are refused.
  private func refuseOtherDraft(
    _ stored: UInt32, end: Int, rows: UInt32 = 0
  ) throws(ArchiveError) {
    for draft in 1...256 as ClosedRange<UInt32>
    where Checksum.crc32(ArchiveFraming.seed(ofDraft: draft) ^ rows, bytes[..<end]) == stored {
      throw ArchiveFraming.needsDraft(Int(draft), at: end)
    }
  }

  /// The rows that a record was written against (rules H1 and H3).
  private func recordDefinitions(end: Int) throws(ArchiveError) -> ArchiveDefinitions {
    guard let dictionary else {
      throw ArchiveError(
        .needsDictionary, "this was written against a shape dictionary, and needs it",
        byteOffset: 0)
    }
    let places = try DefinitionReader.rowEnds(ofDictionary: dictionary, limits: limits)
    let stored = try storedChecksum(end: end)
    let counts = places.indices.reversed().filter { UInt8(truncatingIfNeeded: $0) == bytes[1] }
    let checksums = counts.map { Checksum.crc32(0, dictionary[..<places[$0]]) }
    for (count, rows) in zip(counts, checksums)
    where Checksum.crc32(ArchiveFraming.draftSeed ^ rows, bytes[..<end]) == stored {
      do throws(ArchiveError) {
        return try DefinitionReader.definitions(
          ofDictionary: Array(dictionary[..<places[count]]), limits: limits)
      } catch {
        throw ArchiveError(
          .malformed, "the rows of the record name others that come later", byteOffset: 1)
      }
    }
    for rows in checksums { try refuseOtherDraft(stored, end: end, rows: rows) }
    throw ArchiveError(
      .wrongDictionary, "the record was changed, or was written against other rows",
      byteOffset: end)
  }

  private func readVersions(_ cursor: inout ByteCursor) throws(ArchiveError) {
    let start = cursor.position
    try ArchiveFraming.check(readVersion: cursor.varint(), at: start)
    let writeStart = cursor.position
    let writeVersion = try cursor.varint()
    let featuresStart = cursor.position
    try ArchiveFraming.check(requiredFeatures: cursor.varint(), at: featuresStart)
    guard writeVersion > 0 else {
      throw ArchiveError(.malformed, "the write version is 0", byteOffset: writeStart)
    }
    guard try cursor.varint() != 0 || writeVersion != 1 else {
      throw ArchiveError(
        .malformed, "versions are stated though they are the default", byteOffset: start)
    }
  }
}
