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
    try checkEdges(slot)
    guard slot.cell.kind.mentionsObject, let placeholder = type as? ArchivedPlaceholder.Type else {
      return Value(view(slot))
    }
    // One object is one placeholder.
    let number = Int(slot.cell.detail)
    // In two steps: optimized code of Swift 6.3 crashes where it casts nil of an optional class to a class that it specialized generic code for.
    if let known = scope.placeholders[number], let value = known as? Value { return value }
    guard let cell = document.cell(ofObject: number) else { throw mismatch(type, slot) }
    let made = placeholder.init(view(self.slot(cell)))
    scope.placeholders[number] = made
    return made as? Value ?? Value(view(slot))
  }

  /// Refuses a value with a strong edge to an object that stands outside of what is read, as it would be if it were decoded.
  /// O(values inside), where a part of an archive is read that has objects; in a whole one all of them stand.
  private func checkEdges(_ slot: Slot) throws {
    guard !ledger.rootPath.isEmpty, !document.objects.isEmpty, slot.index >= 0 else { return }
    for cell in slot.index..<document.cells[slot.index].next(after: slot.index)
    where document.cells[cell].kind == .backReference {
      let number = Int(document.cells[cell].detail)
      guard document.cell(ofObject: number) == nil else { continue }
      var error = error(
        .objectElsewhere, "object \(number) stands outside of what is read", self.slot(cell))
      error.path = path(toCell: cell)
      throw error
    }
  }

  static var viewByteCount: Int { 128 }
}

/// The untyped values that decoding hands out of one document.
final class DocumentViews {
  let source: ArchivedDocument
  /// The document that they keep.
  let document: ArchivedDocument
  private let traces = ObjectTraces()
  private var cells: [Int] = []
  private var isWalked: [Bool] = []
  /// Objects that the values mention and that nobody decoded yet.
  private var undecoded: Set<Int> = []

  init(_ source: ArchivedDocument) {
    self.source = source
    document = ArchivedDocument(source, companion: traces)
  }

  func note(_ cell: Int) {
    if !document.objects.isEmpty { cells.append(cell) }
  }

  /// Notes which instances the objects became that the values mention: O(values in them), each once.
  func link(_ objects: DecodedObjects) {
    guard !objects.isEmpty else { return }
    if isWalked.isEmpty { isWalked = Array(repeating: false, count: document.cells.count) }
    for number in undecoded {
      guard let instance = objects[number] else { continue }
      traces.note(number, instance)
      undecoded.remove(number)
    }
    var seen: Set<Int> = []
    while let first = cells.popLast() {
      var index = first
      let end = document.cells[first].next(after: first)
      while index < end {
        let cell = document.cells[index]
        guard !isWalked[index] else {
          index = cell.next(after: index)
          continue
        }
        isWalked[index] = true
        if cell.kind.mentionsObject, seen.insert(Int(cell.detail)).inserted {
          mention(Int(cell.detail), at: index, objects)
        }
        index += 1
      }
    }
  }

  private func mention(_ number: Int, at index: Int, _ objects: DecodedObjects) {
    if let instance = objects[number] { return traces.note(number, instance) }
    undecoded.insert(number)
    if let body = document.cell(ofObject: number), body != index { cells.append(body) }
  }
}
