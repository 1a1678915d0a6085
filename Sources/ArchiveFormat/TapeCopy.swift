/// Copies values of documents onto a tape, from which they can be written.
///
/// Objects are numbered anew in the order of their first mention. A reference to an object outside
/// what is copied becomes that object, and objects that only back references lead to follow as the
/// tail, so that the copy stands alone.
package struct TapeCopy {
  /// A container whose children are being copied.
  private struct Frame {
    /// The next child and the end of the children in the document.
    var next: Int
    var end: Int
    /// The container in the document, and on the tape.
    var source: Int
    var copy: Int
    var childCount = 0
    /// The children that are copied, the last one first, where not all are.
    var chosen: [Int]?
  }

  package private(set) var tape: ArchiveTape
  private let document: ArchivedDocument
  /// The numbers on the tape of the document's types that were needed: a copy may be of one value among many.
  private var types: [Int: Int] = [:]
  /// The numbers on the tape of the document's objects that were mentioned.
  private var objects: [UInt32: UInt32] = [:]
  /// Those that stand on the tape.
  private var copied: Set<UInt32> = []
  /// Those that back references named before, in this order.
  private var awaited: [UInt32] = []
  private var frames: [Frame] = []
  /// True if the last of several values of one key is copied, in the place of the first.
  private var keepsLastValues = false

  /// A copy from `document`, onto a tape without values. Absent fields are calls that the copied
  /// records made too.
  package init(from document: ArchivedDocument, onto tape: ArchiveTape = ArchiveTape()) {
    self.tape = tape
    self.document = document
  }

  /// A tape with one value as its root.
  package static func tape(of value: ArchivedValue) -> ArchiveTape {
    var copy = TapeCopy(from: value.document)
    copy.append(value)
    copy.appendTail()
    return copy.tape
  }

  /// A tape with the same values, but that of several values of one key the last one is there, in the place of the first. An object in a
  /// value that is not there stands where it is mentioned next.
  ///
  /// - Parameter start: A tape without values, whose keys and types have their numbers.
  package static func lastValues(of tape: ArchiveTape, onto start: ArchiveTape) -> ArchiveTape {
    let document = ArchivedDocument(tape)
    var copy = TapeCopy(from: document, onto: start)
    copy.keepsLastValues = true
    copy.tape.roots = tape.roots.map { root in
      ArchivedRoot(name: root.name, cell: copy.append(ArchivedValue(document, at: root.cell)))
    }
    copy.appendTail()
    return copy.tape
  }

  /// Adds the objects that back references in the roots wait for.
  package mutating func appendTail() {
    var next = 0
    while next < awaited.count {
      let number = awaited[next]
      next += 1
      guard !copied.contains(number), let cell = document.cell(ofObject: Int(number)) else {
        continue
      }
      tape.tail.append(append(ArchivedValue(document, at: cell)))
    }
  }

  /// Adds a value as a root and returns its cell. O(values inside), without recursion.
  @discardableResult
  package mutating func append(_ value: ArchivedValue) -> Int {
    let root = tape.cells.count
    // A field that is not there is null where nothing is around it.
    begin(value.cell.kind == .absent ? ArchiveCell(.null) : value.cell, at: value.index)
    while let frame = frames.last {
      guard frame.next < frame.end else {
        close(frame)
        continue
      }
      let next = frame.next
      let child = document.cells[next]
      if frame.chosen == nil {
        frames[frames.count - 1].next = child.next(after: next)
      } else {
        frames[frames.count - 1].next = frames[frames.count - 1].chosen?.popLast() ?? frame.end
      }
      frames[frames.count - 1].childCount += 1
      begin(child, at: next)
    }
    return root
  }

  private mutating func begin(_ child: ArchiveCell, at childIndex: Int) {
    var (source, index) = (child, childIndex)
    if source.kind == .reference, !copied.contains(source.detail),
      let object = document.cell(ofObject: Int(source.detail))
    {
      index = object
      source = document.cells[index]
    } else if source.kind == .object, copied.contains(source.detail) {
      // An earlier reference to it took it out of where it stands.
      source.kind = .reference
      source.length = 0
      source.payload = 0
    }
    // On a tape the class of an object's body stands in the object's cell only.
    if source.kind == .typed, let parent = frames.last,
      document.cells[parent.source].kind == .object
    {
      index += 1
      source = document.cells[index]
    }
    var cell = source
    cell.shape = 0
    placeInParent(&cell, child)
    copyInside(&cell)
    tape.cells.append(cell)
    if source.kind.isContainer {
      var frame = Frame(
        next: index + 1, end: Int(truncatingIfNeeded: source.payload), source: index,
        copy: tape.cells.count - 1)
      if keepsLastValues, source.kind == .record || source.kind == .keyedMap {
        frame.chosen = chosenChildren(of: index)
        if let first = frame.chosen?.popLast() { frame.next = first }
      }
      frames.append(frame)
    }
  }

  /// The children of a record or map that hold the last value of their key, each in the place of the first, and the fields that are not there,
  /// backwards; nil if no key has several values.
  private func chosenChildren(of index: Int) -> [Int]? {
    var chosen: [Int] = []
    var places: [UInt32: Int] = [:]
    var isRepeated = false
    var child = index + 1
    while child < Int(truncatingIfNeeded: document.cells[index].payload) {
      let cell = document.cells[child]
      if cell.kind != .absent, let place = places[cell.key] {
        chosen[place] = child
        isRepeated = true
      } else {
        if cell.kind != .absent { places[cell.key] = chosen.count }
        chosen.append(child)
      }
      child = cell.next(after: child)
    }
    return isRepeated ? chosen.reversed() : nil
  }

  /// The key a child has in its record, and how its field was encoded.
  private mutating func placeInParent(_ cell: inout ArchiveCell, _ child: ArchiveCell) {
    cell.key = 0
    guard let frame = frames.last else { return }
    let parent = document.cells[frame.source]
    guard parent.kind == .record || parent.kind == .keyedMap else { return }
    cell.key = tape.number(ofKey: document.keys[Int(child.key)])
    cell.isOptionalCall = document.isOptionalCall(child, number: frame.childCount - 1, of: parent)
  }

  /// Bytes and numbers of a cell, as the tape has them.
  private mutating func copyInside(_ cell: inout ArchiveCell) {
    tape.copyBytes(of: &cell, from: document)
    switch cell.kind {
    case .record where cell.detail > 0:
      cell.detail = UInt32(truncatingIfNeeded: number(ofType: Int(cell.detail) - 1) + 1)
    case .typed: cell.detail = UInt32(truncatingIfNeeded: number(ofType: Int(cell.detail)))
    case .object:
      copied.insert(cell.detail)
      cell.detail = number(ofObject: cell.detail)
      cell.length = self.number(ofType: cell.length)
    case .backReference:
      awaited.append(cell.detail)
      cell.detail = number(ofObject: cell.detail)
    case .reference, .conditionalReference: cell.detail = number(ofObject: cell.detail)
    case .extension:
      cell.detail = tape.number(ofExtension: document.definitions.extensions[Int(cell.detail)])
    case .array, .set: cell.detail = 0
    default: break
    }
  }

  private mutating func number(ofObject number: UInt32) -> UInt32 {
    if let known = objects[number] { return known }
    let next = UInt32(truncatingIfNeeded: objects.count)
    objects[number] = next
    return next
  }

  /// The number on the tape of a type, to which it comes after the types that it refers to.
  private mutating func number(ofType index: Int) -> Int {
    if let known = types[index] { return known }
    var pending = [index]
    var number = 0
    while let type = pending.last {
      guard types[type] == nil else {
        pending.removeLast()
        continue
      }
      var row = document.definitions.types[type]
      let missing = row.references.filter { types[$0] == nil }
      guard missing.isEmpty else {
        pending += missing
        continue
      }
      row.arguments = row.arguments.compactMap { types[$0] }
      row.superclass = row.superclass.flatMap { types[$0] }
      number = tape.number(ofType: row)
      types[type] = number
    }
    // The last one that was added is the one that was asked for.
    return number
  }

  private mutating func close(_ frame: Frame) {
    tape.close(frame.copy, length: tape.cells[frame.copy].length)
    frames.removeLast()
  }
}

extension ArchivedDocument {
  /// Whether a field was encoded through `encodeIfPresent`.
  package func isOptionalCall(
    _ child: ArchiveCell, number: Int, of parent: ArchiveCell
  ) -> Bool {
    let shapes = definitions.shapes
    guard parent.kind == .record, Int(parent.shape) < shapes.count else {
      return child.isOptionalCall
    }
    return shapes[Int(parent.shape)].fields[number].mode.contains(.optional)
  }
}

extension ArchiveTape {
  /// Takes over the bytes of a leaf or a packed row of a document, whose cell it changes.
  package mutating func copyBytes(of cell: inout ArchiveCell, from document: ArchivedDocument) {
    switch cell.kind {
    case .int128, .uint128, .decimal, .numberText, .string, .data, .uuid, .url:
      let range = cell.byteRange
      cell.payload = UInt64(truncatingIfNeeded: bytes.count)
      bytes.append(contentsOf: document.bytes[range])
    case .packed, .packedSet:
      let range = cell.offset..<Int(truncatingIfNeeded: cell.payload)
      cell.offset = bytes.count
      bytes.append(contentsOf: document.bytes[range])
      cell.payload = UInt64(truncatingIfNeeded: bytes.count)
    default: break
    }
  }
}
