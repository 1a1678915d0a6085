package import ArchiveFormat

/// Estimates how much of their budget readers spend on content, so that the writer writes no more than they read
/// (Spec, section 13).
package struct ReadingCost {
  /// Values, as ``ContentScanner`` counts them; nil as long as nobody counted.
  private var valueCount: ValueCount?
  /// Bytes of the content before packing.
  private let rawByteCount: Int
  /// The cost beside that.
  private let further: FurtherCost

  package init(
    rawByteCount: Int, valueCount: ValueCount? = nil, further: FurtherCost = FurtherCost()
  ) {
    self.rawByteCount = rawByteCount
    self.valueCount = valueCount
    self.further = further
  }

  /// Visits that reading the content in any way takes at most: two for each value.
  package var visitCount: Int { ownVisitCount + further.visitCount }

  private var ownVisitCount: Int {
    valueCount.map { 2 * $0.sum } ?? Self.visitCountPerByte * rawByteCount
  }

  /// Bytes of memory that reading the content takes at most: for the content and the texts and data in it, for what is built of
  /// it, and for a list of its values.
  package var byteCount: Int {
    2 * rawByteCount + further.byteCount + MemoryLayout<ArchiveCell>.stride
      * (valueCount?.cells ?? Self.valueCountPerByte * rawByteCount)
  }

  /// Values that may share a byte of content while nobody counted them: who writes more has counted.
  package static var valueCountPerByte: Int { 24 }

  /// Visits that may share one.
  @inlinable package static var visitCountPerByte: Int { 32 }

  /// The bytes of an archive that pay for reading the content in any way, beside those of the scopes before it.
  package func sufficientByteCount(
    _ budget: ReadingBudget, afterVisits visits: Int = 0, paidBy storedByteCount: Int = 0
  ) -> Int {
    max(
      budget.inputByteCount(forVisits: visits + visitCount) - storedByteCount,
      budget.inputByteCount(forBytes: byteCount))
  }

  /// The bytes that have to be stored for the content where packed ones are so many, beside those of the scopes before it.
  ///
  /// - Parameter count: Counts the values, which is done once it is not clear without.
  package mutating func sufficientByteCount(
    _ budget: ReadingBudget, storedByteCount: Int, afterVisits visits: Int = 0,
    paidBy before: Int = 0, counting count: () throws(ArchiveError) -> ValueCount
  ) throws(ArchiveError) -> Int {
    let most = sufficientByteCount(budget, afterVisits: visits, paidBy: before)
    if most <= storedByteCount || valueCount != nil { return most }
    valueCount = try count()
    return sufficientByteCount(budget, afterVisits: visits, paidBy: before)
  }

  /// True if an archive of the content, not packed, pays for reading it in any way, however many values it may have.
  package func isPaid(_ budget: ReadingBudget?) -> Bool {
    guard let budget else { return true }
    return visitCount <= budget.visitCount(forInput: rawByteCount)
      && further.isMemoryPaid(rawByteCount: rawByteCount, storedByteCount: rawByteCount, budget)
  }

  /// - Parameters:
  ///   - visits: Those of the scopes before it, whose bytes pay for visits of this one, too.
  ///   - before: The bytes of those scopes.
  /// - Throws: ``ArchiveError/Code/limitExceeded`` if an archive of so many bytes does not pay for its values, as far as
  ///   they were counted.
  package func check(
    storedByteCount: Int, _ budget: ReadingBudget?, afterVisits visits: Int = 0,
    paidBy before: Int = 0
  ) throws(ArchiveError) {
    guard let budget else { return }
    try further.check(
      rawByteCount: rawByteCount, storedByteCount: storedByteCount, budget, afterVisits: visits,
      paidBy: before)
    guard let valueCount else { return }
    let count = visits + further.visitCount + valueCount.sum + valueCount.containerFields
    guard count > budget.visitCount(forInput: before + storedByteCount) else { return }
    throw FurtherCost.unpaid("\(count) visits to values in \(before + storedByteCount) bytes")
  }
}
