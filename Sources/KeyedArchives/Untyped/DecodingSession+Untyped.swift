internal import ArchiveFormat

/// Values that are handed out as they are.
extension DecodingSession {
  /// The value at a slot.
  func view(_ slot: Slot) -> ArchivedValue {
    let views = scope.views(of: document)
    guard slot.index >= 0 else { return ArchivedValue(views.document, packed: slot.cell) }
    views.note(slot.index)
    return ArchivedValue(views.document, at: slot.index)
  }

  func decodeUntyped<Value: UntypedValue>(_ type: Value.Type, _ slot: Slot) throws -> Value {
    guard !isNull(slot), slot.cell.kind != .absent else {
      if type == ArchivedValue.self { return Value(view(slot)) }
      throw mismatch(type, slot)
    }
    try charge(1, stride: Self.viewByteCount, slot)
    guard slot.cell.kind.mentionsObject, let placeholder = type as? ArchivedPlaceholder.Type else {
      return Value(view(slot))
    }
    // One object is one placeholder.
    let number = Int(slot.cell.detail)
    if let known = scope.placeholders[number] as? Value { return known }
    guard let cell = document.cell(ofObject: number) else { throw mismatch(type, slot) }
    let made = placeholder.init(view(self.slot(cell)))
    scope.placeholders[number] = made
    return made as? Value ?? Value(view(slot))
  }

  private static var viewByteCount: Int { 128 }
}

/// The untyped values that decoding hands out of one document.
final class DocumentViews {
  let source: ArchivedDocument
  /// The document that they keep.
  let document: ArchivedDocument
  private let liveObjects = LiveObjects()
  private var cells: [Int] = []

  init(_ source: ArchivedDocument) {
    self.source = source
    document = ArchivedDocument(source, companion: liveObjects)
  }

  func note(_ cell: Int) { cells.append(cell) }

  /// Notes which instances the objects became that the values mention: O(values in them).
  func link(_ objects: DecodedObjects) {
    guard !document.objects.isEmpty, objects.count > 0 else { return }
    var seen: Set<Int> = []
    while let first = cells.popLast() {
      for index in first..<document.cells[first].next(after: first) {
        let cell = document.cells[index]
        guard cell.kind.mentionsObject, seen.insert(Int(cell.detail)).inserted else { continue }
        if let instance = objects[Int(cell.detail)] {
          liveObjects.note(Int(cell.detail), instance)
        } else if let body = document.cell(ofObject: Int(cell.detail)), body != index {
          cells.append(body)
        }
      }
    }
  }
}
