internal import struct ArchiveFormat.ArchiveError
internal import struct ArchiveFormat.ArchiveLimits

/// The limits of one call of `decode`, lowered to what its input pays for (Spec, section 12).
@dynamicMemberLookup
struct ReadingLimits: Sendable {
  private var values: ArchiveLimits
  private let restByteCount: Int

  /// Limits that no input lowers.
  static let trusted = ReadingLimits(.trusted, rest: .max)

  /// Limits for an input of so many bytes.
  init(_ limits: ArchiveLimits, inputByteCount: Int) {
    guard let budget = limits.budget else {
      self.init(limits, rest: .max)
      return
    }
    var limits = limits
    let visitCount = Self.sum(
      budget.baseVisitCount, budget.visitCountPerInputByte, inputByteCount)
    limits.maximumVisitCount = min(limits.maximumVisitCount, visitCount)
    limits.maximumValueCount = min(limits.maximumValueCount, visitCount)
    limits.maximumZeroWidthCount = min(limits.maximumZeroWidthCount, visitCount)
    limits.maximumObjectCount = min(limits.maximumObjectCount, visitCount)
    self.init(
      limits,
      rest: Self.sum(budget.baseByteCount, budget.byteCountPerInputByte, inputByteCount))
  }

  private init(_ limits: ArchiveLimits, rest: Int) {
    values = limits
    values.maximumMaterializedByteCount = min(limits.maximumMaterializedByteCount, rest)
    values.maximumInflatedByteCount = min(limits.maximumInflatedByteCount, rest)
    restByteCount = rest
  }

  subscript(dynamicMember limit: KeyPath<ArchiveLimits, Int>) -> Int { values[keyPath: limit] }

  /// The limits that are left after `byteCount` bytes of memory were taken.
  func after(byteCount: Int) -> ReadingLimits {
    restByteCount == .max ? self : ReadingLimits(values, rest: max(0, restByteCount - byteCount))
  }

  private static func sum(_ base: Int, _ factor: Int, _ count: Int) -> Int {
    let (product, isTooLarge) = max(0, factor).multipliedReportingOverflow(by: max(0, count))
    let (sum, overflows) = max(0, base).addingReportingOverflow(product)
    return isTooLarge || overflows ? .max : sum
  }

  static func exceeded(_ what: String, _ limit: Int, at offset: Int) -> ArchiveError {
    ArchiveError(.limitExceeded, "more than \(limit) \(what)", byteOffset: offset)
  }
}
