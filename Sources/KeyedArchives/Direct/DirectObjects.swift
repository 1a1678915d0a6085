internal import ArchiveFormat

/// The objects of a scope that were met so far.
///
/// Objects are numbered in the order in which they are mentioned: by their own headers, or by edges that stand before. Nothing that may hold one, or an
/// edge, is passed over without being noted here, so one that is mentioned behind all others is the next; any other is found by
/// where it is mentioned first. So places may be read again at any time.
struct DirectObjects {
  private(set) var places = ObjectPlaces()
  /// Nil if the archive has no classes.
  var decoded: DecodedObjects?
  var limit = 0
  /// Whether all objects of the scope are noted, because all of it was checked.
  var isComplete = false
  /// True if all of the scope was passed over, and its objects are noted.
  var isPassed = false
  /// Bytes that may be passed over until it is better to make cells of all, where that costs nothing.
  var skipByteCount = 0
  /// Objects that strong edges name and that stand nowhere so far.
  private(set) var awaitedCount = 0

  /// Forgets the call before: one without classes may have noted edges.
  @inline(__always)
  mutating func clear() {
    if places.last != nil { places.removeAll() }
    limit = 0
    isComplete = false
    isPassed = false
    awaitedCount = 0
  }

  /// Begins a call whose archive has classes.
  mutating func begin(_ limits: ArchiveLimits, byteCount: Int) {
    decoded = DecodedObjects()
    limit = limits.maximumObjectCount
    skipByteCount = byteCount.multipliedReportingOverflow(by: 4).partialValue
  }

  /// Frees the memory.
  mutating func free() { places.free() }

  /// Ends a call.
  mutating func end() {
    decoded = nil
    clear()
  }

  /// The number of the object whose header begins at a mark, where no edge mentions it before; nil if it is one too many.
  @inline(__always)
  mutating func number(at header: RawCursor.Mark) -> Int? {
    if !isBehindAll(header) { return find(header) }
    guard places.count < limit, !isComplete else { return nil }
    places.append(header, isHeader: true)
    return places.count - 1
  }

  /// True if all objects are mentioned before a mark.
  private func isBehindAll(_ mark: RawCursor.Mark) -> Bool {
    places.last?.isBefore(mark) ?? true
  }

  private func find(_ mention: RawCursor.Mark) -> Int? {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places.mention(middle).isBefore(mention) { low = middle + 1 } else { high = middle }
    }
    return low < places.count && places.mention(low) == mention ? low : nil
  }

  /// Notes that an object which edges mentioned before stands at a mark; false if it does not, or stands elsewhere too.
  mutating func stand(_ number: UInt64, at header: RawCursor.Mark) -> Bool {
    guard number < UInt64(places.count) else { return false }
    let number = Int(truncatingIfNeeded: number)
    guard places.mention(number).isBefore(header) else { return false }
    if let known = places.header(number) { return known == header }
    places.setHeader(number, header)
    if places.isAwaited(number) { awaitedCount -= 1 }
    return true
  }

  /// The number of the object that an edge at a mark names; nil if it is one too many, or was not mentioned before.
  ///
  /// - Parameter mention: What the edge says: 0 for an object that it mentions first, else a number and 1.
  mutating func target(
    ofEdge mention: UInt64, at mark: RawCursor.Mark, isStrong: Bool
  ) -> Int? {
    let number: Int
    if mention == 0 {
      if !isBehindAll(mark) {
        guard let found = find(mark) else { return nil }
        number = found
      } else {
        if isComplete || places.count >= limit { return nil }
        number = places.count
        places.append(mark, isHeader: false)
      }
    } else {
      guard mention <= UInt64(places.count) else { return nil }
      number = Int(truncatingIfNeeded: mention - 1)
      guard places.mention(number).isBefore(mark) else { return nil }
    }
    if isStrong, !places.isAwaited(number) {
      places.setAwaited(number)
      if places.header(number) == nil { awaitedCount += 1 }
    }
    return number
  }

  /// The number of the object that an edge names which was read.
  func number(ofEdge mention: UInt64, at mark: RawCursor.Mark) -> Int? {
    mention == 0 ? find(mark) : Int(truncatingIfNeeded: mention - 1)
  }

  /// Notes where an object ends, and what its body is.
  mutating func end(
    _ number: Int, at mark: RawCursor.Mark, row: Int, _ kind: KindID, depth: Int
  ) {
    places.settle(number, mark, ObjectPlaces.Body(row: row, kind: kind, depth: depth))
  }

  /// The object that a reference at a mark may name: one that ended before; nil for others.
  @inline(__always)
  func target(_ number: UInt64, from mark: RawCursor.Mark) -> Int? {
    guard number < UInt64(places.count) else { return nil }
    let number = Int(truncatingIfNeeded: number)
    guard let end = places.end(number), !mark.isBefore(end) else { return nil }
    return number
  }

  /// Notes all objects of a scope, from its cells. Those that stand behind tags get the places of the tags: they are read from cells.
  ///
  /// - Parameters:
  ///   - mark: The place of a byte.
  ///   - edge: The place of an edge which mentions an object first, behind its tag if it has one.
  ///   - end: The byte behind the value of a cell.
  mutating func complete(
    _ document: ArchivedDocument, _ mark: (_ offset: Int) -> RawCursor.Mark,
    edge: (_ offset: Int) -> RawCursor.Mark, end: (_ cell: Int) -> Int
  ) {
    isComplete = true
    for cell in document.cells
    where cell.kind.mentionsObject && Int(cell.detail) == places.count {
      let isHeader = cell.kind == .object
      places.append(isHeader ? mark(cell.offset) : edge(cell.offset), isHeader: isHeader)
    }
    for (number, index) in document.objects.enumerated() where index >= 0 {
      let cell = document.cells[index]
      if places.header(number) == nil { places.setHeader(number, mark(cell.offset)) }
      let known = places.body(number)
      self.end(
        number, at: mark(end(index)), row: cell.length, known?.kind ?? .undetermined,
        depth: known?.depth ?? 0)
    }
    // Otherwise the scope would not hold.
    awaitedCount = 0
  }
}
