internal import ArchiveFormat

/// An object of a document, whatever became of it.
struct ForeignObject: Hashable {
  let document: ObjectIdentifier
  let number: Int
}

/// Values that are written as they were.
///
/// Objects in them become references, and are copied when everything else is encoded: only then is it known which
/// of them the other values hold as instances. The first place in the archive that mentions one gets it.
extension EncodingSession {
  func encodeUntyped(
    _ value: ArchivedValue, into parent: ValueEncoder, _ place: ArchiveCell
  ) throws(ArchiveError) {
    noteElements(1, stride: DecodingSession.viewByteCount)
    let isAlone = parent.form == .none || parent.form == .single
    let carrier = isAlone ? parent.place : place
    guard value.index >= 0 else {
      var cell = value.cell
      tape.copyBytes(of: &cell, from: value.document)
      return parent.append(cell, at: place)
    }
    keep(value.document)
    try copyCells(value.document, from: value.index, onto: parent.list, as: carrier)
  }

  /// The number of what a reference leads to, which may be what is stored in its place.
  func number(ofTarget target: AnyObject) throws -> Int {
    let stored = try hooks?.stored(target) as? ArchivedPlaceholder
    guard let placeholder = stored ?? target as? ArchivedPlaceholder else {
      let number = knownNumber(of: target) ?? mention(target)
      reach(number)
      return number
    }
    guard let number = placeholder.value.objectNumber,
      placeholder.value.document.cell(ofObject: number) != nil
    else {
      throw ArchiveError(.invalidValue, "a reference leads to a placeholder for what is no object")
    }
    keep(placeholder.value.document)
    return self.number(ofObject: number, in: placeholder.value.document)
  }

  /// Copies the objects that untyped values mention and that stand nowhere. Before, all that references lead to is
  /// encoded: an instance that is met then may be one of them.
  func encodeMentioned() throws {
    guard !foreignObjects.isEmpty else { return }
    try encodeAwaited()
    while let number = mentioned.popLast() {
      try encodeAwaited(united(number))
    }
  }

  /// The number of the object that one with a number turned out to be.
  func united(_ number: Int) -> Int { unions[number] ?? number }

  private func keep(_ document: ArchivedDocument) {
    foreignDocuments[ObjectIdentifier(document)] = document
  }

  /// Copies an object to a list of its own.
  func copy(_ source: (document: ArchivedDocument, cell: Int), _ number: Int) throws(ArchiveError) {
    let list = newSegment()
    stand(number, in: list)
    var cell = ArchiveCell(.object)
    cell.detail = UInt32(truncatingIfNeeded: number)
    cell.length = try row(ofType: source.document.cells[source.cell].length, in: source.document)
    list.cells.append(cell)
    // On a tape the class of a body stands in the object's cell only.
    var body = source.cell + 1
    if source.document.cells[body].kind == .typed { body += 1 }
    try copyCells(source.document, from: body, onto: list, as: ArchiveCell(.null))
    list.cells[0].payload = UInt64(truncatingIfNeeded: list.cells.count)
  }

  private struct Frame {
    var source: Int
    var copy: Int
    var end: Int
    var childCount = 0
  }

  private func copyCells(
    _ document: ArchivedDocument, from first: Int, onto list: CellList, as carrier: ArchiveCell
  ) throws(ArchiveError) {
    var frames: [Frame] = []
    var index = first
    let end = document.cells[first].next(after: first)
    func close() {
      while let frame = frames.last, frame.end == index {
        list.cells[frame.copy].payload = UInt64(truncatingIfNeeded: list.cells.count)
        frames.removeLast()
      }
    }
    while index < end {
      close()
      var cell = document.cells[index]
      let source = cell
      cell.shape = 0
      cell.key = carrier.key
      cell.isOptionalCall = carrier.isOptionalCall
      if let frame = frames.last {
        place(&cell, source, frame, document)
        frames[frames.count - 1].childCount += 1
      } else if cell.kind == .absent {
        cell.kind = .null
      }
      if cell.kind.mentionsObject {
        mentionObject(&cell, document)
        index = source.next(after: index)
      } else {
        try fill(&cell, document)
        if cell.kind.isContainer {
          frames.append(
            Frame(
              source: index, copy: list.cells.count, end: Int(truncatingIfNeeded: source.payload)))
        }
        index += 1
      }
      list.cells.append(cell)
    }
    close()
  }

