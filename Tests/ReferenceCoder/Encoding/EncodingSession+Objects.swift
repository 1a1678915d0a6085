internal import struct ArchiveFormat.ArchiveError

/// Class instances, and what leads to them.
extension EncodingSession {
  func encodeObject<Value: Encodable>(
    _ value: Value, into parent: ValueEncoder, _ place: ArchiveCell
  ) throws {
    let object = value as AnyObject
    var cell = place
    let known = objectNumbers[ObjectIdentifier(object)]
    if let number = known, objects[number].place != nil {
      if let start = openObjects[number] {
        let here = parent.path(to: place)
        let first = start.parent.path(to: start.place)
        throw ArchiveError(
          .undeclaredCycle, "an object holds itself: \(here) → \(first)", path: here)
      }
      cell.kind = .reference
      cell.detail = UInt32(truncatingIfNeeded: number)
      parent.list.cells.append(cell)
      return
    }
    let number = known ?? mention(object)
    let child = ValueEncoder(self, parent.list, parent: parent, step: parent.nextStep(place))
    stand(number, in: parent.list)
    openObjects[number] = (parent, place)
    defer { openObjects[number] = nil }
    cell.kind = .object
    cell.detail = UInt32(truncatingIfNeeded: number)
    cell.length = try typeRow(type(of: object))
    let index = parent.list.cells.count
    parent.list.cells.append(cell)
    child.start = index + 1
    child.valueType = type(of: object)
    parent.list.current = child.identity
    try value.encode(to: child)
    try child.finish()
    parent.list.cells[index].payload = UInt64(truncatingIfNeeded: parent.list.cells.count)
  }

  /// Gives an object the next number.
  private func mention(_ object: AnyObject) -> Int {
    objects.append(MentionedObject(object: object, place: nil))
    objectNumbers[ObjectIdentifier(object)] = objects.count - 1
    return objects.count - 1
  }

  func encodeEdge(
    _ edge: any ReferenceEdge, into parent: ValueEncoder, _ place: ArchiveCell
  ) throws {
    guard let target = edge.target else {
      if type(of: edge).requiresObject {
        throw ArchiveError(.invalidValue, "the reference has no object")
      }
      return parent.append(ArchiveCell(.null), at: place)
    }
    let number = objectNumbers[ObjectIdentifier(target)] ?? mention(target)
    let storesObject = type(of: edge).storesObject
    var cell = ArchiveCell(storesObject ? .backReference : .conditionalReference)
    cell.detail = UInt32(truncatingIfNeeded: number)
    parent.append(cell, at: place)
    if storesObject, objects[number].place == nil { awaited.append(number) }
    needsRenumbering = true
  }

  /// Encodes a value so that the archive names its type: records and objects do, others get a label.
  func encodeExistential(
    _ value: any ErasedValue, into parent: ValueEncoder, _ place: ArchiveCell
  ) throws {
    var inner = value.unwrapped
    while let existential = inner as? any ErasedValue { inner = existential.unwrapped }
    guard let value = inner else { return parent.append(ArchiveCell(.null), at: place) }
    guard let encodable = value as? any Encodable else {
      throw ArchiveError(.invalidValue, "values of type \(type(of: value)) are not Encodable")
    }
    try encodeNamed(encodable, into: parent, place)
  }

  private func encodeNamed<Value: Encodable>(
    _ value: Value, into parent: ValueEncoder, _ place: ArchiveCell
  ) throws {
    let row = try typeRow(type(of: value))
    let (start, standingCount) = (parent.list.cells.count, standingCount)
    try encode(value, into: parent, place)
    let first = parent.list.cells[start]
    switch first.kind {
    case .object, .reference: return
    case .record where Int(first.detail) == row + 1: return
    default:
      label(parent.list, start, row)
      moveObjects(in: parent.list.number, since: standingCount)
    }
  }

  /// Puts the label of a type before the value that ends a list.
  private func label(_ list: CellList, _ start: Int, _ row: Int) {
    for index in start..<list.cells.count where list.cells[index].kind.isContainer {
      list.cells[index].payload += 1
    }
    var label = ArchiveCell(.typed)
    label.key = list.cells[start].key
    label.isOptionalCall = list.cells[start].isOptionalCall
    label.detail = UInt32(truncatingIfNeeded: row)
    label.length = 1
    label.payload = UInt64(truncatingIfNeeded: list.cells.count + 1)
    list.cells[start].key = 0
    list.cells[start].isOptionalCall = false
    list.cells.insert(label, at: start)
  }
}
