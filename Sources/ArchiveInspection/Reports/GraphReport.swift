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
    try FoundationGraph.canonicalDump(of: bytes, limits: PropertyListLimits(isTrusted: isTrusted))
  }

  /// A line for each object of a class of Foundation.
  ///
  /// - Parameter isTrusted: True to lift the limits on sizes and counts.
  /// - Throws: ``ArchiveError``; nothing is returned of an invalid file.
  package static func values(_ bytes: [UInt8], isTrusted: Bool) throws(ArchiveError) -> [UInt8] {
    try FoundationGraph(bytes, limits: PropertyListLimits(isTrusted: isTrusted)).valuesDump()
  }
}

extension PropertyListLimits {
  /// The default limits, or none on sizes and counts.
  init(isTrusted: Bool) {
    self.init()
    guard isTrusted else { return }
    maximumByteCount = .max
    maximumObjectCount = Int(Int32.max)
    maximumValueCount = .max
    baseTextByteCount = .max
  }
}
