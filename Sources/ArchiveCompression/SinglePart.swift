internal import ArchiveFormat

/// Single-part archives (Spec, section 3) in memory that somebody else owns.
package enum SinglePart {
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
        unsafe Checksum.crc32(UnsafeRawBufferPointer(rebasing: bytes[..<end]), seed: 0) == stored
      else { return nil }
    }
    return first & ArchiveFraming.LeadFlags.roots.rawValue != 0
  }
}
