internal import ArchiveFormat

/// Limits under which a target takes milliseconds, whatever the bytes.
enum FuzzLimits {
  static let small = {
    var limits = ArchiveLimits.untrusted
    limits.maximumDepth = 64
    limits.maximumValueCount = 20_000
    limits.maximumZeroWidthCount = 2_000
    limits.maximumObjectCount = 5_000
    limits.maximumVisitCount = 50_000
    limits.maximumMaterializedByteCount = 4 << 20
    limits.maximumInflatedByteCount = 1 << 20
    limits.maximumDefinitionCount = 2_000
    limits.maximumTotalFieldCount = 20_000
    return limits
  }()
}
