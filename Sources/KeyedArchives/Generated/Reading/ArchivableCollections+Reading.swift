internal import ArchiveFormat

extension Array where Element: ArchivableValue {
  /// Notes what the elements are.
  public static func prepare(_ place: ArchivedPlace, with planner: ArchivedPlanner) {
    guard place.code == KindCode.array || place.code == KindCode.set else { return }
    planner.prepareElements(Element.self, place)
  }

  /// Reads the elements in a row.
  @inlinable
  public static func read(
    from reader: inout ArchiveReader, at place: ArchivedPlace
  ) throws -> [Element] {
    guard place.isGenerated else { return try reader.decode(Self.self, at: place) }
    let count = try reader.takeElementCount()
    if count == 0 { return [] }
    return try reader.takeRow(count, at: place)
  }

  /// Reads arrays one after the other.
  @inlinable
  public static func readRow(
    _ row: inout ArchivedRow<[Element]>, from reader: inout ArchiveReader, at place: ArchivedPlace
  ) throws {
    try reader.takeOneByOne(&row, at: place)
  }
}

extension Set where Element: ArchivableValue {
  /// Notes what the members are.
  public static func prepare(_ place: ArchivedPlace, with planner: ArchivedPlanner) {
    guard place.code == KindCode.array || place.code == KindCode.set else { return }
    planner.prepareElements(Element.self, place)
  }

  /// Reads the members in a row. Members that are alike are one.
  @inlinable
  public static func read(
    from reader: inout ArchiveReader, at place: ArchivedPlace
  ) throws -> Set<Element> {
    guard place.isGenerated else { return try reader.decode(Self.self, at: place) }
    let count = try reader.takeElementCount()
    if count == 0 { return [] }
    let elements = try reader.takeRow(count, at: place) as [Element]
    try reader.chargeCollisions(elements)
    return Set(elements)
  }

  /// Reads sets one after the other.
  @inlinable
  public static func readRow(
    _ row: inout ArchivedRow<Set<Element>>, from reader: inout ArchiveReader,
    at place: ArchivedPlace
  ) throws {
    try reader.takeOneByOne(&row, at: place)
  }
}

extension Dictionary where Key: ArchivableKey, Value: ArchivableValue {
  /// Notes what the values are.
  public static func prepare(_ place: ArchivedPlace, with planner: ArchivedPlanner) {
    guard place.code == KindCode.map else { return }
    planner.prepareEntries(Value.self, place)
  }

  /// Reads the keys in a row and then the values. Of keys that are alike the last value counts.
  @inlinable
  public static func read(
    from reader: inout ArchiveReader, at place: ArchivedPlace
  ) throws -> [Key: Value] {
    guard place.isGenerated else { return try reader.decode(Self.self, at: place) }
    let count = try reader.takeEntryCount(stride: MemoryLayout<(Key, Value)>.stride)
    if count == 0 { return [:] }
    let keys = try Key.readKeys(count, from: &reader, at: place.keys)
    let values: [Value] = try reader.takeValues(count, at: place) { keys.map(\.archivedText) }
    var entries = [Key: Value](minimumCapacity: count)
    var index = 0
    while index < count {
      entries[keys[index]] = values[index]
      index &+= 1
    }
    return entries
  }

  /// Reads dictionaries one after the other.
  @inlinable
  public static func readRow(
    _ row: inout ArchivedRow<[Key: Value]>, from reader: inout ArchiveReader,
    at place: ArchivedPlace
  ) throws {
    try reader.takeOneByOne(&row, at: place)
  }
}

extension ArchiveReader {
  /// Counts what it costs to find members among others with their hash.
  @usableFromInline
  func chargeCollisions<Member: Hashable>(_ members: [Member]) throws {
    let visitCount = CollisionWatch.visits(adding: members)
    unsafe state.pointee.visitCount &-= visitCount
    guard unsafe state.pointee.visitCount >= 0 else { throw Self.unforeseen() }
  }

