internal import ArchiveCompression
internal import ArchiveFormat

/// How many bytes of the raw content each value of a scope takes.
///
/// A value ends where the next one begins. Values that are bits only (bools, nulls and absent fields
/// in rows) begin nowhere of their own and count as 0 bytes; what introduces a run of elements
/// counts with the value before it.
struct ValueSizes {
  private let document: ArchivedDocument
  /// By cell, where the first value at or after it begins.
  private var starts: [Int]

  /// O(cells).
  init(_ document: ArchivedDocument, in scope: OpenedScope) {
    self.document = document
    let cells = document.cells
    // A list of roots ends with a zero.
    starts = Array(
      repeating: scope.content.count - (scope.hasRootList ? 1 : 0), count: cells.count + 1)
    var isBits = Array(repeating: false, count: cells.count)
    var latest = -1
    for (index, cell) in cells.enumerated() {
      if cell.rawOffset > latest {
        latest = cell.rawOffset
      } else {
        isBits[index] = cell.kind == .bool || cell.kind == .null || cell.kind == .absent
      }
    }
    var rootHeads: [Int: Int] = [:]
    if scope.hasRootList {
      for root in document.roots {
        var head = ByteSink()
        head.varint(root.name.utf8.count + 1)
        rootHeads[root.cell] = head.count + root.name.utf8.count
      }
    }
    for index in cells.indices.reversed() {
      starts[index] =
        isBits[index]
        ? starts[index + 1] : cells[index].rawOffset - rootHeads[index, default: 0]
    }
  }

  /// The bytes of a value and all inside it; 0 for an element of a packed row.
  func byteCount(of value: ArchivedValue) -> Int {
    value.index < 0 ? 0 : byteCount(ofCell: value.index)
  }

  func byteCount(ofCell index: Int) -> Int {
    let next = document.cells[index].next(after: index)
    let start = max(document.cells[index].rawOffset, starts[index])
    return max(0, starts[next] - start)
  }
}
