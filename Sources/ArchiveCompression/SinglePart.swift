internal import ArchiveFormat

/// Single-part archives (Spec, section 3) in memory that somebody else owns.
package enum SinglePart {
  /// The checksum of a self-contained archive, which ends in it.
  package static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
    Checksum.crc32(ArchiveFraming.draftSeed, bytes)
  }

  /// Whether a plain archive without versions holds a list of roots, once its checksum was
  /// verified; nil for other archives and for damaged ones.
  ///
  /// Its content is what stands between the first byte and the last four.
  ///
  /// - Parameter verifiesChecksum: Whether the checksum is compared at all.
  package static func plainContent(
    _ bytes: UnsafeRawBufferPointer, verifiesChecksum: Bool
  ) -> Bool? {
    guard bytes.count >= 7, let first = unsafe bytes.first,
      first & 0xF0 == ArchiveFraming.lead,
      ArchiveFraming.LeadFlags.roots.isSuperset(of: ArchiveFraming.LeadFlags(rawValue: first & 0xF))
    else { return nil }
    if verifiesChecksum {
      let end = bytes.count - 4
      let stored = unsafe UInt32(
        littleEndian: bytes.loadUnaligned(fromByteOffset: end, as: UInt32.self))
      guard
        unsafe Checksum.crc32(
          UnsafeRawBufferPointer(rebasing: bytes[..<end]), seed: ArchiveFraming.draftSeed)
          == stored
      else { return nil }
    }
    return first & ArchiveFraming.LeadFlags.roots.rawValue != 0
  }

  /// How many rows of a dictionary a plain record was written against, and whether it holds a list of roots, once its
  /// checksum was verified (rules H1 and H2); nil for other archives and for damaged ones.
  ///
  /// Its content begins with the fourth byte. Of the numbers of rows only the largest is tried.
  package static func plainRecord(
    _ bytes: UnsafeRawBufferPointer, _ dictionary: ShapeDictionary
  ) -> (rowCount: Int, hasRootList: Bool)? {
    guard bytes.count >= 8, let first = unsafe bytes.first,
      first & ~ArchiveFraming.LeadFlags.roots.rawValue
        == ArchiveFraming.lead | ArchiveFraming.LeadFlags.dictionary.rawValue,
      unsafe bytes[2] == ArchiveFraming.noDefinitions
    else { return nil }
    let all = dictionary.rowCount
    let count = unsafe all - (all - Int(bytes[1])) & 0xFF
    guard let checksum = dictionary.checksum(afterRows: count) else { return nil }
    let seed = checksum ^ ArchiveFraming.draftSeed
    let end = bytes.count - 4
    let stored = unsafe UInt32(
      littleEndian: bytes.loadUnaligned(fromByteOffset: end, as: UInt32.self))
    guard
      unsafe Checksum.crc32(UnsafeRawBufferPointer(rebasing: bytes[..<end]), seed: seed) == stored,
      dictionary.isComplete(afterRows: count)
    else { return nil }
    return (count, first & ArchiveFraming.LeadFlags.roots.rawValue != 0)
  }
}
