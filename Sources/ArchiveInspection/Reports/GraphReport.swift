package import ArchiveFormat
internal import FoundationArchiveFormat
internal import PropertyListFormat

/// The dumps of an archive that `NSKeyedArchiver` wrote.
package enum GraphReport {
  /// A line for the archive and one for each object. Spec/foundation-archives.md describes them.
  ///
  /// - Parameter isTrusted: True to lift the limits on sizes and counts.
  /// - Throws: ``ArchiveError``; nothing is returned of an invalid file.
  package static func canonical(_ bytes: [UInt8], isTrusted: Bool) throws(ArchiveError) -> [UInt8] {
    try FoundationGraph.canonicalDump(of: bytes, limits: limits(isTrusted))
  }

  /// A line for each object of a class of Foundation.
  ///
  /// - Parameter isTrusted: True to lift the limits on sizes and counts.
  /// - Throws: ``ArchiveError``; nothing is returned of an invalid file.
  package static func values(_ bytes: [UInt8], isTrusted: Bool) throws(ArchiveError) -> [UInt8] {
    try FoundationGraph(bytes, limits: limits(isTrusted)).valuesDump()
  }

  static func limits(_ isTrusted: Bool) -> PropertyListLimits {
    var limits = PropertyListLimits()
    guard isTrusted else { return limits }
    limits.maximumByteCount = .max
    limits.maximumObjectCount = Int(Int32.max)
    limits.maximumValueCount = .max
    limits.baseTextByteCount = .max
    return limits
  }
}
