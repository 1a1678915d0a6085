/// The number of values in content, as readers count them.
package struct ValueCount: Hashable, Sendable {
  /// Values that have a cell each.
  package let cells: Int
  /// Elements of packed rows, which have none.
  package let packedElements: Int

  package init(cells: Int, packedElements: Int = 0) {
    (self.cells, self.packedElements) = (cells, packedElements)
  }

  /// Counts those of a list of cells. O(cells).
  package init(of cells: [ArchiveCell]) {
    var elementCount = 0
    for cell in cells where cell.kind == .packed || cell.kind == .packedSet {
      elementCount += cell.length
    }
    self.init(cells: cells.count, packedElements: elementCount)
  }

  /// All of them.
  package var sum: Int { cells + packedElements }
}
