package import ArchiveFormat

/// The part of the readers' budget that is spent beside the values that are counted: on the elements that they build, and on the archives
/// that transforms open inside of values.
package struct FurtherCost: Hashable, Sendable {
  /// Values and visits.
  package private(set) var visitCount = 0
  /// Bytes of memory.
  package private(set) var byteCount = 0

  package init() {}

  /// Adds an archive that a transform wrote.
  ///
  /// Small ones count as many values as may share their bytes. Once they are many, their values are counted: O(bytes).
  ///
  /// - Parameters:
  ///   - bytes: The archive.
  ///   - dictionary: The shape dictionary that it was written against, if it was.
  package mutating func add<Bytes: RandomAccessCollection<UInt8>>(
    _ bytes: Bytes, _ dictionary: ShapeDictionary?
  ) throws(ArchiveError) {
    if let lead = bytes.first, lead & 0xF0 == ArchiveFraming.lead,
      !ArchiveFraming.LeadFlags(rawValue: lead).contains(.packed)
    {
      let cost = ReadingCost(rawByteCount: bytes.count)
      if visitCount + cost.visitCount <= ReadingBudget().baseVisitCount / 4 { return add(cost) }
    }
    var opener = ArchiveOpener(
      Array(bytes), limits: .trusted, keepsAllScopes: false, dictionary: dictionary)
    guard let scope = try opener.open().scopes.last else { return }
    add(
      ReadingCost(
        rawByteCount: scope.content.count,
        valueCount: try ContentScanner.valueCount(
          of: scope.content, from: scope.start, scope.definitions, hasRootList: scope.hasRootList)))
  }

  /// Adds memory: what elements of collections take, and bytes that a transform inflates.
  package mutating func add(byteCount: Int) { self.byteCount &+= byteCount }

  /// Adds the elements of a collection.
  package mutating func add(_ count: Int, stride: Int) { add(byteCount: count &* stride) }

  /// Adds an archive that is known.
  package mutating func add(_ cost: ReadingCost) {
    visitCount += cost.visitCount
    byteCount += cost.byteCount
  }

  /// True if an archive of so many bytes pays for this memory and that of its content, and readers with the default limits have as much.
  ///
  /// - Parameter rawByteCount: Bytes of the content, which are inflated, and copied where they are texts or data.
  func isMemoryPaid(rawByteCount: Int, storedByteCount: Int, _ budget: ReadingBudget) -> Bool {
    let most = ArchiveLimits.defaultMaterializedByteCount
    return 2 * rawByteCount + byteCount <= budget.byteCount(forInput: storedByteCount)
      && rawByteCount <= most && byteCount <= most
  }

  /// - Parameters:
  ///   - rawByteCount: Bytes of the content, which are inflated, and copied where they are texts or data.
  ///   - visits: Those of the scopes before it, whose bytes pay for visits of this one, too.
  ///   - before: The bytes of those scopes.
  /// - Throws: ``ArchiveError/Code/limitExceeded`` if an archive of so many bytes does not pay for this.
  package func check(
    rawByteCount: Int, storedByteCount: Int, _ budget: ReadingBudget?,
    afterVisits visits: Int = 0, paidBy before: Int = 0
  ) throws(ArchiveError) {
    guard let budget else { return }
    if !isMemoryPaid(rawByteCount: rawByteCount, storedByteCount: storedByteCount, budget) {
      throw Self.unpaid(
        "\(2 * rawByteCount + byteCount) bytes of memory for \(storedByteCount) bytes")
    }
    if visitCount > 0, visits + visitCount > budget.visitCount(forInput: before + storedByteCount) {
      throw Self.unpaid(
        "\(visitCount) visits to values of archives inside of \(storedByteCount) bytes")
    }
  }

  /// The error for more than the bytes of an archive pay for.
  static func unpaid(_ what: String) -> ArchiveError {
    ArchiveError(
      .limitExceeded,
      "\(what) are more than readers take by default: KeyedArchiver.readingBudget and ArchiveLimits allow for more"
    )
  }
}
