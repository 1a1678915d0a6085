/// Reading without keeping what was read, so that what is in error does not make a list first.
///
/// A list that becomes long is given up: the rest is only checked and counted, and what is complete is forgotten. If all
/// of it holds, it is read again, into a list that has room for so many cells from the beginning. Values that are wrong
/// take as much memory as the containers that are open, and others no list that grows by being copied.
extension ContentScanner {
  /// The place of an object that was counted.
  static var counted: Int { -4 }

  /// Reads into the list what `read` reads, which may be called twice.
  mutating func list(
    _ read: (inout ContentScanner) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    let (start, depth) = (cursor.position, depth)
    longListCount = keptCellCount
    try read(&self)
    longListCount = .max
    guard onlyCounts else { return }
    let count = cells.count + forgottenCellCount
    forgetAll()
    cursor.position = start
    self.depth = depth
    cells.reserveCapacity(count)
    if keepsEnds { reserveEnds(count) }
    try read(&self)
  }

  /// Reads all content without a list of values, and tells observers of each value.
  ///
  /// Memory is that of open containers, and 8 bytes for an object.
  ///
  /// - Parameter hasRootList: Whether a list of roots stands there, or one unnamed value.
  /// - Returns: Counts, and the bytes that a list of the values would take.
  package mutating func survey(
    hasRootList: Bool, _ observers: [any ScanObserver]
  ) throws(ArchiveError) -> (rootCount: Int, objectCount: Int, cellCount: Int, listByteCount: Int) {
    self.observers = observers
    onlyCounts = true
    keepNothing()
    if hasRootList {
      try scanRootList()
    } else {
      for observer in observers { observer.beginTop(isRoot: true, at: cursor.position) }
      try scanRoot(name: "")
    }
    try finish()
    let cellCount = cells.count + forgottenCellCount
    let listByteCount =
      cellCount * MemoryLayout<ArchiveCell>.stride + objects.count * MemoryLayout<Int>.stride
    return (roots.count, objects.count { $0 == Self.counted }, cellCount, listByteCount)
  }

  /// Counts the values in the content of a scope that a writer made. O(bytes) time, constant memory.
  package static func valueCount(
    of content: [UInt8], from start: Int, _ definitions: ArchiveDefinitions, hasRootList: Bool
  ) throws(ArchiveError) -> ValueCount {
    var limits = ArchiveLimits.trusted
    limits.maximumDepth = .max - 1
    var scanner = ContentScanner(content, from: start, definitions: definitions, limits: limits)
    scanner.keepNothing()
    if hasRootList { try scanner.scanRootList() } else { try scanner.scanRoot(name: "") }
    try scanner.finish()
    return ValueCount(
      cells: scanner.readCellCount, packedElements: scanner.packedElementCount)
  }

  /// Forgets what was read, but for the kinds that were told on the way.
  private mutating func forgetAll() {
    cells = []
    objects = []
    roots = []
    tail = []
    awaitedObjects = []
    dueObject = nil
    hasEdges = false
    frames = []
    zeroWidthCount = 0
    key = 0
    forgottenCellCount = 0
    onlyCounts = false
  }

  /// From now on only counts, if the list is long; and forgets what the last step completed.
  mutating func countOnly() {
    beginCounting()
    guard let last = frames.last else { return drop(from: 0) }
    switch last.role {
    // Its body tells its class.
    case .object: drop(from: last.cell + 2)
    default: drop(from: last.cell + 1)
    }
  }

  /// Notes what will be asked of cells that are forgotten from now on.
  private mutating func beginCounting() {
    guard !onlyCounts else { return }
    onlyCounts = true
    longListCount = 0
    for (number, cell) in objects.enumerated() where cell >= 0 && cells[cell].payload != 0 {
      objects[number] = Self.counted
    }
  }

  /// Counts the bools of a run, from whose bits they are told; false if they are to be read.
  ///
  /// - Parameters:
  ///   - bits: Where the bit row of those that are not null begins.
  ///   - valueCount: How many of them there are.
  mutating func countBools(
    _ top: Int, bits: Int, valueCount: Int
  ) throws(ArchiveError) -> Bool {
    let frame = frames[top]
    guard longListCount < .max, frame.left > keptCellCount - cells.count,
      !observers.contains(where: { $0.wantsEachBool })
    else { return false }
    beginCounting()
    guard frame.left <= maximumCellCount - forgottenCellCount - cells.count else {
      throw limits.exceeded(
        cellLimit, "values", maximumCellCount, at: valueCount == 0 ? frame.nullBits : bits)
    }
    forgottenCellCount += frame.left
    for observer in observers { observer.skipBools(frame.left) }
    return true
  }

  /// Forgets the cells from one on, which are counted.
  mutating func drop(from cell: Int) {
    let count = cells.count - cell
    guard count > 0 else { return }
    forgottenCellCount += count
    cells.removeLast(count)
    dropEnds(count)
  }
}
