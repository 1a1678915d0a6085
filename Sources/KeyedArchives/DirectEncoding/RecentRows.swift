/// The places of the last rows that were begun inside of other containers, so that a call which comes too late tells where.
@unsafe
struct RecentRows {
  @unsafe
  struct Row {
    /// Tells the row from others.
    var serial: UInt64 = 0
    /// The place of the array or map around.
    var place: UnsafeMutablePointer<EncodingSlot>?
    /// The group of the record around, and the field.
    var group: UnsafeMutablePointer<PlanGroup>?
    var signature: UInt16 = 0
  }

  private let rows: UnsafeMutablePointer<Row>
  private static let count = 64

  init() {
    unsafe rows = .allocate(capacity: Self.count)
    unsafe rows.initialize(repeating: Row(), count: Self.count)
  }

  func free() { unsafe rows.deallocate() }

  @inline(__always)
  func note(_ row: Row) {
    unsafe rows[Int(truncatingIfNeeded: row.serial) & (Self.count - 1)] = unsafe row
  }

  /// The place of a row; nil if too many were begun since.
  func find(_ serial: UInt64) -> Row? {
    let row = unsafe rows[Int(truncatingIfNeeded: serial) & (Self.count - 1)]
    return unsafe row.serial == serial ? row : nil
  }
}
