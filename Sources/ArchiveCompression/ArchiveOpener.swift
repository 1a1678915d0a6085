package import ArchiveFormat

/// Reads the framing of an archive: verifies checksums, inflates, gathers definitions.
///
/// Nothing is trusted before its checksum was verified, and nothing is inflated beyond the limits. Blocks may be inflated
/// before, to count what room they need, and that alone.
package struct ArchiveOpener {
  /// All bytes of the archive; of a stream, those of the part that is being read.
  var bytes: [UInt8]
  let limits: ArchiveLimits
  /// Whether damage is gathered in ``findings`` where reading can go on, instead of thrown.
  let gathersFindings: Bool
  /// Whether all scopes are kept, or only the last one, whose values are the newest.
  let keepsAllScopes: Bool
  /// What records that are not self-contained were written against.
  let dictionary: ShapeDictionary?
  /// Whether checksums of content are compared; those of headers always are.
  let verifiesChecksums: Bool
  package private(set) var findings: [ArchiveError] = []
  /// Bytes that searches behind damage looked at so far.
  var searchedByteCount = 0
  /// Bytes that were inflated so far.
  package internal(set) var inflatedByteCount = 0

  package init(
    _ bytes: [UInt8], limits: ArchiveLimits, gathersFindings: Bool = false,
    keepsAllScopes: Bool = true, dictionary: ShapeDictionary? = nil, verifiesChecksums: Bool = true
  ) {
    self.dictionary = dictionary
    self.verifiesChecksums = verifiesChecksums
    self.keepsAllScopes = keepsAllScopes
    self.bytes = bytes
    self.limits = limits
    self.gathersFindings = gathersFindings
  }

  package mutating func open() throws(ArchiveError) -> OpenedArchive {
    try Self.check(beginning: bytes)
    return bytes.first == ArchiveFraming.magic[0] ? try openMultiPart() : try openSinglePart()
  }

  /// Refuses bytes that no archive begins with: what ``open()`` throws for them.
  package static func check(beginning bytes: [UInt8]) throws(ArchiveError) {
    guard let first = bytes.first else {
      throw ArchiveError(.truncated, "the file is empty", byteOffset: 0)
    }
    if first == ArchiveFraming.magic[0] {
      var cursor = ByteCursor(bytes)
      _ = try FileHeader(&cursor, Checksum.crc32)
    } else if first & 0xF0 != ArchiveFraming.lead {
      throw ArchiveError(.notAnArchive, "this is no keyed archive", byteOffset: 0)
    }
  }

  /// Findings after which the search ends.
  package static let maximumFindingCount = 100

  mutating func report(_ error: ArchiveError) throws(ArchiveError) {
    guard gathersFindings, findings.count + 1 < Self.maximumFindingCount else { throw error }
    findings.append(error)
  }

  /// Inflates a range of the file behind what is there, counting against the limit for all of it.
  mutating func inflate(
    _ range: Range<Int>, rawByteCount: Int, into raw: inout [UInt8]
  ) throws(ArchiveError) {
    guard rawByteCount <= limits.maximumInflatedByteCount - inflatedByteCount else {
      throw limits.exceeded(
        .inflatedBytes, "inflated bytes", limits.maximumInflatedByteCount, at: range.lowerBound)
    }
    inflatedByteCount += rawByteCount
    try Zlib.inflate(bytes, range, rawByteCount: rawByteCount, limits: limits, into: &raw)
  }

  // MARK: Single-part

  private mutating func openSinglePart() throws(ArchiveError) -> OpenedArchive {
    let flags = ArchiveFraming.LeadFlags(rawValue: bytes[0] & 0x0F)
    guard bytes.count >= 7 else {
      throw ArchiveError(
        .truncated, "an archive has at least 7 bytes, this has \(bytes.count)", byteOffset: 0)
    }
    let end = bytes.count - 4
    let record = flags.contains(.dictionary) ? try recordDefinitions(end: end) : nil
    if record == nil, verifiesChecksums { try verifyChecksum(at: end) }
    var cursor = ByteCursor(bytes, from: record == nil ? 1 : 2, to: end)
    var archive = OpenedArchive()
    if flags.contains(.versions) { try readVersions(&cursor, &archive) }
    var content = bytes
    var map = OffsetMap()
    map.add(rawStart: 0, fileStart: 0, isPacked: false)
    if flags.contains(.packed) {
      var rawByteCount = 0
      _ = try ArchiveCodec(&cursor, rawByteCount: &rawByteCount)
      content = []
      try inflate(cursor.position..<end, rawByteCount: rawByteCount, into: &content)
      map = OffsetMap()
      map.add(rawStart: 0, fileStart: cursor.position, isPacked: true)
      cursor = ByteCursor(content)
    } else {
      content.removeLast(4)
      cursor = ByteCursor(content, from: cursor.position)
    }
    archive.isPacked = flags.contains(.packed)
    archive.rawByteCount = cursor.remaining
    archive.storedByteCount = bytes.count
    var definitions = record?.definitions ?? ArchiveDefinitions()
    archive.dictionaryRowCount = record?.rowCount
    do throws(ArchiveError) {
      if record == nil {
        try definitions.read(&cursor, limits: limits)
      } else {
        try readNoDefinitions(&cursor)
      }
    } catch {
      throw map.located(error)
    }
    archive.scopes = [
      OpenedScope(
        content: content, start: cursor.position, hasRootList: flags.contains(.roots),
        definitions: definitions, outline: record?.outline ?? DefinitionOutline(definitions),
        map: map)
    ]
    return archive
  }

  private func verifyChecksum(at end: Int) throws(ArchiveError) {
    var tail = ByteCursor(bytes, from: end)
    let stored = try tail.fixed(UInt32.self)
    let own = SinglePart.checksum(of: bytes[..<end])
    if own == stored { return }
    guard let draft = DraftSeeds(byteCount: end).draft(of: stored, own: own) else {
      throw ArchiveError(
        .checksumMismatch, "the bytes were changed or cut off", byteOffset: end)
    }
    throw ArchiveFraming.needsDraft(draft, at: end)
  }

  /// Verifies the checksum of a record that is not self-contained, too.
  private func recordDefinitions(end: Int) throws(ArchiveError) -> RecordDefinitions {
    guard let dictionary else {
      throw ArchiveError(
        .needsDictionary, "this was written against a shape dictionary, and needs it",
        byteOffset: 0)
    }
    return try dictionary.definitions(ofRecord: bytes, end: end)
  }

  /// Rule H2.
  private func readNoDefinitions(_ cursor: inout ByteCursor) throws(ArchiveError) {
    let start = cursor.position
    guard try cursor.byte() == ArchiveFraming.noDefinitions else {
      throw ArchiveError(
        .malformed, "a record against a dictionary has definitions of its own", byteOffset: start)
    }
  }

  private func readVersions(
    _ cursor: inout ByteCursor, _ archive: inout OpenedArchive
  ) throws(ArchiveError) {
    let start = cursor.position
    archive.readVersion = try cursor.varint()
    try ArchiveFraming.check(readVersion: archive.readVersion, at: start)
    let writeStart = cursor.position
    archive.writeVersion = try cursor.varint()
    let featuresStart = cursor.position
    try ArchiveFraming.check(requiredFeatures: try cursor.varint(), at: featuresStart)
    guard archive.writeVersion > 0 else {
      throw ArchiveError(.malformed, "the write version is 0", byteOffset: writeStart)
    }
    archive.optionalFeatures = try cursor.varint()
    guard archive.writeVersion != 1 || archive.optionalFeatures != 0 else {
      throw ArchiveError(
        .malformed, "versions are stated though they are the default", byteOffset: start)
    }
  }
}
