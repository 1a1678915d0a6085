internal import ArchiveFormat

/// The objects of a scope that were met so far.
///
/// Objects are numbered in the order in which they are mentioned: by their own headers, or by edges that stand before. Nothing that may hold one, or an
/// edge, is passed over without being noted here, so one that is mentioned behind all others is the next; any other is found by
/// where it is mentioned first. So places may be read again at any time.
struct DirectObjects {
  struct Place {
    /// The place of its first mention: its header begins there, or an edge to it.
    let mention: RawCursor.Mark
    /// The beginning of its header; nil if only edges mention it so far.
    var header: RawCursor.Mark?
    /// Where it ends, once that was reached.
    var end: RawCursor.Mark?
    /// The row of its class.
    var row = 0
    /// The kind of the place where it stands; undetermined for those that only cells tell of.
    var kind = KindID.undetermined
    /// Containers around it.
    var depth = 0
    /// True if a strong edge was passed that needs it to stand somewhere.
    var isAwaited = false
  }

  var places: [Place] = []
  /// Nil if the archive has no classes.
  var decoded: DecodedObjects?
  var limit = 0
  /// Whether all objects of the scope are noted, because all of it was checked.
  var isComplete = false
  /// Bytes that may be passed over until it is better to make cells of all, where that costs nothing.
  var skipByteCount = 0
  /// Objects that strong edges name and that stand nowhere so far.
  private(set) var awaitedCount = 0

  /// Forgets the call before: one without classes may have noted edges.
  @inline(__always)
  mutating func clear() {
    if !places.isEmpty { places.removeAll(keepingCapacity: places.count <= Self.keptCount) }
    limit = 0
    isComplete = false
    awaitedCount = 0
  }

  /// Begins a call whose archive has classes.
  mutating func begin(_ limits: ArchiveLimits, byteCount: Int) {
    decoded = DecodedObjects()
    limit = limits.maximumObjectCount
    skipByteCount = byteCount.multipliedReportingOverflow(by: 4).partialValue
  }

  /// Ends a call.
  mutating func end() {
    decoded = nil
    clear()
  }

  private static var keptCount: Int { 4_096 }

  /// The number of the object whose header begins at a mark, where no edge mentions it before; nil if it is one too many.
  @inline(__always)
  mutating func number(at header: RawCursor.Mark, _ kind: KindID, depth: Int) -> Int? {
    if let last = places.last, !last.mention.isBefore(header) { return find(header) }
    guard places.count < limit, !isComplete else { return nil }
    places.append(Place(mention: header, header: header, kind: kind, depth: depth))
    return places.count - 1
  }

  private func find(_ mention: RawCursor.Mark) -> Int? {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].mention.isBefore(mention) { low = middle + 1 } else { high = middle }
    }
    return low < places.count && places[low].mention == mention ? low : nil
  }

  /// Notes that an object which edges mentioned before stands at a mark; false if it does not, or stands elsewhere too.
  mutating func stand(
    _ number: UInt64, at header: RawCursor.Mark, _ kind: KindID, depth: Int
  ) -> Bool {
    guard number < UInt64(places.count) else { return false }
    let number = Int(truncatingIfNeeded: number)
    if let known = places[number].header {
      return known == header && places[number].mention.isBefore(header)
    }
    guard places[number].mention.isBefore(header) else { return false }
    places[number].header = header
    places[number].kind = kind
    places[number].depth = depth
    if places[number].isAwaited { awaitedCount -= 1 }
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
      if let last = places.last, !last.mention.isBefore(mark) {
        guard let found = find(mark) else { return nil }
        number = found
      } else {
        if isComplete || places.count >= limit { return nil }
        number = places.count
        places.append(Place(mention: mark))
      }
    } else {
      guard mention <= UInt64(places.count) else { return nil }
      number = Int(truncatingIfNeeded: mention - 1)
      guard places[number].mention.isBefore(mark) else { return nil }
    }
    if isStrong, !places[number].isAwaited {
      places[number].isAwaited = true
      if places[number].header == nil { awaitedCount += 1 }
    }
    return number
  }

  /// The object that a reference at a mark may name: one that ended before; nil for others.
  @inline(__always)
  func target(_ number: UInt64, from mark: RawCursor.Mark) -> Int? {
    guard number < UInt64(places.count) else { return nil }
    let number = Int(truncatingIfNeeded: number)
    guard let end = places[number].end, !mark.isBefore(end) else { return nil }
    return number
  }

  /// Notes all objects of a scope, from its cells.
  mutating func complete(
    _ document: ArchivedDocument, _ mark: (_ offset: Int) -> RawCursor.Mark,
    end: (_ cell: Int) -> Int
  ) {
    isComplete = true
    for (number, index) in document.objects.enumerated() {
      let cell = document.cells[index]
      if number >= places.count {
        places.append(
          Place(mention: mark(cell.offset), header: mark(cell.offset)))
      }
      places[number].row = cell.length
      places[number].end = mark(end(index))
    }
  }
}
