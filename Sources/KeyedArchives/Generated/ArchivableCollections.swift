internal import ArchiveFormat

extension Array: ArchivableValue where Element: ArchivableValue {
  /// Notes what the elements are.
  public static func prepare(_ place: ArchivePlace, with planner: ArchivePlanner) {
    place.prepare(Self.self, kind: ArchiveKind.array.rawValue)
    place.prepareElements(Element.self, planner)
  }

  /// Writes the elements in a row.
  @inlinable
  public func write(to writer: inout ArchiveWriter, at place: ArchivePlace) {
    let count = count
    place.mark(writer.call)
    writer.putVarint(UInt64(truncatingIfNeeded: count) << 1)
    if count == 0 { return }
    writer.noteElements(count, stride: MemoryLayout<Element>.stride)
    unsafe withUnsafeBufferPointer {
      unsafe writer.put(
        row: ArchiveRow($0.baseAddress.unsafelyUnwrapped, count: count, .array), at: place)
    }
  }

  /// Writes arrays one after the other.
  @inlinable
  public static func writeRow(
    _ row: ArchiveRow<[Element]>, to writer: inout ArchiveWriter, at place: ArchivePlace
  ) {
    writer.putOneByOne(row, at: place)
  }

  /// The array.
  public static func levels(at place: ArchivePlace) -> Int { 1 }
}

extension Set: ArchivableValue where Element: ArchivableValue {
  /// Notes what the members are.
  public static func prepare(_ place: ArchivePlace, with planner: ArchivePlanner) {
    place.prepare(Self.self, kind: ArchiveKind.set.rawValue)
    place.prepareElements(Element.self, planner)
  }

  /// Writes the members in a row.
  @inlinable
  public func write(to writer: inout ArchiveWriter, at place: ArchivePlace) {
    place.mark(writer.call)
    writer.putVarint(UInt64(truncatingIfNeeded: count) << 1)
    if isEmpty { return }
    writer.noteElements(count, stride: MemoryLayout<Element>.stride)
    writer.put(column: self, .set, at: place)
  }

  /// Writes sets one after the other.
  @inlinable
  public static func writeRow(
    _ row: ArchiveRow<Set<Element>>, to writer: inout ArchiveWriter, at place: ArchivePlace
  ) {
    writer.putOneByOne(row, at: place)
  }

  /// The set.
  public static func levels(at place: ArchivePlace) -> Int { 1 }
}

extension Dictionary: ArchivableValue where Key: ArchivableKey, Value: ArchivableValue {
  /// Notes what the values are; of the keys each dictionary tells it.
  public static func prepare(_ place: ArchivePlace, with planner: ArchivePlanner) {
    place.prepare(Self.self, kind: ArchiveKind.map.rawValue)
    place.prepareElements(Value.self, planner)
    place.prepareKeys(planner)
  }

  /// Writes the keys in a row and then the values.
  @inlinable
  public func write(to writer: inout ArchiveWriter, at place: ArchivePlace) {
    place.mark(writer.call)
    if isEmpty { return writer.putRaw(1 as UInt8) }
    writer.noteElements(count, stride: MemoryLayout<(Key, Value)>.stride)
    Key.writeKeys(keys, count: count, to: &writer, at: place.keys)
    writer.put(column: values, .values, at: place)
  }

  /// Writes dictionaries one after the other.
  @inlinable
  public static func writeRow(
    _ row: ArchiveRow<[Key: Value]>, to writer: inout ArchiveWriter, at place: ArchivePlace
  ) {
    writer.putOneByOne(row, at: place)
  }

  /// The dictionary and its columns.
  public static func levels(at place: ArchivePlace) -> Int { 2 }
}

extension ArchivePlace {
  /// The place of the keys of a map.
  @inlinable
  @inline(__always)
  var keys: ArchivePlace {
    unsafe ArchivePlace.check(slot.pointee.keys != nil)
    return unsafe ArchivePlace(slot.pointee.keys.unsafelyUnwrapped)
  }

  func prepareElements<Element: ArchivableValue>(
    _ type: Element.Type, _ planner: ArchivePlanner
  ) {
    let elements = planner.newPlace()
    unsafe slot.pointee.inner = unsafe elements.slot
    type.prepare(elements, with: planner)
  }

  func prepareKeys(_ planner: ArchivePlanner) {
    unsafe slot.pointee.keys = unsafe planner.newPlace().slot
  }
}

extension ArchiveWriter {
  /// Notes the memory that readers take for the elements of a collection.
  @inlinable
  @inline(__always)
  func noteElements(_ count: Int, stride: Int) {
    unsafe state.pointee.builtByteCount &+= count &* stride
  }

  /// Writes the elements of what stands at a place.
  @inlinable
  @inline(__always)
  mutating func put<Element: ArchivableValue>(row: ArchiveRow<Element>, at place: ArchivePlace) {
    let elements = place.elements
    let levels = Element.levels(at: elements)
    if descend(levels) { Element.writeRow(row, to: &self, at: elements) }
    ascend(levels)
  }

  /// Writes elements that are containers themselves.
  @inlinable
  mutating func putOneByOne<Element: ArchivableValue>(
    _ row: ArchiveRow<Element>, at place: ArchivePlace
  ) {
    let frame = unsafe beginRow(row.count, row.role, at: place)
    unsafe row.held(0).pointee.write(to: &self, at: place)
    var index = 1
    while index < row.count {
      unsafe frame.pointee.index = index
      if isCutDue { unsafe cut(frame, before: index) }
      unsafe row.held(index).pointee.write(to: &self, at: place)
      index &+= 1
    }
    endRow()
  }

  /// Writes elements that do not stand in a row.
  @inlinable
  @inline(__always)
  mutating func put<Elements: Collection>(
    column: Elements, _ role: RowRole, at place: ArchivePlace
  ) where Elements.Element: ArchivableValue {
    let row = ContiguousArray(column)
    unsafe row.withUnsafeBufferPointer {
      unsafe put(
        row: ArchiveRow($0.baseAddress.unsafelyUnwrapped, count: $0.count, role), at: place)
    }
  }
}
