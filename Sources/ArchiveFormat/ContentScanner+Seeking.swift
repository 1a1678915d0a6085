/// Going to one value without keeping what stands before it.
///
/// The scanner stands inside a chain of open containers. A step of a path goes to one child of the
/// innermost of them: what stands before it is passed over, then the child is opened or read whole.
extension ContentScanner {
  /// A child of a container, by the number that the container's frame counts.
  package enum Target: Sendable {
    /// Field `index` of the record.
    case field(Int)
    /// Element `index` of an array or set, or value `index` of a map, of `count`.
    case element(Int, count: Int)
  }

  /// The child that a step leads to, or why there is none.
  package enum Child {
    case target(Target)
    case missing(String)

    static func missing(_ key: String, among keys: [String]) -> Self {
      .missing("there is no key “\(key)”\(NearMiss.suggestion(for: key, among: keys))")
    }
  }

  /// What stands where a container was looked for.
  package enum Opened { case container, leaf }

  /// The number of the innermost open container.
  package var innermost: Int { frames.count - 1 }

  /// Begins a root of the list of roots; false if it has none of that name. Roots before it are passed
  /// over.
  package mutating func seekRoot(named name: String, hasRootList: Bool) throws(ArchiveError) -> Bool
  {
    guard hasRootList else { return name.isEmpty }
    while true {
      let head = try cursor.count()
      if head == 0 { return false }
      let range = try cursor.range(ofByteCount: head - 1)
      try cursor.validateUTF8(range)
      if cursor.bytes[range].elementsEqual(name.utf8) { return true }
      try scanTagged()
      try finishRoot()
      rootNumber += 1
    }
  }

  /// Begins the root that stands at the cursor.
  package mutating func openRoot() throws(ArchiveError) -> Opened {
    try opening(at: -1) { scanner throws(ArchiveError) in try scanner.scanTagged() }
  }

  /// Opens the child that comes next of the innermost container, through what only labels it.
  package mutating func openNext() throws(ArchiveError) -> Opened {
    try opening(at: innermost) { scanner throws(ArchiveError) in try scanner.readNext() }
  }

  private mutating func opening(
    at depth: Int, _ open: (inout ContentScanner) throws(ArchiveError) -> Void
  ) throws(ArchiveError) -> Opened {
    unpacksRows = true
    passesOver = true
    defer { unpacksRows = false }
    try open(&self)
    while innermost > depth, frames[innermost].due != .nothing { try step(innermost) }
    guard innermost > depth else {
      if let last = cells.last, last.kind.mentionsObject {
        throw ArchiveError(
          .objectElsewhere, "object \(last.detail) stands outside of what is read",
          byteOffset: last.offset)
      }
      return .leaf
    }
    if frames[innermost].role == .elements, frames[innermost].left == 0 {
      // An irregular array begins with a run.
      if frames[innermost].remaining > 0 { try step(innermost) }
    }
    return .container
  }

  /// Reads, or opens, the next child of the innermost container.
  private mutating func readNext() throws(ArchiveError) {
    if frames[innermost].role == .record {
      _ = try scanField(innermost)
    } else {
      try step(innermost)
    }
  }

  /// Keys that are compared with one that is missing.
  private static let maximumNamedKeyCount = 64

  /// The child that a path's step leads to, in the innermost container, which was just opened. For a map, its keys are read.
  package mutating func child(_ step: ArchivePath.Step) throws(ArchiveError) -> Child {
    let frame = frames[innermost]
    switch (frame.role, step) {
    case (.record, .key(let key)):
      let own = fields[fieldStarts[frame.shape]..<fieldStarts[frame.shape + 1]]
      guard let index = own.firstIndex(where: { definitions.keys[$0.key].hasSameBytes(as: key) })
      else {
        return .missing(
          key, among: own.prefix(Self.maximumNamedKeyCount).map { definitions.keys[$0.key] })
      }
      return .target(.field(index - own.startIndex))
    case (.elements, .index(let index)):
      let count = frame.done + frame.left + frame.remaining
      guard (0..<count).contains(index) else {
        return .missing("the number of elements there is \(count)")
      }
      return .target(.element(index, count: count))
    case (.map, .key(let key)): return try mapChild(key)
    case (_, .key): return .missing("the value there has no keys")
    default: return .missing("the value there has keys in place of indices")
    }
  }

  private mutating func mapChild(_ key: String) throws(ArchiveError) -> Child {
    let (map, depth) = (frames[innermost].cell, innermost)
    let count = frames[depth].remaining
    repeat { try step(innermost) } while innermost > depth
    let (found, names) = find(key, inMap: map)
    guard let index = found else { return .missing(key, among: names) }
    unpacksRows = true
    defer { unpacksRows = false }
    try step(depth)
    if innermost > depth, frames[innermost].left == 0, frames[innermost].remaining > 0 {
      try step(innermost)
    }
    return innermost > depth
      ? .target(.element(index, count: count)) : .missing("the map there has no values")
  }

