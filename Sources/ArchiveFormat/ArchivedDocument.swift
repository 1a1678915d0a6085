/// A root of a scope: its name, empty for the unnamed one, and its cell.
package struct ArchivedRoot: Sendable {
  package var name: String
  package var cell: Int
  /// The bytes of its value in the content that was scanned.
  package internal(set) var range = 0..<0

  package init(name: String, cell: Int) {
    self.name = name
    self.cell = cell
  }
}

/// The values of one scope as a flat list, checked and ready to be walked or decoded.
///
/// Immutable, so that any number of ``ArchivedValue``s share it; releasing it releases arrays only.
package final class ArchivedDocument: Sendable {
  package let cells: [ArchiveCell]
  /// What leaves refer to.
  package let bytes: [UInt8]
  package let keys: GrowingArray<String>
  /// Cells of the objects, by number; negative for those that only edges name.
  package let objects: [Int]
  package let roots: [ArchivedRoot]
  /// Cells of the objects behind the roots, to which only back references lead.
  package let tail: [Int]
  /// Whether there are back or conditional edges, in a document that was read.
  package let hasEdges: Bool
  package let definitions: ArchiveDefinitions
  /// What whoever decoded the document knows of its objects.
  package let companion: (any AnyObject & Sendable)?

  package init(
    cells: [ArchiveCell], bytes: [UInt8], objects: [Int], roots: [ArchivedRoot],
    tail: [Int] = [], hasEdges: Bool = false, definitions: ArchiveDefinitions,
    companion: (any AnyObject & Sendable)? = nil
  ) {
    self.cells = cells
    self.bytes = bytes
    self.objects = objects
    self.roots = roots
    self.tail = tail
    self.hasEdges = hasEdges
    self.definitions = definitions
    self.companion = companion
    keys = definitions.keys
  }

  /// Bytes of memory that the list of values takes.
  package var byteCount: Int {
    cells.count * MemoryLayout<ArchiveCell>.stride + objects.count * MemoryLayout<Int>.stride
  }

  /// The same document with a companion. O(1).
  package convenience init(_ other: ArchivedDocument, companion: any AnyObject & Sendable) {
    self.init(
      cells: other.cells, bytes: other.bytes, objects: other.objects,
      roots: other.roots, tail: other.tail, hasEdges: other.hasEdges,
      definitions: other.definitions, companion: companion)
  }

  /// What a tape holds.
  package convenience init(_ tape: ArchiveTape) {
    var definitions = ArchiveDefinitions()
    definitions.types = GrowingArray(tape.types)
    definitions.keys = GrowingArray(tape.keys)
    definitions.extensions = GrowingArray(tape.extensions)
    var objects: [Int] = []
    for (index, cell) in tape.cells.enumerated() where cell.kind.mentionsObject {
      let number = Int(cell.detail)
      while objects.count <= number { objects.append(-1) }
      if cell.kind == .object { objects[number] = index }
    }
    self.init(
      cells: tape.cells, bytes: tape.bytes, objects: objects,
      roots: tape.roots, tail: tape.tail, definitions: definitions)
  }

  /// The cell of an object; nil if it stands nowhere, or not in this document.
  package func cell(ofObject number: Int) -> Int? {
    number < objects.count && objects[number] >= 0 ? objects[number] : nil
  }

  /// Returns whether a cell is an object behind the roots, reachable only through back references. O(log tail).
  package func isTail(_ cell: Int) -> Bool {
    var range = tail[...]
    while let first = range.first {
      let middle = range[range.startIndex + range.count / 2]
      if middle == cell || first == cell { return true }
      if range.count == 1 { return false }
      range =
        middle > cell
        ? range.prefix(range.count / 2) : range.dropFirst(range.count / 2)
    }
    return false
  }

  /// The way to a cell, found by walking: O(cells), for error messages.
  ///
  /// To what stands in the tail it leads through the first back reference to it, and so on.
  package func path(toCell target: Int) -> ArchivePath {
    var (path, target) = (ArchivePath(), target)
    for _ in 0..<Self.hopLimit {
      let inTail = tail.last { $0 <= target }
      path.steps = steps(toCell: target, inTail).steps + path.steps
      guard let object = inTail,
        let edge = cells.firstIndex(where: {
          $0.kind == .backReference && $0.detail == cells[object].detail
        })
      else { break }
      target = edge
    }
    return path
  }

  /// Objects of the tail that a path leads through at most.
  private static var hopLimit: Int { 16 }

  private func steps(toCell target: Int, _ object: Int?) -> ArchivePath {
    var steps: [ArchivePath.Step] = []
    var index = object ?? 0
    if object == nil {
      guard let root = roots.last(where: { $0.cell <= target }) else { return ArchivePath() }
      if !root.name.isEmpty { steps.append(.root(root.name)) }
      index = root.cell
    }
    while index < target {
      let cell = cells[index]
      guard cell.kind.isContainer, Int(cell.payload) > target else { break }
      var child = index + 1
      var position = 0
      while cells[child].next(after: child) <= target {
        child = cells[child].next(after: child)
        position += 1
      }
      switch cell.kind {
      case .record, .keyedMap: steps.append(.key(keys[Int(cells[child].key)]))
      case .array, .set: steps.append(.index(position))
      case .map where child < target || position > 0:
        if let step = stepIntoMap(index, child, target) { steps.append(step) }
        guard cells[child].kind != .packed, child < target else { return ArchivePath(steps) }
        var element = child + 1
        while cells[element].next(after: element) <= target {
          element = cells[element].next(after: element)
        }
        child = element
      default: break
      }
      index = child
    }
    return ArchivePath(steps)
  }

  private func stepIntoMap(_ map: Int, _ column: Int, _ target: Int) -> ArchivePath.Step? {
    var position = 0
    guard cells[column].kind != .packed else { return .index(0) }
    var element = column + 1
    while element < target, cells[element].next(after: element) <= target {
      element = cells[element].next(after: element)
      position += 1
    }
    return mapKey(ofMap: map, at: position).map { .key($0) } ?? .index(position)
  }

  /// The text of key `position` of a map, if its keys are strings or integers.
  package func mapKey(ofMap map: Int, at position: Int) -> String? {
    let column = cells[map + 1]
    if column.kind == .packed {
      var row = PackedRow(column, bytes)
      for _ in 0..<position { _ = row.next() }
      return row.next().flatMap { keyText($0) }
    }
    var element = map + 2
    for _ in 0..<position { element = cells[element].next(after: element) }
    return keyText(cells[element])
  }

  /// A string, or the decimal form of an integer, as a key; nil for other keys.
  package func keyText(_ cell: ArchiveCell) -> String? {
    switch cell.kind {
    case .string: String(decoding: bytes[cell.byteRange], as: UTF8.self)
    case .int, .int8: String(Int64(bitPattern: cell.payload))
    case .uint, .uint8: String(cell.payload)
    case .int128: String(Int128(truncatingIfNeeded: word128(cell)))
    case .uint128: String(word128(cell))
    default: nil
    }
  }

  /// The sixteen bytes of an integer of 128 bits, the lowest first.
  package func word128(_ cell: ArchiveCell) -> UInt128 {
    bytes[cell.byteRange].reversed().reduce(0) { $0 << 8 | UInt128($1) }
  }
}
