internal import ArchiveCompression
internal import ArchiveFormat

extension ArchiveInspector {
  /// What types the archive holds, those that cost the most bytes of their own first. O(values).
  ///
  /// ``ArchiveSurvey`` does the same for bytes, and makes no list of values.
  public func typeUsages() -> [TypeUsage] {
    // All of it was read before, so that reading it again throws nothing.
    (try? ArchiveCensus.types(of: archive, .ofReadBytes).types) ?? []
  }
}

extension ArchiveLimits {
  /// No limits, for bytes that were read within limits before.
  static let ofReadBytes = {
    var limits = ArchiveLimits.trusted
    limits.maximumDepth = .max
    return limits
  }()
}
