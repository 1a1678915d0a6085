internal import struct ArchiveFormat.ArchiveError

/// First bytes and numbers of the two framings (Spec, sections 3 and 4).
enum ArchiveFraming {
  /// The first eight bytes of a multi-part archive.
  static let magic: [UInt8] = [0xA5, 0x4B, 0x41, 0x52, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The lead byte of single-part archives without its flags.
  static let lead: UInt8 = 0xB0
  static let version: UInt64 = 1
  /// The number of the draft of the bytes, until they are final (Spec, section 2): 1 to 256. Each change of bytes
  /// raises it.
  static let draft = 2
  /// Seeds the checksums of single-part archives. A record's seed is this, exclusive or the checksum of its rows.
  static let draftSeed = seed(ofDraft: UInt32(draft))

  /// The seed of a draft: its number less 1, in each of the four bytes. A seed changes a checksum as the same change of the first four bytes
  /// would, so damage of fewer bytes is never taken for another draft.
  static func seed(ofDraft draft: UInt32) -> UInt32 { (draft &- 1) &* 0x0101_0101 }

  /// The error for bytes of another draft.
  static func needsDraft(_ draft: Int, at byteOffset: Int) -> ArchiveError {
    ArchiveError(
      .needsFeature,
      "this is of draft \(draft) of the format, and this version of the reads draft \(Self.draft)",
      byteOffset: byteOffset)
  }

  /// Refuses bytes of a later version, of which nothing else can be told.
  static func check(readVersion: UInt64, at byteOffset: Int) throws(ArchiveError) {
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
  static func check(requiredFeatures: UInt64, at byteOffset: Int) throws(ArchiveError) {
    guard requiredFeatures == 0 else {
      throw ArchiveError(
        .needsFeature, "reading this needs features \(String(requiredFeatures, radix: 2))",
        byteOffset: byteOffset)
    }
  }

  /// `definitions` without rows.
  static let noDefinitions: UInt8 = 0x01
  /// The end of a list of roots.
  static let endOfRoots: UInt8 = 0x01
  static let headerByteCount = 24
  static let endMarkByteCount = 40
  /// Content up to this many raw bytes is framed as a single part unless the caller says otherwise.
  static let singlePartByteCount = 65_536
  /// Raw bytes a block aims at.
  static let blockByteCount = 256 << 10

  /// Flags in the low four bits of the lead byte.
  struct LeadFlags: OptionSet, Sendable {
    let rawValue: UInt8
    static let dictionary = LeadFlags(rawValue: 1)
    static let packed = LeadFlags(rawValue: 2)
    static let roots = LeadFlags(rawValue: 4)
    static let versions = LeadFlags(rawValue: 8)
  }
}
