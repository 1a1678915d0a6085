internal import ArchiveFormat

/// Counts values of every kind: without absent fields and the columns of maps, with packed elements.
final class ValueCounter: ScanObserver {
  private(set) var count = 0

  func begin(_ cell: ArchiveCell) {
    switch cell.kind {
    case .absent: break
    // Its two columns are counted as arrays.
    case .map: count -= 1
    case .packed, .packedSet: count += 1 + cell.length
    default: count += 1
    }
  }

  func skipBools(_ count: Int) { self.count += count }
}
