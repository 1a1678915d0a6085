internal import ArchiveFormat

/// The cells of all of a scope's values, made when first one of them is read from cells, and where in
/// the content each begins and ends.
///
/// A value that may hold objects cannot be scanned alone: references name objects that stand anywhere
/// before it.
final class ScopeCells {
  private let bytes: [UInt8]
  private let start: Int
  private let hasRootList: Bool
  private let definitions: ArchiveDefinitions
  private let fields: FieldTable
  private let limits: ArchiveLimits
  /// Values that were read, also where they are in error.
  private(set) var readCount = 0
  private var made: (document: ArchivedDocument, places: [Place], ends: [Int])?

  private struct Place {
    var offset: Int
    var cell: Int
    var depth: Int
  }

  init(
    _ bytes: [UInt8], from start: Int, hasRootList: Bool, _ definitions: ArchiveDefinitions,
    _ fields: FieldTable, _ limits: ArchiveLimits
  ) {
    self.bytes = bytes
    self.start = start
    self.hasRootList = hasRootList
    self.definitions = definitions
    self.fields = fields
    self.limits = limits
  }

  /// All values. O(bytes) the first time.
  func document() throws(ArchiveError) -> ArchivedDocument {
    if let made { return made.document }
    var scanner = ContentScanner(
      bytes, from: start, definitions: definitions, fieldTable: fields, limits: limits)
    scanner.keepsEnds = true
    defer { readCount += scanner.readCellCount }
    let document = hasRootList ? try scanner.scanRoots() : try scanner.scanValue()
    made = (document, Self.places(document), scanner.ends)
    return document
  }

  /// Where the value of a cell ends; once the cells are made.
  func end(ofCell cell: Int) -> Int { made?.ends[cell] ?? start }

  /// The cell of the value of a kind that begins at a byte, or whose payload does behind its tag.
  ///
  /// Of values without bytes that begin there, it is any: they are all the same. O(log values), and those
  /// that stand between the value before it at this depth and the byte.
  ///
  /// - Parameters:
  ///   - isTagged: Whether a tag stands at the byte, which tells the kind.
  ///   - kinds: Those of the definitions as they are now: tags may have told new ones.
  func cell(
    _ kind: KindID, at offset: Int, isTagged: Bool = false, depth: Int, _ kinds: KindTable
  ) -> Int? {
    guard let made else { return nil }
    let node = kinds[kind]
    let isEmpty = !isTagged && isEmptyRecord(node)
    var (low, high) = (0, made.places.count)
    while low < high {
      let middle = (low + high) / 2
      if made.places[middle].offset <= offset { low = middle + 1 } else { high = middle }
    }
    while low > 0 {
      low -= 1
      let place = made.places[low]
      guard place.depth == depth else { continue }
      let end = made.ends[place.cell]
      // A value that ended before the byte is another one, and so is all that stands before that at this depth. But a record may consist of the number of
      // its shape, which stands before the byte.
      if place.offset < offset, end <= offset {
        let isRecord = end == offset && node.code == .recordOfShape
        return isRecord && fits(node, place.cell, made.document, kinds) ? place.cell : nil
      }
      // A value with a tag of the same kind may begin where one without bytes stands.
      if fits(node, place.cell, made.document, kinds), !isEmpty || end == offset {
        return place.cell
      }
      // The byte is inside of a row of numbers, whose elements have no cells.
      if place.offset < offset { return nil }
    }
    return nil
  }

  /// The cell of an edge which begins at a byte, or behind a tag that stands before the byte. O(log values).
  func cell(ofEdgeAt offset: Int) -> Int? {
    guard let made else { return nil }
    func edge(at offset: Int) -> Int? {
      var (low, high) = (0, made.places.count)
      while low < high {
        let middle = (low + high) / 2
        if made.places[middle].offset < offset { low = middle + 1 } else { high = middle }
      }
      while low < made.places.count, made.places[low].offset == offset {
        switch made.document.cells[made.places[low].cell].kind {
        case .backReference, .conditionalReference: return made.places[low].cell
        default: low += 1
        }
      }
      return nil
    }
    return edge(at: offset) ?? edge(at: offset - 1)
  }

  private func isEmptyRecord(_ node: KindNode) -> Bool {
    guard node.code == .recordOfShape else { return false }
    return fields.starts[Int(node.number)] == fields.starts[Int(node.number) + 1]
  }

  /// Whether a cell holds a value of a kind.
  private func fits(
    _ node: KindNode, _ cell: Int, _ document: ArchivedDocument, _ kinds: KindTable
  ) -> Bool {
    let found = document.cells[cell]
    switch node.code {
    case .any: return true
    case .record: return found.kind == .record
    case .recordOfShape:
      return found.kind == .record && found.shape == UInt32(bitPattern: node.number)
    case .array: return found.kind == .array || found.kind == .packed
    case .set: return found.kind == .set || found.kind == .packedSet
    case .map: return found.kind == .map
    case .object: return found.kind == .object || found.kind == .reference
    case .typed:
      return found.kind == .typed && found.detail == UInt32(bitPattern: node.number)
        && fits(kinds[node.first], cell + 1, document, kinds)
    case .extension: return found.kind == .extension
    default: return found.kind.leafKind == node.code
    }
  }

  /// Where the values begin, in their order, but for those that are bits of a row that stands before.
  private static func places(_ document: ArchivedDocument) -> [Place] {
    var places: [Place] = []
    var ends: [Int] = []
    var last = 0
    for (index, cell) in document.cells.enumerated() {
      while let end = ends.last, end <= index { ends.removeLast() }
      if cell.rawOffset >= last {
        last = cell.rawOffset
        places.append(Place(offset: last, cell: index, depth: ends.count))
      }
      if cell.kind.isContainer { ends.append(Int(truncatingIfNeeded: cell.payload)) }
    }
    return places
  }
}