  /// The key that a child has in its record, and how it was encoded.
  private func place(
    _ cell: inout ArchiveCell, _ source: ArchiveCell, _ frame: Frame, _ document: ArchivedDocument
  ) {
    let parent = document.cells[frame.source]
    cell.key = 0
    cell.isOptionalCall = false
    guard parent.kind == .record || parent.kind == .keyedMap else { return }
    cell.key = tape.number(ofKey: document.keys[Int(source.key)])
    cell.isOptionalCall = document.isOptionalCall(source, number: frame.childCount, of: parent)
  }

  /// Bytes and numbers of a cell, as the tape has them.
  private func fill(_ cell: inout ArchiveCell, _ document: ArchivedDocument) throws(ArchiveError) {
    tape.copyBytes(of: &cell, from: document)
    switch cell.kind {
    case .record where cell.detail > 0:
      let row = try row(ofType: Int(cell.detail) - 1, in: document)
      cell.detail = UInt32(truncatingIfNeeded: row + 1)
    case .typed:
      cell.detail = UInt32(truncatingIfNeeded: try row(ofType: Int(cell.detail), in: document))
    case .extension:
      cell.detail = tape.number(ofExtension: document.definitions.extensions[Int(cell.detail)])
    case .array, .set: cell.detail = 0
    default: break
    }
  }

  /// Makes an object, or what leads to one, a reference of the same kind.
  private func mentionObject(_ cell: inout ArchiveCell, _ document: ArchivedDocument) {
    let stands = document.cell(ofObject: Int(cell.detail)) != nil
    guard stands || cell.kind == .conditionalReference else {
      cell.kind = .null
      return
    }
    let number = number(ofObject: Int(cell.detail), in: document)
    if cell.kind == .object || cell.kind == .reference {
      cell.kind = .reference
      mentioned.append(number)
    }
    cell.detail = UInt32(truncatingIfNeeded: number)
    cell.length = 0
    cell.payload = 0
    needsRenumbering = true
  }

  /// The number of an object of a document: that of the instance that it became, if that one is encoded too.
  private func number(ofObject number: Int, in document: ArchivedDocument) -> Int {
    let key = ForeignObject(document: ObjectIdentifier(document), number: number)
    if let known = foreignObjects[key] { return known }
    let made = self.number(ofTrace: (document.companion as? ObjectTraces)?.trace(ofObject: number))
    if let cell = document.cell(ofObject: number) { sources[made] = (document, cell) }
    foreignObjects[key] = made
    return made
  }

  /// The number of the instance that left a trace, or the next one: then that of the instance once it comes.
  private func number(ofTrace trace: ObjectTrace?) -> Int {
    guard let trace else { return mention(nil) }
    if let known = objectNumbers[trace.address], let object = objects[known].object,
      trace.leads(to: object)
    {
      return known
    }
    let made = mention(nil)
    traces[trace.address, default: []].append((trace, made))
    return made
  }

  /// The row of a document's type, after those of the types that it refers to.
  private func row(
    ofType index: Int, in document: ArchivedDocument
  ) throws(ArchiveError) -> Int {
    let types = document.definitions.types
    let id = ObjectIdentifier(document)
    if let known = foreignRows[id]?[index], known >= 0 { return known }
    // Taken out while it changes, so that it has one owner.
    var rows = foreignRows.removeValue(forKey: id) ?? Array(repeating: -1, count: types.count)
    defer { foreignRows[id] = rows }
    var pending = [index]
    while let type = pending.last {
      guard rows[type] < 0 else {
        pending.removeLast()
        continue
      }
      var row = types[type]
      let missing = row.references.filter { rows[$0] < 0 }
      guard missing.isEmpty else {
        pending += missing
        continue
      }
      row.arguments = row.arguments.map { rows[$0] }
      row.superclass = row.superclass.map { rows[$0] }
      rows[type] = tape.number(ofType: row)
      try note(rows[type], document.definitions.fullName(ofType: type))
    }
    return rows[index]
  }
}
