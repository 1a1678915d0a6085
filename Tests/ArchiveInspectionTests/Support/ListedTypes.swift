import ArchiveCompression
import ArchiveFormat
import ArchiveInspection

/// The types of an archive, counted from the list of its values: to compare with what is counted while reading.
struct ListedTypes {
  private struct Frame {
    var end: Int
    var key: ArchivedTypeRow
  }

  private var usages: [ArchivedTypeRow: TypeUsage] = [:]
  private var frames: [Frame] = []
  private var openCounts: [ArchivedTypeRow: Int] = [:]

  var sorted: [TypeUsage] {
    usages.values.sorted {
      ($1.ownByteCount, $0.name ?? "") < ($0.ownByteCount, $1.name ?? "")
    }
  }

  init(_ inspector: ArchiveInspector) {
    for (document, scope) in zip(inspector.documents, inspector.archive.scopes) {
      add(document, scope)
    }
  }

  private mutating func add(_ document: ArchivedDocument, _ scope: OpenedScope) {
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
  }

  private mutating func open(_ value: ArchivedValue, _ byteCount: Int) {
    let key = ArchivedTypeRow(
      name: value.typeName ?? "", isClass: value.isClass, version: value.typeVersion)
    var usage =
      usages[key] ?? TypeUsage(name: value.typeName, isClass: key.isClass, version: key.version)
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
