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
    let extraDepth: Int
  }

  /// Enters a record.
  @usableFromInline
  func enter(
    _ record: UnsafePointer<ReadingRecord>, at place: ArchivedPlace
  ) throws -> Entered {
    let entered = try enter(.value, at: place)
    unsafe state.pointee.valueCount &-= record.pointee.fieldCount
    unsafe state.pointee.visitCount &-= record.pointee.fieldCount
    _ = unsafe try descend(into: record)
    return entered
  }

  /// Counts in advance what is open inside of a record that was entered; what was counted before.
  func descend(into record: UnsafePointer<ReadingRecord>) throws -> Int {
    let before = unsafe state.pointee.extraDepth
    let levels = unsafe record.pointee.levels - 1
    unsafe state.pointee.extraDepth = levels
    try descend(levels)
    return before
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
    let extraDepth = state.pointee.extraDepth
    state.pointee.depth -= extraDepth
    state.pointee.extraDepth = 0
    guard state.pointee.depth < state.pointee.maximumDepth else { throw Self.unforeseen() }
    let around = state.pointee.level
    unsafe state.pointee.cursor.place = unsafe position
    let level = try state.enter(unsafe place.pointee.pointee.slot, role)
    level.pointee.index = 0
    state.pointee.depth &+= 1
    return Entered(level: level, around: around, extraDepth: extraDepth)
  }

  /// Leaves what was entered.
  @usableFromInline
  func leave(_ entered: Entered) {
    unsafe state.pointee.depth = entered.level.pointee.depth + entered.extraDepth
    unsafe state.pointee.extraDepth = entered.extraDepth
    unsafe state.pointee.level = entered.around
    entered.level.pointee.keys = nil
  }

  /// Notes which element is read next.
  @usableFromInline
  func noteIndex(_ index: Int) { unsafe state.pointee.level.pointee.index = index }
}
