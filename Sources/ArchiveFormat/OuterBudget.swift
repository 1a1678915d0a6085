/// The rest of the budget that all archives share that transforms open inside of an archive.
package struct OuterBudget: Hashable, Sendable {
  /// The bytes of the outermost archive, which pay for it.
  package let inputByteCount: Int
  /// Bytes of memory.
  package var byteCount: Int
  /// Values and visits.
  package var visitCount: Int

  package init(inputByteCount: Int, byteCount: Int, visitCount: Int) {
    self.inputByteCount = inputByteCount
    (self.byteCount, self.visitCount) = (byteCount, visitCount)
  }

  /// The budget without some visits.
  package func after(visitCount: Int) -> OuterBudget {
    var rest = self
    rest.take(byteCount: 0, visitCount: visitCount)
    return rest
  }

  /// Takes what reading one of them cost.
  package mutating func take(byteCount bytes: Int, visitCount visits: Int) {
    byteCount = max(0, byteCount - max(0, bytes))
    visitCount = max(0, visitCount - max(0, visits))
  }
}
