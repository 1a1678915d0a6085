/// The number of values in content, as readers count them.
package struct ValueCount: Hashable, Sendable {
  /// Values that have a cell each.
  package let cells: Int
  /// Elements of packed rows, which have none.
  package let packedElements: Int
  /// Containers that are fields of records, as far as they were counted: readers visit them as fields, and once more to open them.
  package let containerFields: Int

  package init(cells: Int, packedElements: Int = 0, containerFields: Int = 0) {
    (self.cells, self.packedElements) = (cells, packedElements)
    self.containerFields = containerFields
  }

  /// Counts those of a list of cells. O(cells).
  package init(of cells: [ArchiveCell]) {
    var (elementCount, fieldCount) = (0, 0)
    var open: [(isRecord: Bool, end: Int)] = []
    for index in cells.indices {
      while let last = open.last, last.end == index { open.removeLast() }
      let kind = cells[index].kind
      if kind == .packed || kind == .packedSet { elementCount += cells[index].length }
      guard kind.isContainer else { continue }
      if open.last?.isRecord == true { fieldCount += 1 }
      open.append((kind == .record, Int(truncatingIfNeeded: cells[index].payload)))
    }
    self.init(cells: cells.count, packedElements: elementCount, containerFields: fieldCount)
  }

  /// The counts of several lists together.
  package init(sumOf counts: [ValueCount]) {
    self.init(
      cells: counts.reduce(0) { $0 + $1.cells },
      packedElements: counts.reduce(0) { $0 + $1.packedElements },
      containerFields: counts.reduce(0) { $0 + $1.containerFields })
  }

  /// All of them.
  package var sum: Int { cells + packedElements }
}
