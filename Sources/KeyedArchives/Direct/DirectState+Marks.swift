internal import ArchiveFormat

/// Records whose fields are asked for in another order than that in which they stand.
///
/// A record has one frontier: the field that its container reads next, where the cursor is. Fields before it were read in their turn, or
/// passed over; those have marks. A call for one of them reads it at its mark, and the cursor comes back to the frontier. So each field
/// is passed over once and read once, however its record is asked for: O(bytes of the record).
extension Ref<DirectState> {
  /// Passes over the fields up to another one, and notes where they begin.
  func pass(_ box: Ref<BoxInfo>, to field: Ref<FieldSlot>) throws {
    guard let level = box.pointee.level, level.pointee.mode != .keyedAgain else {
      return try skip(box, to: field)
    }
    if box.pointee.next == field { return }
    // A class passes over the fields of its superclass, which asks for them through a container of its own.
    if level.pointee.role == .object, level.pointee.mode == .keyed {
      return try skip(box, to: field)
    }
    beginMarks(level, box.pointee.plan)
    try mark(from: box.pointee.next, to: field, box, level) { box.pointee.next = $0 }
  }

  /// Goes to a field before the frontier; nil, with nothing changed, if the record is read from cells.
  ///
  /// What is counted there replaces what passing over the field counted.
  @inline(__always)
  func leaveFrontier(_ box: Ref<BoxInfo>, to field: Ref<FieldSlot>) throws -> Frontier? {
    guard let level = box.pointee.level, let mark = try mark(of: field, box, level) else {
      return nil
    }
    let (next, place) = (box.pointee.next, pointee.cursor.mark)
    let counts = goAgain(to: mark)
    return Frontier(
      level: level, next: next, mark: place, valueCount: counts.values,
      zeroWidthCount: counts.zeroWidth)
  }

  /// Moves the frontier back to a field before it, so that what is read there may stay open; false, with nothing changed, if the record is read from cells.
  ///
  /// All fields from there on are passed over again: that is done as long as it is no more than so many times the bytes of the archive, in all.
  func goBack(_ box: Ref<BoxInfo>, to field: Ref<FieldSlot>) throws -> Bool {
    guard let level = box.pointee.level, var mark = try mark(of: field, box, level) else {
      return false
    }
    let fields = box.pointee.plan.pointee.fields
    let (index, reached) = (field.index(from: fields), box.pointee.next.index(from: fields))
    let isAnyUnmarked = (index..<reached).contains {
      level.pointee.marks[$0] == nil && fields[$0].state(box.pointee.bits) == .value
    }
    if isAnyUnmarked {
      // Some were read in their turn, behind others that were passed over.
      guard let found = try markAll(box, level, index) else { return false }
      mark = found
    }
    chargeAgain(from: mark.start, to: pointee.cursor.mark)
    chargeAgain(reached - index)
    // These fields are counted again, once: their marks are used up.
    for number in index..<reached {
      guard let passed = level.pointee.marks[number] else { continue }
      level.pointee.marks[number] = nil
      chargeAgain(passed.valueCount)
      pointee.valueCount = Self.sum(pointee.valueCount, passed.valueCount)
      pointee.zeroWidthCount = Self.sum(pointee.zeroWidthCount, passed.zeroWidthCount)
    }
    pointee.cursor.mark = mark.start
    box.pointee.next = field
    return true
  }

  /// Goes to a value that was passed over, and takes back what was counted for it; the counts as they were.
  ///
  /// Its bytes and values are paid for before it is read: values that are read again inside of it are paid for as well.
  @inline(__always)
  func goAgain(to passed: PassedValue) -> (values: Int, zeroWidth: Int) {
    chargeAgain(max(1, passed.byteCount))
    chargeAgain(passed.valueCount)
    let counts = (pointee.valueCount, pointee.zeroWidthCount)
    pointee.cursor.mark = passed.start
    pointee.valueCount = Self.sum(pointee.valueCount, passed.valueCount)
    pointee.zeroWidthCount = Self.sum(pointee.zeroWidthCount, passed.zeroWidthCount)
    return counts
  }

