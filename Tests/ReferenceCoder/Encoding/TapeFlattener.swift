internal import struct ArchiveFormat.ArchiveError

/// Puts the segments of a tape in their places, and behind the root the tail.
///
/// A container that was handed out may be filled after what stands behind it, so objects may be
/// reached in another order than that of the bytes: the first place in the bytes gets the object,
/// later ones references, and numbers are given anew, in the order of mention.
struct TapeFlattener {
  private struct Frame {
    var list: Int
    var position: Int
    var end: Int
    /// The container in the result that ends with this frame.
    var container: Int?
    /// The object whose cell the container is, by its number in the session.
    var object: UInt32?
  }

  private let session: EncodingSession
  private(set) var cells: [ArchiveCell] = []
  private var frames: [Frame] = []
  /// The numbers that objects get, by those that they have in the session.
  private var numbers: [UInt32: UInt32] = [:]
  /// Objects that stand among the cells, by their numbers in the session.
  private var standing: Set<UInt32> = []
  /// Objects that back references named before they stood anywhere, in this order, by their numbers in the session.
  private var awaited: [UInt32] = []
  private var nextAwaited = 0
  /// Objects whose cells are not complete, by their numbers in the session.
  private var open: Set<UInt32> = []
  /// The first error that makes the cells no archive; nil if there is none.
  private(set) var misuse: ArchiveError?

  init(_ session: EncodingSession) { self.session = session }

  private func list(_ number: Int) -> CellList { session.segments[number - 1] }

  /// The next object, by its number in the session, that has to stand in the tail.
  mutating func nextAwaitedObject() -> Int? {
    while nextAwaited < awaited.count {
      nextAwaited += 1
      let number = awaited[nextAwaited - 1]
      if !standing.contains(number) { return Int(number) }
    }
    return nil
  }

  /// Appends an object, as a root.
  mutating func flatten(_ place: (list: Int, position: Int)) {
    copy(list(place.list).cells[place.position], from: place, keyOf: ArchiveCell(.null))
    fill()
  }

  /// Appends a list of cells, as a root.
  mutating func flatten(_ number: Int) {
    frames.append(
      Frame(list: number, position: 0, end: list(number).cells.count, container: nil))
    fill()
  }

  /// Copies what the open frames have left.
  private mutating func fill() {
    while let frame = frames.last {
      let top = frames.count - 1
      guard frame.position < frame.end else {
        if let container = frame.container {
          cells[container].payload = UInt64(truncatingIfNeeded: cells.count)
          if let object = frame.object { open.remove(object) }
        }
        frames.removeLast()
        continue
      }
      let cell = list(frame.list).cells[frame.position]
      frames[top].position = cell.next(after: frame.position)
      copy(cell, from: (frame.list, frame.position), keyOf: cell)
    }
  }

  private mutating func number(_ object: UInt32) -> UInt32 {
    if let known = numbers[object] { return known }
    let next = UInt32(truncatingIfNeeded: numbers.count)
    numbers[object] = next
    return next
  }

  private mutating func copy(
    _ cell: ArchiveCell, from source: (list: Int, position: Int), keyOf place: ArchiveCell
  ) {
    var cell = cell
    cell.key = place.key
    cell.isOptionalCall = place.isOptionalCall
    switch cell.kind {
    case .segment:
      let number = Int(cell.detail) + 1
      guard let first = list(number).cells.first else { return }
      copy(first, from: (number, 0), keyOf: place)
    case .object where standing.contains(cell.detail):
      cell.kind = .reference
      cell.length = 0
      cell.payload = 0
      cell.detail = number(cell.detail)
      cells.append(cell)
    case .reference:
      if standing.contains(cell.detail) {
        if open.contains(cell.detail) {
          misuse =
            misuse
            ?? ArchiveError(
              .undeclaredCycle, "an object holds itself through a container kept open")
        }
        cell.detail = number(cell.detail)
        cells.append(cell)
      } else if let definition = session.objects[Int(cell.detail)].place {
        copy(list(definition.list).cells[definition.position], from: definition, keyOf: place)
      } else {
        misuse = misuse ?? ArchiveError(.invalidValue, "a referenced object was taken back")
      }
    case .backReference, .conditionalReference:
      if cell.kind == .backReference, !standing.contains(cell.detail) {
        awaited.append(cell.detail)
      }
      cell.detail = number(cell.detail)
      cells.append(cell)
    default:
      var object: UInt32?
      if cell.kind == .object {
        standing.insert(cell.detail)
        open.insert(cell.detail)
        object = cell.detail
        cell.detail = number(cell.detail)
      }
      cells.append(cell)
      if cell.kind.isContainer {
        frames.append(
          Frame(
            list: source.list, position: source.position + 1,
            end: Int(truncatingIfNeeded: cell.payload), container: cells.count - 1,
            object: object))
      }
    }
  }
}
