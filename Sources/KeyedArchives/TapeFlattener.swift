internal import ArchiveFormat

/// Puts the segments of a tape in their places.
///
/// A container that was handed out may be filled after what stands behind it, so objects may be
/// reached in another order than that of the bytes: the first place in the bytes gets the object,
/// later ones references, and numbers are given anew.
struct TapeFlattener {
  private struct Frame {
    var list: Int
    var position: Int
    var end: Int
    /// The container in the result that ends with this frame.
    var container: Int?
  }

  private let lists: [[ArchiveCell]]
  private var cells: [ArchiveCell] = []
  private var frames: [Frame] = []
  private var definitions: [UInt32: (list: Int, position: Int)] = [:]
  private var numbers: [UInt32: UInt32] = [:]

  init(_ session: EncodingSession, _ root: CellList) {
    lists = [root.cells] + session.segments.map(\.cells)
    for (list, cells) in lists.enumerated() {
      for (position, cell) in cells.enumerated() where cell.kind == .object {
        definitions[cell.detail] = (list, position)
      }
    }
  }

  mutating func flatten() -> [ArchiveCell] {
    frames.append(Frame(list: 0, position: 0, end: lists[0].count, container: nil))
    while let frame = frames.last {
      let top = frames.count - 1
      guard frame.position < frame.end else {
        if let container = frame.container {
          cells[container].payload = UInt64(truncatingIfNeeded: cells.count)
        }
        frames.removeLast()
        continue
      }
      let cell = lists[frame.list][frame.position]
      frames[top].position = cell.next(after: frame.position)
      copy(cell, from: (frame.list, frame.position), keyOf: cell)
    }
    return cells
  }

  private mutating func copy(
    _ cell: ArchiveCell, from source: (list: Int, position: Int), keyOf place: ArchiveCell
  ) {
    var cell = cell
    cell.key = place.key
    cell.isOptionalCall = place.isOptionalCall
    switch cell.kind {
    case .segment:
      let list = Int(cell.detail) + 1
      guard let first = lists[list].first else { return }
      copy(first, from: (list, 0), keyOf: place)
    case .object where numbers[cell.detail] != nil:
      cell.kind = .reference
      cell.length = 0
      cell.payload = 0
      cell.detail = numbers[cell.detail] ?? 0
      cells.append(cell)
    case .reference:
      if let number = numbers[cell.detail] {
        cell.detail = number
        cells.append(cell)
      } else if let definition = definitions[cell.detail] {
        copy(
          lists[definition.list][definition.position], from: definition, keyOf: place)
      }
    default:
      if cell.kind == .object {
        let number = UInt32(truncatingIfNeeded: numbers.count)
        numbers[cell.detail] = number
        cell.detail = number
      }
      cells.append(cell)
      if cell.kind.isContainer {
        frames.append(
          Frame(
            list: source.list, position: source.position + 1,
            end: Int(truncatingIfNeeded: cell.payload), container: cells.count - 1))
      }
    }
  }
}
