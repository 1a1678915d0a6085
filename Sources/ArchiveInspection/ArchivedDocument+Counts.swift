internal import ArchiveFormat

extension ArchivedDocument {
  /// Values of every kind: without absent fields and the columns of maps, with packed elements.
  var valueCount: Int {
    var count = 0
    for cell in cells {
      switch cell.kind {
      case .absent: break
      // Its two columns are counted as arrays.
      case .map: count -= 1
      case .packed, .packedSet: count += 1 + cell.length
      default: count += 1
      }
    }
    return count
  }
}
