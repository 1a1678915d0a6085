/// A value that was passed over.
struct PassedValue {
  /// The first byte of it.
  let start: RawCursor.Mark
  let byteCount: Int
  /// The values that were counted when it was passed over, and those of them without bytes. Reading it counts them again.
  let valueCount: Int
  let zeroWidthCount: Int

  /// - Parameter before: What might be counted before it, and `after`, behind it.
  init(
    start: RawCursor.Mark, end: RawCursor.Mark, before: (values: Int, zeroWidth: Int),
    after: (values: Int, zeroWidth: Int)
  ) {
    self.start = start
    byteCount = max(0, start.distance(to: end))
    valueCount = Self.spent(before.values, after.values)
    zeroWidthCount = Self.spent(before.zeroWidth, after.zeroWidth)
  }

  /// What was counted. Where the whole root was checked meanwhile, all of it was, and more is left than before.
  private static func spent(_ before: Int, _ after: Int) -> Int {
    let (count, isOver) = before.subtractingReportingOverflow(after)
    return isOver ? 0 : max(0, count)
  }
}

/// The place of a value of a map or array, the run that it stands in, and what might be counted before it.
struct ElementMark {
  var start: RawCursor.Mark
  var run: DirectRun
  let counts: (values: Int, zeroWidth: Int)
}
