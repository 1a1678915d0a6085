internal import ArchiveFormat

/// Finds the types whose values stand in one place with those of others: in one field of the records of a type, among
/// the elements of an array.
struct TypePlaces {
  /// Where a value is, as far as code that decodes it can tell.
  private struct Place: Hashable {
    /// The type row of the record around it, or what identifies its place.
    var owner: Int
    /// The number of a key, or one of those below.
    var step: Int

    static let elements = -1
    static let root = -2
    /// The first of the columns of a map.
    static let column = -3
  }

  private struct Frame {
    var end: Int
    var owner: Int
    /// Whether children have keys, or are columns.
    var isKeyed: Bool
    var isMap: Bool
    var childCount = 0
  }

  private let document: ArchivedDocument
  private let rootCells: Set<Int>
  private var frames: [Frame] = []
  private var numbers: [Place: Int] = [:]
  /// By number of a place: the first row that was found there.
  private var rows: [Int?] = []
  private var found: Set<Int> = []

  init(_ document: ArchivedDocument) {
    self.document = document
    rootCells = Set(document.roots.map(\.cell))
  }

  /// The rows of those types. O(values).
  mutating func rowsAmongOthers() -> Set<Int> {
    var index = 0
    while index < document.cells.count {
      while let frame = frames.last, frame.end <= index { frames.removeLast() }
      visit(index)
      index += 1
    }
    return found
  }

  private mutating func visit(_ index: Int) {
    let cell = document.cells[index]
    // What stands in the tail is where back references to it are.
    let isInTail = frames.isEmpty && !rootCells.contains(index)
    let number = placeNumber(cell, index)
    if !isInTail, let row = row(of: cell, index) { note(row, number) }
    guard cell.kind.isContainer else { return }
    let isTyped = cell.kind == .record && cell.detail > 0
    let isKeyed = cell.kind == .record || cell.kind == .keyedMap
    // The fields of a type are the same wherever its records stand; a body is where its object is.
    frames.append(
      Frame(
        end: Int(truncatingIfNeeded: cell.payload),
        owner: isTyped ? -Int(cell.detail) : number, isKeyed: isKeyed,
        isMap: cell.kind == .map))
  }

  /// The row that a value or a reference names; nil for what names none, and for bodies.
  private func row(of cell: ArchiveCell, _ index: Int) -> Int? {
    if index > 0, document.cells[index - 1].kind == .object { return nil }
    switch cell.kind {
    case .record: return cell.detail == 0 ? nil : Int(cell.detail) - 1
    case .typed: return Int(cell.detail)
    case .object: return cell.length
    case .reference, .backReference, .conditionalReference:
      return document.cell(ofObject: Int(cell.detail)).map { document.cells[$0].length }
    default: return nil
    }
  }

  private mutating func placeNumber(_ cell: ArchiveCell, _ index: Int) -> Int {
    let place: Place
    if let frame = frames.last {
      let column = frame.isMap ? Place.column - frame.childCount : Place.elements
      place = Place(owner: frame.owner, step: frame.isKeyed ? Int(cell.key) : column)
      frames[frames.count - 1].childCount += 1
    } else {
      place = Place(owner: index, step: Place.root)
    }
    if let known = numbers[place] { return known }
    rows.append(nil)
    numbers[place] = rows.count
    return rows.count
  }

  private mutating func note(_ row: Int, _ place: Int) {
    guard let first = rows[place - 1] else {
      rows[place - 1] = row
      return
    }
    if first != row { found.formUnion([first, row]) }
  }
}
