public import ArchiveCompression
public import ArchiveFormat

/// What an archive holds, counted while it is read. No value is kept, so memory is that of the bytes and of open containers.
public struct ArchiveSurvey: Sendable {
  /// What the archive is, in numbers.
  public let summary: ArchiveSummary
  /// What types the archive holds, those that cost the most bytes of their own first.
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