  /// The count of elements of one kind.
  @inlinable
  @inline(__always)
  mutating func takeElementCount() throws -> Int {
    let head = try takeVarint()
    guard head & 1 == 0, head >> 1 <= UInt64(Int.max >> 3) else { throw Self.unforeseen() }
    return Int(truncatingIfNeeded: head >> 1)
  }

  /// The elements of what stands at a place, at least one.
  @inlinable
  @inline(__always)
  mutating func takeRow<Element: ArchivableValue>(
    _ count: Int, at place: ArchivedPlace
  ) throws -> [Element] {
    try chargeElements(count, stride: MemoryLayout<Element>.stride, at: place)
    if place.tracksPath {
      let entered = try enterElements(at: place)
      let elements: [Element] = try takeElements(count, at: place.elements)
      leave(entered)
      return elements
    }
    let levels = place.elements.levels
    try descend(levels)
    let elements: [Element] = try takeElements(count, at: place.elements)
    ascend(levels)
    return elements
  }

  /// Elements that are added one by one.
  @inlinable
  @inline(__always)
  static var few: Int { 8 }

  @inlinable
  @inline(__always)
  mutating func takeElements<Element: ArchivableValue>(
    _ count: Int, at elements: ArchivedPlace
  ) throws -> [Element] {
    guard Element.minimalByteCount(ofRow: count) <= allRemaining else { throw Self.unforeseen() }
    if count <= Self.few, !elements.tracksPath {
      // Room that is reserved is had faster than room that is handed out uninitialised.
      var few: [Element] = []
      few.reserveCapacity(count)
      try Element.readFew(count, to: &few, from: &self, at: elements)
      return few
    }
    // Who fills the array that all empty ones share writes to what other threads read.
    guard count > 0 else { return [] }
    return try unsafe [Element](unsafeUninitializedCapacity: count) { buffer, built in
      var row = unsafe ArchivedRow(buffer.baseAddress.unsafelyUnwrapped, count: count)
      defer { built = row.built }
      try Element.readRow(&row, from: &self, at: elements)
    }
  }

  /// Reads elements that are containers themselves.
  @inlinable
  mutating func takeOneByOne<Element: ArchivableValue>(
    _ row: inout ArchivedRow<Element>, at place: ArchivedPlace
  ) throws {
    let tracksPath = place.tracksPath
    while row.built < row.count {
      if tracksPath { noteIndex(row.built) }
      try reachElement()
      unsafe (row.base + row.built).initialize(to: try Element.read(from: &self, at: place))
      row.built &+= 1
    }
  }

  /// The count of entries of a map with keys and values of one kind each, with their costs counted.
  @inlinable
  mutating func takeEntryCount(stride: Int) throws -> Int {
    let head = try takeVarint()
    guard head & 3 == 0, head >> 2 <= UInt64(truncatingIfNeeded: allRemaining) else {
      throw Self.unforeseen()
    }
    let count = Int(truncatingIfNeeded: head >> 2)
    let (byteCount, overflow) = count.multipliedReportingOverflow(by: stride)
    unsafe state.pointee.byteCount &-= byteCount
    unsafe state.pointee.valueCount &-= 2
    unsafe state.pointee.visitCount &-= count
    if count == 0 { unsafe state.pointee.zeroWidthCount &-= 2 }
    guard !overflow, unsafe state.pointee.byteCount >= 0 else { throw Self.unforeseen() }
    return count
  }

  /// The values of the map that stands at a place.
  @inlinable
  mutating func takeValues<Value: ArchivableValue>(
    _ count: Int, at place: ArchivedPlace, keys: () -> [String]
  ) throws -> [Value] {
    try chargeElements(count, stride: 0, isMap: true, at: place)
    if place.tracksPath {
      let entered = try enterValues(keys(), at: place)
      let values: [Value] = try takeElements(count, at: place.elements)
      leave(entered)
      return values
    }
    let levels = place.elements.levels &+ 1
    try descend(levels)
    let values: [Value] = try takeElements(count, at: place.elements)
    ascend(levels)
    return values
  }
}
