/// Copies a tape in which keys have several values onto one in which they have one: the last, in the place of the first
/// (Spec, section 13).
///
/// An object in a value that is not there stands where it is mentioned next. Objects are numbered anew in the order of
/// their first mention, and those that only back references lead to follow as the tail.
struct LastValues {
  /// A container whose children are being copied.
  private struct Frame {
    /// The children in the tape that are still to be copied, the last one first.
    var children: [Int]
    var source: Int
    var copy: Int
  }

  private var tape: ArchiveTape
  private let source: ArchiveTape
  /// Cells of the objects, by their numbers in the source.
  private var definitions: [UInt32: Int] = [:]
  /// The numbers of the objects that were mentioned, by those in the source.
  private var objects: [UInt32: UInt32] = [:]
  /// Those that stand in the copy.
  private var copied: Set<UInt32> = []
  /// Those that back references named, in this order.
  private var awaited: [UInt32] = []
  private var frames: [Frame] = []

  /// - Parameter start: A tape without values, whose keys and types have their numbers.
  static func tape(of source: ArchiveTape, onto start: ArchiveTape) -> ArchiveTape {
    var copy = LastValues(source, start)
    copy.tape.roots = source.roots.map { ArchivedRoot(name: $0.name, cell: copy.append($0.cell)) }
    copy.appendTail()
    return copy.tape
  }

  private init(_ source: ArchiveTape, _ start: ArchiveTape) {
    (self.source, tape) = (source, start)
    for (index, cell) in source.cells.enumerated() where cell.kind == .object {
      definitions[cell.detail] = index
    }
  }

  private mutating func appendTail() {
    var next = 0
    while next < awaited.count {
      let number = awaited[next]
      next += 1
      guard !copied.contains(number), let cell = definitions[number] else { continue }
      tape.tail.append(append(cell))
    }
  }

  /// Adds a value as a root and returns its cell.
  private mutating func append(_ index: Int) -> Int {
    let root = tape.cells.count
    begin(index)
    while let frame = frames.last {
      if let child = frames[frames.count - 1].children.popLast() {
        begin(child)
      } else {
        tape.cells[frame.copy].payload = UInt64(truncatingIfNeeded: tape.cells.count)
        frames.removeLast()
      }
    }
    return root
  }

  private mutating func begin(_ child: Int) {
    var (index, cell) = (child, source.cells[child])
    if cell.kind == .reference, !copied.contains(cell.detail),
      let object = definitions[cell.detail]
    {
      index = object
      cell = source.cells[object]
    } else if cell.kind == .object, copied.contains(cell.detail) {
      // An earlier reference to it took it out of where it stands.
      (cell.kind, cell.length, cell.payload) = (.reference, 0, 0)
    }
    place(&cell, child)
    fill(&cell)
    tape.cells.append(cell)
    if cell.kind.isContainer {
      frames.append(
        Frame(
          children: chosenChildren(of: index).reversed(), source: index,
          copy: tape.cells.count - 1))
    }
  }

  /// The key that a child has in its record, and how its field was encoded.
  private mutating func place(_ cell: inout ArchiveCell, _ child: Int) {
    (cell.key, cell.isOptionalCall) = (0, false)
    guard let parent = frames.last.map({ source.cells[$0.source] }),
      parent.kind == .record || parent.kind == .keyedMap
    else { return }
    cell.key = tape.number(ofKey: source.keys[Int(source.cells[child].key)])
    cell.isOptionalCall = source.cells[child].isOptionalCall
  }

  /// Bytes and numbers of a cell, as the copy has them.
  private mutating func fill(_ cell: inout ArchiveCell) {
    switch cell.kind {
    case .int128, .uint128, .decimal, .string, .data, .uuid, .url:
      let range = cell.byteRange
      cell.payload = UInt64(truncatingIfNeeded: tape.bytes.count)
      tape.bytes += source.bytes[range]
    case .record where cell.detail > 0:
      cell.detail = UInt32(truncatingIfNeeded: number(ofType: Int(cell.detail) - 1) + 1)
    case .typed: cell.detail = UInt32(truncatingIfNeeded: number(ofType: Int(cell.detail)))
    case .object:
      copied.insert(cell.detail)
      cell.detail = number(ofObject: cell.detail)
      cell.length = number(ofType: cell.length)
    case .backReference:
      awaited.append(cell.detail)
      cell.detail = number(ofObject: cell.detail)
    case .reference, .conditionalReference: cell.detail = number(ofObject: cell.detail)
    default: break
    }
  }

  private mutating func number(ofObject number: UInt32) -> UInt32 {
    if let known = objects[number] { return known }
    let next = UInt32(truncatingIfNeeded: objects.count)
    objects[number] = next
    return next
  }

  /// The number on the copy of a type, to which it comes after its superclasses.
  private mutating func number(ofType index: Int) -> Int {
    var chain: [ArchivedTypeRow] = []
    var next: Int? = index
    while let type = next {
      chain.append(source.types[type])
      next = source.types[type].superclass
    }
    var superclass: Int?
    for var row in chain.reversed() {
      row.superclass = superclass
      superclass = tape.number(ofType: row)
    }
    return superclass ?? 0
  }

  /// The children of a container; of a record or map those that hold the last value of their key, each in the place of the
  /// first, and the fields that are not there.
  private func chosenChildren(of index: Int) -> [Int] {
    let isKeyed = source.cells[index].kind == .record || source.cells[index].kind == .keyedMap
    var chosen: [Int] = []
    var places: [UInt32: Int] = [:]
    var child = index + 1
    while child < Int(truncatingIfNeeded: source.cells[index].payload) {
      let cell = source.cells[child]
      if isKeyed, cell.kind != .absent, let place = places[cell.key] {
        chosen[place] = child
      } else {
        if cell.kind != .absent { places[cell.key] = chosen.count }
        chosen.append(child)
      }
      child = cell.next(after: child)
    }
    return chosen
  }
}