  /// The index of a key in a map, and the first of the other keys that have texts.
  private func find(_ key: String, inMap map: Int) -> (index: Int?, names: [String]) {
    let document = ArchivedDocument(
      cells: cells, bytes: cursor.bytes, objects: [], roots: [],
      definitions: definitions)
    var names: [String] = []
    for (index, value) in ArchivedValue(document, at: map + 1).elements.enumerated() {
      guard let text = document.keyText(value.cell) else { continue }
      if text.hasSameBytes(as: key) { return (index, names) }
      if names.count < Self.maximumNamedKeyCount { names.append(text) }
    }
    return (nil, names)
  }

  /// Passes over what stands before a child of the container that is open at `depth`; false if it
  /// ended before.
  package mutating func seek(_ target: Target, at depth: Int) throws(ArchiveError) -> Bool {
    passesOver = true
    while innermost >= depth {
      if innermost == depth {
        switch target {
        case .field(let index):
          if frames[depth].field - fieldStarts[frames[depth].shape] == index { return true }
          _ = try scanField(depth)
          if innermost == depth { try forgetChildren() }
          continue
        case .element(let index, let count):
          if elementsDone(depth, of: count) == index, frames[depth].left > 0 { return true }
          if keepsBool(index, of: count, at: depth) { return true }
        }
      }
      try step(innermost)
      if case .element(let index, let count) = target, keepsBool(index, of: count, at: depth) {
        return true
      }
      forgetCompleted()
    }
    return false
  }

  private func elementsDone(_ depth: Int, of count: Int) -> Int {
    count - frames[depth].left - frames[depth].remaining
  }

  /// Bools of a run are read at once, when it begins: whether the one that is meant is among those that were read last.
  private mutating func keepsBool(_ index: Int, of count: Int, at depth: Int) -> Bool {
    guard innermost == depth else { return false }
    let distance = elementsDone(depth, of: count) - index
    guard distance > 0, distance <= cells.count else { return false }
    foundLeaf = cells[cells.count - distance]
    return true
  }

  private mutating func forgetChildren() throws(ArchiveError) {
    cells.removeLast(cells.count - frames[innermost].cell - 1)
    forgetObjects()
  }

  /// Reads the child that comes next.
  ///
  /// - Parameter count: A child of more cells is only checked, unless objects may stand there.
  /// - Returns: A document of its own, or where the child stands.
  package mutating func readChild(keeping count: Int) throws(ArchiveError) -> FoundValue {
    let (depth, openCount) = (innermost, self.depth)
    let place = nextPlace()
    var counts = PassedCounts(
      values: limits.maximumValueCount,
      zeroWidthValues: limits.maximumZeroWidthCount - zeroWidthCount)
    forgetObjects()
    passesOver = false
    cells = []
    longListCount = place == nil ? .max : count
    if let foundLeaf {
      cells = [foundLeaf]
    } else if depth < 0 {
      try scanTagged()
    } else {
      try readNext()
    }
    while innermost > depth {
      if cells.count > longListCount {
        if !onlyCounts, let place,
          let end = end(of: place.kind, at: place.start, depth: openCount, &counts)
        {
          return .checked(checkedValue(place, end: end))
        }
        checkOnly()
      }
      try step(innermost)
    }
    key = 0
    if onlyCounts, let place {
      let value = checkedValue(place, end: cursor.position)
      return hasEdges ? .document(try value.document(limits)) : .checked(value)
    }
    return .document(
      ArchivedDocument(
        cells: cells, bytes: cursor.bytes, objects: objects,
        roots: [ArchivedRoot(name: "", cell: 0)], definitions: definitions))
  }

  private func checkedValue(_ place: (kind: KindID, start: Int), end: Int) -> CheckedValue {
    CheckedValue(
      content: cursor.bytes, range: place.start..<end, kind: place.kind, definitions: definitions)
  }

  /// From now on keeps nothing of the child.
  private mutating func checkOnly() {
    keepNothing()
    countOnly()
  }

  /// The kind of the child that comes next of the innermost container, and where its payload begins; nil if it has none, and
  /// where objects may stand.
  private func nextPlace() -> (kind: KindID, start: Int)? {
    guard foundLeaf == nil, !definitions.types.contains(where: \.isClass) else { return nil }
    guard let frame = frames.last else { return (KindID(.any), cursor.position) }
    switch frame.role {
    case .record:
      var copy = self
      let field = fields[frame.field]
      guard !field.isBit, (try? copy.fieldState(innermost, field)) == .value else { return nil }
      return (field.kind, cursor.position)
    case .elements where frame.left > 0:
      guard frame.nullBits < 0 || cursor.bit(frame.runIndex, from: frame.nullBits) else {
        return nil
      }
      return (frame.kind, cursor.position)
    default: return nil
    }
  }

  /// Whether the child is a leaf that was read with others.
  package var hasFoundLeaf: Bool { foundLeaf != nil }
}
