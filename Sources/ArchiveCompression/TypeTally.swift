package import ArchiveFormat

/// Adds up what the values of each type cost.
package struct TypeTally {
  /// An open value of a type.
  private struct Frame {
    var end: Int
    var key: ArchivedTypeRow
  }

  package private(set) var usages: [ArchivedTypeRow: TypeUsage] = [:]
  private var frames: [Frame] = []
  private var openCounts: [ArchivedTypeRow: Int] = [:]

  package init() {}

  /// The types, those that cost the most bytes of their own first.
  package var sorted: [TypeUsage] {
    usages.values.sorted {
      ($1.ownByteCount, $0.name ?? "") < ($0.ownByteCount, $1.name ?? "")
    }
  }

  /// Counts what stands in a scope. O(values).
  package mutating func add(_ document: ArchivedDocument, _ scope: OpenedScope) {
    let sizes = ValueSizes(document, in: scope)
    for index in document.cells.indices {
      while let frame = frames.last, frame.end <= index { close(frame) }
      let cell = document.cells[index]
      guard cell.kind == .record || cell.kind == .object || cell.kind == .typed else { continue }
      // The body of an object is the object.
      if index > 0, document.cells[index - 1].kind == .object { continue }
      open(ArchivedValue(document, at: index), sizes.byteCount(ofCell: index))
    }
    while let frame = frames.last { close(frame) }
    var places = TypePlaces(document)
    for row in places.rowsAmongOthers() {
      usages[key(ofRow: row, document)]?.isAmongOthers = true
    }
  }

  /// Full names tell generic types apart across scopes, whose rows are numbered alike or not.
  private func key(ofRow row: Int?, _ document: ArchivedDocument) -> ArchivedTypeRow {
    let type = row.map { document.definitions.types[$0] }
    return ArchivedTypeRow(
      name: row.map { document.definitions.fullName(ofType: $0) } ?? "",
      isClass: type?.isClass ?? false, version: type?.version ?? 0)
  }

  private mutating func open(_ value: ArchivedValue, _ byteCount: Int) {
    let definitions = value.document.definitions
    let key = key(ofRow: value.typeRow, value.document)
    let superclass = value.typeRow.flatMap { definitions.types[$0].superclass }
    var usage =
      usages[key]
      ?? TypeUsage(
        name: value.typeName, isClass: key.isClass, version: key.version,
        superclass: superclass.map { definitions.fullName(ofType: $0) })
    usage.count += 1
    usage.ownByteCount += byteCount
    if openCounts[key, default: 0] == 0 { usage.byteCount += byteCount }
    usages[key] = usage
    if let outer = frames.last { usages[outer.key]?.ownByteCount -= byteCount }
    openCounts[key, default: 0] += 1
    frames.append(Frame(end: value.cell.next(after: value.index), key: key))
  }

  private mutating func close(_ frame: Frame) {
    openCounts[frame.key, default: 1] -= 1
    frames.removeLast()
  }
}
