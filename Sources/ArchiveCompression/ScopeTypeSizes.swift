internal import ArchiveFormat

/// Adds up the bytes of the values of each type while a scope is read.
///
/// A value ends where the next one begins, as in ``ValueSizes``. So the bytes of a container are known when a value follows that is
/// more than a bit.
struct ScopeTypeSizes: ScanState {
  /// An open container.
  private struct Frame {
    var start: Int
    /// True for an object: the next value, its body, has its type.
    var awaitsBody: Bool
    /// Which usage counts it; nil for containers that have no type to count.
    var usage: Int?
    /// The usage of the container around it that has one.
    var outer: Int?
    var isOutermost = false
  }

  private let definitions: ArchiveDefinitions
  private let byteCount: Int
  private var frames: [Frame] = []
  /// Containers that ended, and of which it is not known where.
  private var ended: [Frame] = []
  private var latest = -1
  private var usages: [TypeUsage] = []
  /// Open containers by usage.
  private var openCounts: [Int] = []
  private var keys: [ArchivedTypeRow] = []
  private var numbers: [ArchivedTypeRow: Int] = [:]
  /// Usages by row; −1 is that of records without a type.
  private var numbersOfRows: [Int: Int] = [:]

  init(_ scope: OpenedScope) {
    definitions = scope.definitions
    byteCount = scope.content.count
  }

  /// The types with what they cost, when all was read.
  mutating func finished() -> [(key: ArchivedTypeRow, usage: TypeUsage)] {
    resolve(at: byteCount)
    return Array(zip(keys, usages))
  }

  mutating func beginTop(isRoot: Bool, at offset: Int) { resolve(at: offset) }

  mutating func begin(_ cell: ArchiveCell) {
    let start = cell.rawOffset
    let isBits =
      start <= latest && (cell.kind == .bool || cell.kind == .null || cell.kind == .absent)
    if !isBits { resolve(at: start) }
    latest = max(latest, start)
    let isBody = frames.last?.awaitsBody ?? false
    if isBody {
      var frame = frames.removeLast()
      frame.awaitsBody = false
      count(&frame, cell.typeRow)
      frames.append(frame)
    }
    guard cell.kind.isContainer else { return }
    let outer = frames.last.flatMap { $0.usage ?? $0.outer }
    var frame = Frame(
      start: start, awaitsBody: !isBody && cell.kind == .object, usage: nil, outer: outer)
    // The body of an object is the object.
    if !isBody, cell.kind == .record || cell.kind == .typed { count(&frame, cell.typeRow) }
    frames.append(frame)
  }

  mutating func end() {
    let frame = frames.removeLast()
    guard let usage = frame.usage else { return }
    openCounts[usage] -= 1
    ended.append(frame)
  }

  private mutating func count(_ frame: inout Frame, _ row: Int?) {
    let number = number(ofRow: row)
    frame.usage = number
    frame.isOutermost = openCounts[number] == 0
    openCounts[number] += 1
    usages[number].count += 1
  }

  private mutating func resolve(at end: Int) {
    for frame in ended {
      guard let usage = frame.usage else { continue }
      let byteCount = max(0, end - frame.start)
      usages[usage].ownByteCount += byteCount
      if frame.isOutermost { usages[usage].byteCount += byteCount }
      if let outer = frame.outer { usages[outer].ownByteCount -= byteCount }
    }
    ended.removeAll(keepingCapacity: true)
  }

  private mutating func number(ofRow row: Int?) -> Int {
    if let known = numbersOfRows[row ?? -1] { return known }
    let key = TypeTally.key(ofRow: row, definitions)
    let number = numbers[key] ?? keys.count
    numbersOfRows[row ?? -1] = number
    guard number == keys.count else { return number }
    numbers[key] = number
    keys.append(key)
    let superclass = row.flatMap { definitions.types[$0].superclass }
    usages.append(
      TypeUsage(
        name: row.map { definitions.fullName(ofType: $0) }, isClass: key.isClass,
        version: key.version, superclass: superclass.map { definitions.fullName(ofType: $0) }))
    openCounts.append(0)
    return number
  }
}
