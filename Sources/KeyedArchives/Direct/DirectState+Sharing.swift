internal import ArchiveFormat

/// Records that are read through several containers one after the other: a subclass and its superclass
/// ask the same decoder, each for its own keys.
extension Ref<DirectState> {
  /// Opens the record of a level again, from its first field; nil if it is read from cells.
  ///
  /// The containers before read from cells if they are used again.
  @inline(never)
  func openAgain<Key: CodingKey>(_ level: Ref<Level>, _ type: Key.Type) throws -> Ref<BoxInfo>? {
    // The container of a level that is over may be gone.
    guard pointee.level == level || hasOnlyNested(in: level) else { return nil }
    guard let earlier = level.pointee.box, earlier.pointee.isDirect, !pointee.isRefused else {
      return nil
    }
    if pointee.level != level { try leaveNested(in: level) }
    // As long as nothing is read, two containers for keys of one type are one: their fields are read in turns, at marks.
    if earlier.pointee.next == earlier.pointee.plan.pointee.fields,
      earlier.pointee.plan.pointee.keyType == TypeAddress.of(type)
    {
      return earlier
    }
    guard earlier.pointee.next != pointee.nothing, let plan = plan(type, after: earlier),
      pointee.rereadByteCount > 0 || pointee.engine.schema.hasClasses
    else { return nil }
    chargeAgain(from: earlier.pointee.bits, to: pointee.cursor.mark)
    let reached = earlier.pointee.next.index(from: earlier.pointee.plan.pointee.fields)
    if level.pointee.mode != .keyedAgain || reached > level.pointee.reached.index {
      level.pointee.reached = (reached, pointee.cursor.mark)
    }
    pointee.cursor.mark = earlier.pointee.bits
    _ = pointee.cursor.skip(plan.pointee.bitByteCount)
    earlier.pointee.isDirect = false
    earlier.pointee.next = pointee.nothing
    let box = take(plan, level, earlier.pointee.bits, type)
    box.pointee.earlier = earlier
    level.pointee.mode = .keyedAgain
    return box
  }

  /// Counts bytes that are read again.
  func chargeAgain(from start: RawCursor.Mark, to end: RawCursor.Mark) {
    chargeAgain(max(1, start.distance(to: end)))
  }

  /// Counts bytes and values that are read again.
  func chargeAgain(_ count: Int) {
    let (left, isOver) = pointee.rereadByteCount.subtractingReportingOverflow(count)
    pointee.rereadByteCount = isOver ? -1 : max(left, -1)
  }

  private func plan<Key: CodingKey>(
    _ type: Key.Type, after earlier: Ref<BoxInfo>
  ) -> Ref<DirectPlan>? {
    let plan = earlier.pointee.plan
    if let other = plan.pointee.other, other.pointee.keyType == TypeAddress.of(type),
      other.pointee.forms == plan.pointee.forms
    {
      return other
    }
    let other = pointee.engine.schema.plan(plan.pointee.shape, type, plan.pointee.forms)
    plan.pointee.other = other
    return other
  }

  /// Goes to where an earlier container got, if that is on the way to a field.
  func jump(_ box: Ref<BoxInfo>, to field: Ref<FieldSlot>, _ level: Ref<Level>) {
    let fields = box.pointee.plan.pointee.fields
    let reached = level.pointee.reached
    guard reached.index > box.pointee.next.index(from: fields),
      reached.index <= field.index(from: fields)
    else { return }
    pointee.cursor.mark = reached.mark
    box.pointee.next = fields[reached.index]
  }

  /// Closes the containers that a record was read through before.
  func forgetEarlier(_ box: Ref<BoxInfo>) {
    var next = box.pointee.earlier
    box.pointee.earlier = nil
    while let here = next {
      next = here.pointee.earlier
      here.pointee.earlier = nil
      here.close()
    }
  }

  /// Whether all that is open inside a level are nested containers.
  func hasOnlyNested(in level: Ref<Level>) -> Bool {
    var inner = pointee.level
    while inner != level {
      guard inner.pointee.role == .nested, let around = inner.pointee.previous else { return false }
      inner = around
    }
    return true
  }
}
