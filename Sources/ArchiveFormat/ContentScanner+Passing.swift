/// Long values that are only checked, and so may be passed over.
extension ContentScanner {
  /// Values of up to so many cells take less time to check than it takes to begin passing over them, which looks at the definitions.
  var shortValueCount: Int { 64 + fields.count / 8 }

  /// Passes over the value that began at a place, of which some cells were read; false, with nothing changed, if it is to be read on.
  mutating func pass(
    from start: Int, _ before: (cells: Int, read: Int, zeroWidth: Int)
  ) -> Bool {
    guard onlyCounts, observers.isEmpty else { return false }
    var counts = PassedCounts(
      values: maximumCellCount - before.read,
      zeroWidthValues: limits.maximumZeroWidthCount - before.zeroWidth)
    let most = counts
    guard let end = end(of: KindID(.any), at: start, depth: depth - frames.count, &counts) else {
      return false
    }
    cursor.position = end
    depth -= frames.count
    frames = []
    key = 0
    cells.removeLast(max(0, cells.count - before.cells))
    forgottenCellCount = before.read + most.values - counts.values - cells.count
    zeroWidthCount = before.zeroWidth + most.zeroWidthValues - counts.zeroWidthValues
    return true
  }

  /// The offset of the end of a value; nil if the value has to be read to find it.
  func end(
    of kind: KindID, at start: Int, depth: Int, _ counts: inout PassedCounts
  ) -> Int? {
    guard let passer, !hasEdges else { return nil }
    return passer.end(
      of: kind, at: start, in: cursor.bytes, definitions, depth: depth, &counts)
  }
}
