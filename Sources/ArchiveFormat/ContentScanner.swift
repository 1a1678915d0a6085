/// Walks content once and checks every rule of the format; the result is a flat document.
///
/// The scanner decides what is wrong with bytes, also where others read them first. It keeps a stack of open containers, so no
/// nesting makes it recurse, and counts what it builds, so no declared count makes it reserve.
package struct ContentScanner {
  var cursor: ByteCursor
  var definitions: ArchiveDefinitions
  let limits: ArchiveLimits
  private(set) var maximumCellCount: Int
  /// All shapes' fields in a row, where each shape's begin, and its state bits.
  let fields: [ShapeField]
  let fieldStarts: [Int]
  let bitCounts: [Int]
  var cells: [ArchiveCell] = []
  var objects: [Int] = []
  /// The number of the root that is read, where a value is looked for.
  package var rootNumber = 0
  package internal(set) var roots: [ArchivedRoot] = []
  /// The cells of the objects behind the roots.
  var tail: [Int] = []
  /// Objects that a back reference named before they stood anywhere, in this order.
  var awaitedObjects: [Int] = []
  /// The object that has to stand next.
  var dueObject: Int?
  /// Whether an edge was read.
  package internal(set) var hasEdges = false
  var frames: [ScanFrame] = []
  var depth = 0
  var zeroWidthCount = 0
  /// Key of the next cell.
  var key: UInt32 = 0
  /// Whether values are passed over, so that objects may be missing.
  var passesOver = false
  /// Whether numbers in a row are read one by one, so that one of them can be found.
  var unpacksRows = false
  /// Where it is to be seen what is open: a row of numbers around it is read one by one.
  var watchedOffset: Int?
  /// A leaf that was looked for and read with others.
  var foundLeaf: ArchiveCell?
  /// Whether it is noted where the value of each cell ends, and where that is.
  package var keepsEnds = false
  package private(set) var ends: [Int] = []
  /// Objects whose cells are not there any more.
  var forgottenObjectCount = 0
  /// Of those, the ones that stood later than they were mentioned.
  var lateObjects: [Int] = []
  /// Cells that are kept while it is not known whether all that is read holds: 192 KiB of them.
  package var keptCellCount = 4_096
  /// Cells from which on they are not kept, while a list is made.
  var longListCount = Int.max
  /// Whether values are checked and counted, and not kept.
  var onlyCounts = false
  /// Cells that were counted and are not there any more.
  var forgottenCellCount = 0
  /// Elements of packed rows, which are no cells.
  var packedElementCount = 0
  /// Passes over long values that are only checked, if there is one.
  package var passer: (any ValuePasser)?
  /// Observers of the values that are counted and not kept.
  var observers: [any ScanObserver] = []

  package init(
    _ bytes: [UInt8], from position: Int, definitions: ArchiveDefinitions,
    fieldTable: FieldTable? = nil, limits: ArchiveLimits
  ) {
    cursor = ByteCursor(bytes, from: position)
    self.definitions = definitions
    self.limits = limits
    let table = fieldTable ?? FieldTable(definitions.shapes)
    (fields, fieldStarts, bitCounts) = (table.fields, table.starts, table.bitCounts)
    maximumCellCount = min(
      limits.maximumValueCount,
      limits.maximumMaterializedByteCount / MemoryLayout<ArchiveCell>.stride)
  }

  /// From now on no list of values is made, and so no memory taken for one.
  mutating func keepNothing() {
    longListCount = 0
    maximumCellCount = limits.maximumValueCount
  }

  /// The limit that bounds how many values there may be: their number, or the memory of a list.
  var cellLimit: ArchiveLimits.Resource {
    maximumCellCount < limits.maximumValueCount ? .memory : .values
  }

  /// Reads one value of a kind, as a document of its own; the cursor is left behind it.
  ///
  /// - Parameters:
  ///   - start: Where it begins, if that is before the cursor: at its tag.
  ///   - depth: Containers that are open around it.
  package mutating func scanPiece(
    _ kind: KindID, at start: Int? = nil, depth: Int
  ) throws(ArchiveError) -> ArchivedDocument {
    self.depth = depth
    try list { (scanner: inout ContentScanner) throws(ArchiveError) in
      scanner.roots.append(ArchivedRoot(name: "", cell: 0))
      try scanner.scanOpen { (scanner: inout ContentScanner) throws(ArchiveError) in
        try scanner.scan(kind, at: start ?? scanner.cursor.position)
      }
    }
    return document()
  }

  /// Checks one value of a kind and keeps nothing of it; the cursor is left behind it.
  ///
  /// - Parameter depth: Containers that are open around it.
  package mutating func checkPiece(_ kind: KindID, depth: Int) throws(ArchiveError) {
    self.depth = depth
    keepNothing()
    try scanOpen { (scanner: inout ContentScanner) throws(ArchiveError) in
      try scanner.scan(kind, at: scanner.cursor.position)
    }
  }

  /// Where the next byte is read.
  package var position: Int { cursor.position }
  /// Values read that take no bytes.
  package var zeroWidthValueCount: Int { zeroWidthCount }

  /// Reads a single-part content's one unnamed value.
  package mutating func scanValue() throws(ArchiveError) -> ArchivedDocument {
    try list { (scanner: inout ContentScanner) throws(ArchiveError) in
      try scanner.scanRoot(name: "")
      try scanner.finish()
    }
    return document()
  }

  /// Reads a list of roots (Spec, section 8).
  package mutating func scanRoots() throws(ArchiveError) -> ArchivedDocument {
    try list { (scanner: inout ContentScanner) throws(ArchiveError) in
      try scanner.scanRootList()
      try scanner.finish()
    }
    return document()
  }

  /// The cells that were read so far, kept or not.
  package var readCellCount: Int { cells.count + forgottenCellCount }

  mutating func scanRootList() throws(ArchiveError) {
    var seen: Set<[UInt8]> = []
    while true {
      let start = cursor.position
      let head = try cursor.count()
      for observer in observers { observer.beginTop(isRoot: head > 0, at: start) }
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

  mutating func scanRoot(name: String) throws(ArchiveError) {
    let start = cursor.position
    roots.append(ArchivedRoot(name: name, cell: cells.count))
    try scanOpen(from: passer == nil ? nil : start) {
      (scanner: inout ContentScanner) throws(ArchiveError) in
      try scanner.scanTagged()
    }
    roots[roots.count - 1].range = start..<cursor.position
  }

  /// Begins a value and reads on until all its containers are closed.
  ///
  /// - Parameter start: Where its tag begins, if it may be passed over once it is long.
  private mutating func scanOpen(
    from start: Int? = nil, _ begin: (inout ContentScanner) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    let before = (cells: cells.count, read: readCellCount, zeroWidth: zeroWidthCount)
    var shortCount = start == nil ? Int.max : before.read + shortValueCount
    do {
      try begin(&self)
      while !frames.isEmpty {
        if readCellCount > shortCount {
          shortCount = .max
          if let start, pass(from: start, before) { return }
        }
        try step(frames.count - 1)
        if cells.count > longListCount { countOnly() }
      }
      if cells.count > longListCount { countOnly() }
    } catch {
      var error = error
      error.path = openPath()
      throw error
    }
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
      for observer in observers { observer.beginTop(isRoot: false, at: cursor.position) }
      try scanOpen { (scanner: inout ContentScanner) throws(ArchiveError) in
        try scanner.scanTagged()
      }
    }
  }

  mutating func finish() throws(ArchiveError) {
    try scanTail()
    guard cursor.remaining == 0 else {
      throw malformed(
        "\(cursor.remaining) bytes follow the last value", at: cursor.position)
    }
  }

  private func document() -> ArchivedDocument {
    ArchivedDocument(
      cells: cells, bytes: cursor.bytes, objects: objects, roots: roots, tail: tail,
      hasEdges: hasEdges, definitions: definitions)
  }

  /// The way to the value being read, from the open containers.
  private func openPath() -> ArchivePath {
    var path = ArchivePath()
    if let name = roots.last?.name, !name.isEmpty { path.steps.append(.root(name)) }
    for frame in frames {
      switch frame.role {
      case .record where frame.field > fieldStarts[frame.shape]:
        let field = fields[frame.field - 1]
        path.steps.append(.key(definitions.keys[field.key]))
      case .elements where frame.done > 0: path.steps.append(.index(frame.done - 1))
      default: break
      }
    }
    return path
  }

  mutating func step(_ top: Int) throws(ArchiveError) {
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
  @inline(__always)
  mutating func add(_ cell: ArchiveCell) throws(ArchiveError) {
    if cell.offset == cursor.position { try countZeroWidth() }
    try append(cell)
  }

  @inline(__always)
  mutating func append(_ cell: ArchiveCell) throws(ArchiveError) {
    guard cells.count < maximumCellCount - forgottenCellCount else {
      throw limits.exceeded(cellLimit, "values", maximumCellCount, at: cell.rawOffset)
    }
    var cell = cell
    cell.key = key
    cells.append(cell)
    if onlyCounts { for observer in observers { observer.begin(cell) } }
    if keepsEnds { ends.append(cursor.position) }
  }

  /// Makes room for the ends of so many cells, and of none so far.
  mutating func reserveEnds(_ count: Int) {
    ends = []
    ends.reserveCapacity(count)
  }

  /// Forgets the ends of the last cells.
  mutating func dropEnds(_ count: Int) {
    if keepsEnds { ends.removeLast(count) }
  }

  /// A value that ends where it began.
  mutating func countZeroWidth() throws(ArchiveError) {
    zeroWidthCount += 1
    guard zeroWidthCount <= limits.maximumZeroWidthCount else {
      throw limits.exceeded(
        .zeroWidthValues, "values that take no bytes", limits.maximumZeroWidthCount,
        at: cursor.position)
    }
  }

  mutating func open(_ cell: ArchiveCell, _ frame: ScanFrame) throws(ArchiveError) {
    guard depth < limits.maximumDepth else {
      throw ArchiveLimits.exceeded("levels of nesting", limits.maximumDepth, at: cell.offset)
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
    if keepsEnds { ends[frames[top].cell] = cursor.position }
    frames.removeLast()
    depth -= 1
    if onlyCounts { for observer in observers { observer.end() } }
  }

  func malformed(_ message: String, at offset: Int) -> ArchiveError {
    ArchiveError(.malformed, message, byteOffset: offset)
  }
}

/// An open container of the scanner.
struct ScanFrame {
  enum Role {
    /// The fields of a record of `shape`, its state bits at `bits`.
    case record
    /// `left` elements of `kind`, then runs until `remaining` more were read.
    case elements
    /// A map: `field` counts the columns begun.
    case map
    case object
    case typed
    case `extension`
  }

  /// What an object, typed value or extension still has to read inside.
  enum Due { case nothing, kind, tagged }

  var role: Role
  var due = Due.nothing
  var cell = 0
  var shape = 0
  var field = 0
  var bit = 0
  var bits = 0
  var kind = KindID.undetermined
  var valueKind = KindID.undetermined
  var left = 0
  var remaining = 0
  var done = 0
  /// Null bits of a nullable run, or −1.
  var nullBits = -1
  var runIndex = 0
  var irregularity = 0
  /// What the elements are, where reading began inside of them.
  var elementRole: BlockState.ElementRole?
  /// The object whose body this is, where reading began inside of it.
  var openObject = -1
  var end = 0
  /// Where the byte count of an extension stands, or the header of a map.
  var place = 0

  init(_ role: Role) { self.role = role }
}
