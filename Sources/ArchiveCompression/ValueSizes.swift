package import ArchiveFormat

/// How many bytes of the raw content each value of a scope takes.
///
/// A value ends where the next one begins. Values that are bits only (bools, nulls and absent fields
/// in rows) begin nowhere of their own and count as 0 bytes; what introduces a run of elements
/// counts with the value before it.
package struct ValueSizes {
  private let document: ArchivedDocument
  /// By cell, where the first value at or after it begins.
  private var starts: [Int]

  /// O(cells).
  package init(_ document: ArchivedDocument, in scope: OpenedScope) {
    self.document = document
    let cells = document.cells
    // A list of roots ends with a zero, behind which the tail stands.
    let end = scope.content.count - (scope.hasRootList && document.tail.isEmpty ? 1 : 0)
    starts = Array(repeating: end, count: cells.count + 1)
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
      if let first = document.tail.first { rootHeads[first] = 1 }
    }
    for index in cells.indices.reversed() {
      starts[index] =
        isBits[index]
        ? starts[index + 1] : cells[index].rawOffset - rootHeads[index, default: 0]
    }
  }

  /// The bytes of a value and all inside it; 0 for an element of a packed row.
  package func byteCount(of value: ArchivedValue) -> Int {
    value.index < 0 ? 0 : byteCount(ofCell: value.index)
  }

  package func byteCount(ofCell index: Int) -> Int {
    let next = document.cells[index].next(after: index)
    let start = max(document.cells[index].rawOffset, starts[index])
    return max(0, starts[next] - start)
  }
}