  /// The sum of two counts. A call that checked its whole root has `Int.max` left, which stays that.
  @inline(__always)
  private static func sum(_ left: Int, _ right: Int) -> Int {
    let (sum, isOver) = left.addingReportingOverflow(right)
    return isOver ? .max : sum
  }

  /// Goes on where `leaveFrontier` left the record, unless it is read from cells by now.
  @inline(__always)
  func comeBack(_ box: Ref<BoxInfo>, to frontier: Frontier) {
    pointee.valueCount = frontier.valueCount
    pointee.zeroWidthCount = frontier.zeroWidthCount
    if box.pointee.isDirect, box.pointee.level == frontier.level {
      box.pointee.next = frontier.next
      pointee.cursor.mark = frontier.mark
    }
  }

  /// The mark of a field before the frontier; nil if too much was read again already.
  @inline(__always)
  private func mark(
    of field: Ref<FieldSlot>, _ box: Ref<BoxInfo>, _ level: Ref<Level>
  ) throws -> PassedValue? {
    guard pointee.rereadByteCount > 0 else { return nil }
    let index = field.index(from: box.pointee.plan.pointee.fields)
    if level.pointee.mode == .keyedMarked, let mark = level.pointee.marks[index] { return mark }
    return try markAll(box, level, index)
  }

  /// Notes where all fields before the frontier begin: one of them was read in its turn before.
  @inline(never)
  private func markAll(
    _ box: Ref<BoxInfo>, _ level: Ref<Level>, _ index: Int
  ) throws -> PassedValue? {
    let plan = box.pointee.plan
    let end = pointee.cursor.mark
    let counts = (values: pointee.valueCount, zeroWidth: pointee.zeroWidthCount)
    beginMarks(level, plan)
    pointee.cursor.mark = box.pointee.bits
    guard pointee.cursor.skip(plan.pointee.bitByteCount) else { return nil }
    chargeAgain(from: pointee.cursor.mark, to: end)
    // These fields were within the limits when they were counted.
    (pointee.valueCount, pointee.zeroWidthCount) = (.max, .max)
    defer {
      // Values without bytes are passed over once more as well.
      chargeAgain(.max &- pointee.valueCount)
      (pointee.valueCount, pointee.zeroWidthCount) = counts
      pointee.cursor.mark = end
    }
    try mark(from: plan.pointee.fields, to: box.pointee.next, box, level) { _ in }
    return level.pointee.marks[index]
  }

  private func beginMarks(_ level: Ref<Level>, _ plan: Ref<DirectPlan>) {
    if level.pointee.mode == .keyedMarked { return }
    level.pointee.mode = .keyedMarked
    let count = plan.pointee.count
    if level.pointee.marks.count < count {
      level.pointee.marks = Array(repeating: nil, count: count)
    } else {
      for index in 0..<count { level.pointee.marks[index] = nil }
    }
  }

  /// Passes over fields from the cursor on, and notes where they begin.
  private func mark(
    from first: Ref<FieldSlot>, to end: Ref<FieldSlot>, _ box: Ref<BoxInfo>, _ level: Ref<Level>,
    _ pass: (_ next: Ref<FieldSlot>) -> Void
  ) throws {
    let bits = box.pointee.bits
    let fields = box.pointee.plan.pointee.fields
    var next = first
    while next != end {
      if next.state(bits) == .value {
        let start = pointee.cursor.mark
        let counts = (pointee.valueCount, pointee.zeroWidthCount)
        if !next.isStateBit { try skip(next) }
        level.pointee.marks[next.index(from: fields)] = PassedValue(
          start: start, end: pointee.cursor.mark, before: counts,
          after: (pointee.valueCount, pointee.zeroWidthCount))
      }
      next = next[1]
      pass(next)
    }
  }
}

/// The field that a record goes on with, while a field before it is read.
struct Frontier {
  let level: Ref<Level>
  let next: Ref<FieldSlot>
  let mark: RawCursor.Mark
  /// The counts of the call without that field.
  let valueCount: Int
  let zeroWidthCount: Int
}
