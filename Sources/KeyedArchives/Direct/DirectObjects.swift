internal import ArchiveFormat

/// The objects of a scope that were met so far.
///
/// Objects are numbered in the order of their bytes. Nothing that may hold one is passed over without
/// its objects being noted here, so one that begins behind all others is the next; any other is found by
/// where it begins. So places may be read again at any time.
struct DirectObjects {
  struct Place {
    /// Where its header begins.
    let start: RawCursor.Mark
    /// Where it ends, once that was reached.
    var end: RawCursor.Mark?
    /// The row of its class.
    var row: Int
    /// The kind of the place where it stands; undetermined for those that only cells tell of.
    let kind: KindID
    /// Containers around it.
    let depth: Int
  }

  var places: [Place] = []
  /// Nil if the archive has no classes.
  var decoded: DecodedObjects?
  var limit = 0
  /// Whether all objects of the scope are noted, because all of it was checked.
  var isComplete = false
  /// Bytes that may be passed over until it is better to make cells of all, where that costs nothing.
  var skipByteCount = 0

  /// Begins a call.
  mutating func begin(_ limits: ArchiveLimits, byteCount: Int) {
    decoded = DecodedObjects()
    limit = limits.maximumObjectCount
    isComplete = false
    skipByteCount = byteCount.multipliedReportingOverflow(by: 4).partialValue
  }

  /// Ends a call.
  mutating func end() {
    decoded = nil
    places.removeAll(keepingCapacity: places.count <= Self.keptCount)
  }

  private static var keptCount: Int { 4_096 }

  /// The number of the object that begins at a mark; nil if it is one too many.
  @inline(__always)
  mutating func number(at start: RawCursor.Mark, _ kind: KindID, depth: Int) -> Int? {
    if let last = places.last, !last.start.isBefore(start) { return find(start) }
    guard places.count < limit, !isComplete else { return nil }
    places.append(Place(start: start, end: nil, row: 0, kind: kind, depth: depth))
    return places.count - 1
  }

  private func find(_ start: RawCursor.Mark) -> Int? {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].start.isBefore(start) { low = middle + 1 } else { high = middle }
    }
    return low < places.count && places[low].start == start ? low : nil
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
          Place(start: mark(cell.offset), end: nil, row: 0, kind: .undetermined, depth: 0))
      }
      places[number].row = cell.length
      places[number].end = mark(end(index))
    }
  }
}
