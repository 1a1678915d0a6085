internal import struct ArchiveFormat.ArchiveError

/// Walks content once and checks every rule of the format; the result is a flat document.
///
/// It keeps a stack of open containers, so no nesting makes it recurse, and counts what it builds, so no declared count
/// makes it reserve.
struct ContentScanner {
  var cursor: ByteCursor
  var definitions: ArchiveDefinitions
  let limits: ReadingLimits
  private let maximumCellCount: Int
  /// The fields of all shapes in a row, the index of the first field of each shape, and the number of its state bits.
  let fields: [ShapeField]
  let fieldStarts: [Int]
  let bitCounts: [Int]
  var cells: [ArchiveCell] = []
  var objects: [Int] = []
  private var roots: [ArchivedRoot] = []
  /// The cells of the objects behind the roots.
  private var tail: [Int] = []
  /// Objects that a back reference named before they stood anywhere, in this order.
  var awaitedObjects: [Int] = []
  /// The object that has to stand next.
  var dueObject: Int?
  var frames: [ScanFrame] = []
  private var depth = 0
  private var zeroWidthCount = 0
  /// Key of the next cell.
  var key: UInt32 = 0

  /// The place of an object that only edges name, and of one that a strong edge waits for.
  static let nowhere = -1
  static let awaited = -2

  init(
    _ bytes: [UInt8], from position: Int, definitions: ArchiveDefinitions, limits: ReadingLimits
  ) {
    cursor = ByteCursor(bytes, from: position)
    self.definitions = definitions
    self.limits = limits
    let table = FieldTable(definitions.shapes)
    (fields, fieldStarts, bitCounts) = (table.fields, table.starts, table.bitCounts)
    maximumCellCount = min(
      limits.maximumValueCount,
      limits.maximumMaterializedByteCount / MemoryLayout<ArchiveCell>.stride)
  }

  /// Reads a single-part content's one unnamed value, or a list of roots (Spec, section 8).
  static func document(
    of bytes: [UInt8], from position: Int, hasRootList: Bool, _ definitions: ArchiveDefinitions,
    _ limits: ReadingLimits
  ) throws(ArchiveError) -> ArchivedDocument {
    var scanner = ContentScanner(bytes, from: position, definitions: definitions, limits: limits)
    if hasRootList { try scanner.scanRootList() } else { try scanner.scanRoot(name: "") }
    try scanner.scanTail()
    guard scanner.cursor.remaining == 0 else {
      throw scanner.malformed(
        "\(scanner.cursor.remaining) bytes follow the last value", at: scanner.cursor.position)
    }
    return ArchivedDocument(
      cells: scanner.cells, bytes: bytes, objects: scanner.objects, roots: scanner.roots,
      tail: scanner.tail, definitions: scanner.definitions)
  }

  private mutating func scanRootList() throws(ArchiveError) {
    var seen: Set<[UInt8]> = []
    while true {
      let start = cursor.position
      let head = try cursor.count()
      if head == 0 { break }
      let range = try cursor.range(ofByteCount: head - 1)
      try cursor.validateUTF8(range)
      guard seen.insert(Array(cursor.bytes[range])).inserted else {
        throw malformed("two roots have one name", at: start)
      }
      try scanRoot(name: String(decoding: cursor.bytes[range], as: UTF8.self))
    }
    guard !roots.isEmpty else { throw malformed("a scope has no root", at: cursor.position - 1) }
  }

  private mutating func scanRoot(name: String) throws(ArchiveError) {
    roots.append(ArchivedRoot(name: name, cell: cells.count))
    try scanOpen()
  }

  /// Reads a tagged value with all that is inside.
  private mutating func scanOpen() throws(ArchiveError) {
    try scanTagged()
    while !frames.isEmpty { try step(frames.count - 1) }
  }

  /// Reads the objects that back references wait for.
  private mutating func scanTail() throws(ArchiveError) {
    var next = 0
    while next < awaitedObjects.count {
      let number = awaitedObjects[next]
      next += 1
      guard objects[number] == Self.awaited else { continue }
      // The scan itself says of a reserved code that it needs a feature.
      if cursor.remaining > 0, cursor.bytes[cursor.position] != ArchiveKind.object.rawValue,
        !(ArchiveKind.reservedCodes ~= cursor.bytes[cursor.position])
      {
        throw malformed("object \(number) is due, another value is there", at: cursor.position)
      }
      tail.append(cells.count)
      dueObject = number
      try scanOpen()
    }
  }

  private mutating func step(_ top: Int) throws(ArchiveError) {
    switch frames[top].due {
    case .tagged:
      frames[top].due = .nothing
      key = 0
      return try scanTagged()
    case .kind:
      frames[top].due = .nothing
      key = 0
      return try scan(frames[top].kind, at: cursor.position)
    case .nothing: break
    }
    switch frames[top].role {
    case .record: try stepRecord(top)
    case .elements: try stepElements(top)
    case .map: try stepMap(top)
    case .object: try closeObject(top)
    case .typed: try close(top, length: 1)
    case .extension:
      if cursor.position < frames[top].end, frames[top].done == 0 {
        (frames[top].done, frames[top].due) = (1, .tagged)
        return
      }
      guard cursor.position == frames[top].end else {
        throw malformed(
          "an extension's byte count is not that of its content", at: frames[top].place)
      }
      try close(top, length: 1 + frames[top].done)
    }
  }

  // MARK: Cells and frames

  /// Adds a cell; every value that is built comes through here.
  mutating func add(_ cell: ArchiveCell) throws(ArchiveError) {
    if cell.offset == cursor.position { try countZeroWidth() }
    try append(cell)
  }

  mutating func append(_ cell: ArchiveCell) throws(ArchiveError) {
    guard cells.count < maximumCellCount else {
      throw ReadingLimits.exceeded("values", maximumCellCount, at: cell.rawOffset)
    }
    var cell = cell
    cell.key = key
    cells.append(cell)
  }

  /// A value that ends where it began.
  mutating func countZeroWidth() throws(ArchiveError) {
    zeroWidthCount += 1
    guard zeroWidthCount <= limits.maximumZeroWidthCount else {
      throw ReadingLimits.exceeded(
        "values that take no bytes", limits.maximumZeroWidthCount, at: cursor.position)
    }
  }

  mutating func open(_ cell: ArchiveCell, _ frame: ScanFrame) throws(ArchiveError) {
    guard depth < limits.maximumDepth else {
      throw ReadingLimits.exceeded("levels of nesting", limits.maximumDepth, at: cell.offset)
    }
    var frame = frame
    frame.cell = cells.count
    try append(cell)
    depth += 1
    frames.append(frame)
  }

  mutating func close(_ top: Int, length: Int) throws(ArchiveError) {
    if cells[frames[top].cell].offset == cursor.position { try countZeroWidth() }
    cells[frames[top].cell].length = length
    cells[frames[top].cell].payload = UInt64(truncatingIfNeeded: cells.count)
    frames.removeLast()
    depth -= 1
  }

  func malformed(_ message: String, at offset: Int) -> ArchiveError {
    ArchiveError(.malformed, message, byteOffset: offset)
  }
}
