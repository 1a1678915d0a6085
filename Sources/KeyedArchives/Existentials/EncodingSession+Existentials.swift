internal import ArchiveFormat

extension EncodingSession {
  /// Encodes a value so that the archive names its type: records and objects do, others get a label.
  func encodeExistential(
    _ value: Any, into parent: ValueEncoder, _ place: ArchiveCell
  ) throws {
    var inner = Erased.unwrapped(value)
    while let existential = inner as? any ArchiveExistential {
      inner = Erased.unwrapped(existential.erased)
    }
    guard let value = inner else { return parent.append(ArchiveCell(.null), at: place) }
    guard let encodable = value as? any Encodable else {
      throw ArchiveError(.invalidValue, "values of type \(type(of: value)) are not Encodable")
    }
    try encodeNamed(encodable, into: parent, place)
  }

  private func encodeNamed<Value: Encodable>(
    _ value: Value, into parent: ValueEncoder, _ place: ArchiveCell
  ) throws {
    // What it was stands in the archive, and not what keeps it.
    let stored = type(of: value) is AnyClass ? nil : try hooks?.stored(value)
    if let untyped = (stored ?? value) as? any UntypedValue {
      return try encodeUntyped(untyped.untyped, into: parent, place)
    }
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
