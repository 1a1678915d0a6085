public import ArchiveCompression
public import ArchiveFormat

/// Counts what an archive holds while it reads. It keeps no value: it needs memory for the bytes and for open containers.
public struct ArchiveSurvey: Sendable {
  /// The archive in numbers.
  public let summary: ArchiveSummary
  /// The types in the archive; those with the most bytes of their own come first.
  public let types: [TypeUsage]

  /// Reads an archive and checks all of it, as ``ArchiveInspector`` does. O(bytes).
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - limits: What reading it may cost.
  ///   - dictionary: What the archive was written against, if it is not self-contained.
  /// - Throws: ``ArchiveError`` with a byte offset for the first thing that is wrong.
  public init(
    _ bytes: [UInt8], limits: ArchiveLimits = .untrusted, dictionary: ShapeDictionary? = nil
  ) throws(ArchiveError) {
    let limits = limits.forInput(byteCount: bytes.count)
    var opener = ArchiveOpener(bytes, limits: limits, dictionary: dictionary)
    let archive = try opener.open()
    let (census, types) = try ArchiveCensus.types(
      of: archive, limits.after(byteCount: opener.inflatedByteCount))
    summary = ArchiveSummary(archive, census)
    self.types = types
  }
}
