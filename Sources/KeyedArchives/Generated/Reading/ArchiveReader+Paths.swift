internal import ArchiveFormat

/// Values in generated ones that are decoded by their `init(from:)` can ask for their coding path: so the
/// records and collections around them are entered as the general way enters them.
extension ArchiveReader {
  /// What was entered.
  @usableFromInline
  @safe
  struct Entered {
    let level: Ref<Level>
    let around: Ref<Level>
  }

  /// Enters a record.
  @usableFromInline
  func enter(
    _ record: UnsafePointer<ReadingRecord>, at place: ArchivedPlace
  ) throws -> Entered {
    let entered = try enter(.value, at: place)
    unsafe state.pointee.valueCount &-= record.pointee.fieldCount
    unsafe state.pointee.visitCount &-= record.pointee.fieldCount
    return entered
  }

  /// Enters the elements of an array or set.
  @usableFromInline
  func enterElements(at place: ArchivedPlace) throws -> Entered { try enter(.array, at: place) }

  /// Enters the values of a map.
  @usableFromInline
  func enterValues(_ keys: [String], at place: ArchivedPlace) throws -> Entered {
    let entered = try enter(.map, at: place)
    entered.level.pointee.keys = keys
    // The column of the values is a level of its own.
    unsafe state.pointee.depth &+= 1
    return entered
  }

  private func enter(_ role: Level.Role, at place: ArchivedPlace) throws -> Entered {
    let state = unsafe Ref<DirectState>(state)
    guard state.pointee.depth < state.pointee.maximumDepth else { throw Self.unforeseen() }
    let around = state.pointee.level
    unsafe state.pointee.cursor.place = unsafe position
    let level = try state.enter(unsafe place.pointee.pointee.slot, role)
    level.pointee.index = 0
    state.pointee.depth &+= 1
    return Entered(level: level, around: around)
  }

  /// Leaves what was entered.
  @usableFromInline
  func leave(_ entered: Entered) {
    unsafe state.pointee.depth = entered.level.pointee.depth
    unsafe state.pointee.level = entered.around
    entered.level.pointee.keys = nil
  }

  /// Notes which element is read next.
  @usableFromInline
  func noteIndex(_ index: Int) { unsafe state.pointee.level.pointee.index = index }
}
