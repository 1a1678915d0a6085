internal import ArchiveFormat

/// Finds the types whose values stand in one place with those of others: in one field of the records of a type, among
/// the elements of an array. It watches while a scope is read.
struct TypePlaces: ScanState {
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
    var owner: Int
    /// Whether children have keys, or are columns.
    var isKeyed: Bool
    var isMap: Bool
    /// The object whose body is next; nil in other containers.
    var awaitedObject: Int?
    /// The place of the object, if its type counts there.
    var objectPlace: Int?
    var childCount = 0
  }

  /// A reference to an object of which the class is not known yet.
  private struct Edge: Hashable {
    var place: Int
    var object: Int
  }

  private var frames: [Frame] = []
  private var topCount = 0
  private var isInRoot = true
  private var numbers: [Place: Int] = [:]
  /// By number of a place: the first row that was found there.
  private var rows: [Int?] = []
  private var found: Set<Int> = []
  /// The class rows of objects, by their numbers.
  private var classes: [Int: Int] = [:]
  private var edges: Set<Edge> = []

  /// The rows of those types, when all was read. O(edges).
  mutating func rowsAmongOthers() -> Set<Int> {
    for edge in edges {
      if let row = classes[edge.object] { note(row, edge.place) }
    }
    edges = []
    return found
  }

  mutating func beginTop(isRoot: Bool, at offset: Int) {
    isInRoot = isRoot
    topCount += 1
  }

  mutating func begin(_ cell: ArchiveCell) {
    if let object = frames.last?.awaitedObject {
      frames[frames.count - 1].awaitedObject = nil
      if let row = cell.typeRow {
        classes[object] = row
        if let place = frames[frames.count - 1].objectPlace { note(row, place) }
      }
      return open(cell, placeNumber(cell), objectPlace: nil)
    }
    guard cell.kind.isContainer || cell.kind.mentionsObject else {
      if !frames.isEmpty { frames[frames.count - 1].childCount += 1 }
      return
    }
    let number = placeNumber(cell)
    // What stands in the tail is where back references to it are.
    let isCounted = !frames.isEmpty || isInRoot
    if isCounted {
      switch cell.kind {
      case .reference, .backReference, .conditionalReference:
        note(object: Int(cell.detail), number)
      default: if let row = cell.typeRow { note(row, number) }
      }
    }
    open(cell, number, objectPlace: isCounted ? number : nil)
  }

  mutating func end() { frames.removeLast() }

  private mutating func open(_ cell: ArchiveCell, _ number: Int, objectPlace: Int?) {
    guard cell.kind.isContainer else { return }
    let isTyped = cell.kind == .record && cell.detail > 0
    // The fields of a type are the same wherever its records stand; a body is where its object is.
    frames.append(
      Frame(
        owner: isTyped ? -Int(cell.detail) : number,
        isKeyed: cell.kind == .record || cell.kind == .keyedMap, isMap: cell.kind == .map,
        awaitedObject: cell.kind == .object ? Int(cell.detail) : nil, objectPlace: objectPlace))
  }

  private mutating func placeNumber(_ cell: ArchiveCell) -> Int {
    let place: Place
    if let frame = frames.last {
      let column = frame.isMap ? Place.column - frame.childCount : Place.elements
      place = Place(owner: frame.owner, step: frame.isKeyed ? Int(cell.key) : column)
      frames[frames.count - 1].childCount += 1
    } else {
      place = Place(owner: topCount, step: Place.root)
    }
    if let known = numbers[place] { return known }
    rows.append(nil)
    numbers[place] = rows.count
    return rows.count
  }

  private mutating func note(object: Int, _ place: Int) {
    if let row = classes[object] { return note(row, place) }
    edges.insert(Edge(place: place, object: object))
  }

  private mutating func note(_ row: Int, _ place: Int) {
    guard let first = rows[place - 1] else {
      rows[place - 1] = row
      return
    }
    if first != row { found.formUnion([first, row]) }
  }
}
