/// First bytes and numbers of the two framings (Spec, sections 3 and 4).
package enum ArchiveFraming {
  /// The first eight bytes of a multi-part archive.
  package static let magic: [UInt8] = [0xA5, 0x4B, 0x41, 0x52, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The lead byte of single-part archives without its flags.
  package static let lead: UInt8 = 0xB0
  package static let version: UInt64 = 1
  /// Which draft of the bytes this is, until they are final (Spec, section 2): 1 to 256. Each change of bytes raises it.
  package static let draft = 2
  /// Seeds the checksums of single-part archives. A record's seed is this, exclusive or the checksum of its rows.
  package static let draftSeed = seed(ofDraft: UInt32(draft))

  /// The seed of a draft: its number less 1, in each of the four bytes. A seed changes a checksum as the same change of the first four bytes
  /// would, so damage of fewer bytes is never taken for another draft.
  package static func seed(ofDraft draft: UInt32) -> UInt32 { (draft &- 1) &* 0x0101_0101 }

  /// The error for bytes of another draft.
  package static func needsDraft(_ draft: Int, at byteOffset: Int) -> ArchiveError {
    ArchiveError(
      .needsFeature,
      "this is of draft \(draft) of the format, and this version of the package reads draft \(Self.draft)",
      byteOffset: byteOffset)
  }

  /// Refuses bytes of a later version, of which nothing else can be told.
  package static func check(readVersion: UInt64, at byteOffset: Int) throws(ArchiveError) {
    guard readVersion > 0 else {
      throw ArchiveError(.malformed, "the read version is 0", byteOffset: byteOffset)
    }
    guard readVersion <= version else {
      throw ArchiveError(
        .needsFeature,
        "reading this needs format version \(readVersion); this is a reader of \(version)",
        byteOffset: byteOffset)
    }
  }

  /// Refuses bytes that only readers with further features can read.
  package static func check(requiredFeatures: UInt64, at byteOffset: Int) throws(ArchiveError) {
    guard requiredFeatures == 0 else {
      throw ArchiveError(
        .needsFeature, "reading this needs features \(String(requiredFeatures, radix: 2))",
        byteOffset: byteOffset)
    }
  }

  /// `definitions` without rows.
  package static let noDefinitions: UInt8 = 0x01
  /// The end of a list of roots.
  package static let endOfRoots: UInt8 = 0x01
  package static let headerByteCount = 24
  package static let endMarkByteCount = 40
  /// Content up to this many raw bytes is framed as a single part unless the caller says otherwise.
  package static let singlePartByteCount = 65_536
  /// Raw bytes a block aims at.
  package static let blockByteCount = 256 << 10

  /// Flags in the low four bits of the lead byte.
  package struct LeadFlags: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let dictionary = LeadFlags(rawValue: 1)
    package static let packed = LeadFlags(rawValue: 2)
    package static let roots = LeadFlags(rawValue: 4)
    package static let versions = LeadFlags(rawValue: 8)
  }
}

/// A checksum over bytes that goes on from an earlier one: `crc32(seed, bytes)`.
package typealias ChecksumFunction =
  @Sendable (_ seed: UInt32, _ bytes: ArraySlice<UInt8>) -> UInt32

/// The header of a multi-part archive.
package struct FileHeader: Sendable {
  package var readVersion: UInt8 = 1
  package var writeVersion: UInt8 = 1
  package var requiredFeatures: UInt32 = 0
  package var optionalFeatures: UInt32 = 0
  package private(set) var checksum: UInt32 = 0

  package init() {}

  package mutating func write(_ sink: inout ByteSink, _ checksum: ChecksumFunction) {
    let start = sink.count
    sink.bytes.append(contentsOf: ArchiveFraming.magic)
    sink.byte(readVersion)
    sink.byte(writeVersion)
    sink.fixed(UInt16(ArchiveFraming.draft - 1))
    sink.fixed(requiredFeatures)
    sink.fixed(optionalFeatures)
    self.checksum = checksum(0, sink.bytes[start...])
    sink.fixed(self.checksum)
  }

  package init(_ cursor: inout ByteCursor, _ checksum: ChecksumFunction) throws(ArchiveError) {
    let start = cursor.position
    guard cursor.bytes[start...].starts(with: ArchiveFraming.magic) else {
      throw Self.magicError(cursor.bytes[start...].prefix(10), at: start)
    }
    guard cursor.remaining >= ArchiveFraming.headerByteCount else {
      throw cursor.truncated(ArchiveFraming.headerByteCount)
    }
    cursor.position += 8
    readVersion = try cursor.byte()
    writeVersion = try cursor.byte()
    let draft = Int(try cursor.fixed(UInt16.self)) + 1
    requiredFeatures = try cursor.fixed(UInt32.self)
    optionalFeatures = try cursor.fixed(UInt32.self)
    let computed = checksum(0, cursor.bytes[start..<cursor.position])
    let place = cursor.position
    self.checksum = try cursor.fixed(UInt32.self)
    guard computed == self.checksum else {
      throw ArchiveError(
        .checksumMismatch, "the file header was changed", byteOffset: place)
    }
    guard draft == ArchiveFraming.draft else {
      throw ArchiveFraming.needsDraft(draft, at: start + 10)
    }
    try ArchiveFraming.check(readVersion: UInt64(readVersion), at: start + 8)
    try ArchiveFraming.check(requiredFeatures: UInt64(requiredFeatures), at: start + 12)
    guard writeVersion > 0 else {
      throw ArchiveError(.malformed, "the write version is 0", byteOffset: start + 9)
    }
  }

  /// What conversions of line endings make of the bytes from the fifth on: CR LF to LF, LF to CR LF with
  /// and without a look at what stands before, and to CR.
  private static let damagedEndings: [[UInt8]] = [
    [0x0A, 0x1A, 0x0A], [0x0D, 0x0D, 0x0A, 0x1A, 0x0D, 0x0A], [0x0D, 0x0A, 0x1A, 0x0D, 0x0A],
    [0x0D, 0x1A, 0x0D],
  ]

  /// Tells a header that ends early and text damage from bytes that never were an archive.
  private static func magicError(_ found: ArraySlice<UInt8>, at start: Int) -> ArchiveError {
    if ArchiveFraming.magic.starts(with: found) {
      return ArchiveError(.truncated, "the file header ends early", byteOffset: start)
    }
    if found.starts(with: ArchiveFraming.magic[0..<4]),
      damagedEndings.contains(where: { found.dropFirst(4).starts(with: $0) })
    {
      return ArchiveError(
        .textDamage, "line endings were converted, as by a transfer in text mode",
        byteOffset: start + 4)
    }
    return ArchiveError(.notAnArchive, "this is no keyed archive", byteOffset: start)
  }
}
