internal import ArchiveFormat

/// Where blocks may begin (Spec, section 13): between the elements of rows, with the records that are
/// open around them. Generated code keeps account of both as the direct encoder does.
extension ArchiveWriter {
  /// Bytes from the start of the buffer.
  @inlinable
  @inline(__always)
  var count: Int { unsafe position - state.pointee.base }

  /// Bytes from the start of the buffer without those of gaps.
  private var contentCount: Int { unsafe count - state.pointee.gapByteCount }

  /// Whether the next boundary between elements is a cut.
  @inlinable
  @inline(__always)
  var isCutDue: Bool { byteCountToCut <= 0 }

  /// Bytes that are written before the next cut is due.
  @inlinable
  @inline(__always)
  var byteCountToCut: Int { unsafe state.pointee.nextCut &- count }

  // MARK: Records

  /// Begins a record that may hold elements.
  @usableFromInline
  func open(_ place: ArchivePlace) {
    if let plan = unsafe place.slot.pointee.plan { unsafe open(plan, at: place) }
  }

  /// Begins a record that follows a plan.
  func open(_ plan: UnsafeMutablePointer<RecordPlan>, at place: ArchivePlace) {
    let frame = unsafe state.pointee.top + 1
    unsafe state.pointee.top = unsafe frame
    unsafe frame.initialize(
      to: EncodingFrame(
        next: plan.pointee.slots, box: state.pointee.frames.pointee.box, body: count, plan: plan,
        slot: place.slot, group: plan.pointee.group, isNested: false))
  }

  /// Ends the record that was begun last.
  @inlinable
  @inline(__always)
  func close() { unsafe state.pointee.top -= 1 }

  /// Notes which field of the innermost record is being written.
  @inlinable
  @inline(__always)
  func begin(_ place: ArchivePlace) {
    unsafe state.pointee.top.pointee.next = unsafe place.slot + 1
  }

  // MARK: Rows

  /// Begins elements that are written one by one.
  @usableFromInline
  func beginRow(
    _ count: Int, _ role: RowRole, at place: ArchivePlace
  ) -> UnsafeMutablePointer<ElementsFrame> {
    let frame = unsafe state.pointee.rows + state.pointee.rowCount
    unsafe state.pointee.rowCount += 1
    unsafe frame.initialize(
      to: ElementsFrame(
        outer: state.pointee.elements, records: state.pointee.top, place: place.slot, count: count,
        role: role.ofElements, start: contentCount,
        offset: position - state.pointee.base))
    unsafe state.pointee.elements = unsafe frame
    return unsafe frame
  }

  /// Ends the elements that were begun last.
  @usableFromInline
  func endRow() {
    if let frame = unsafe state.pointee.elements {
      if unsafe frame.pointee.deviates, unsafe frame.pointee.count >= ElementRow.startCount {
        unsafe state.pointee.hasDeviated = true
      }
      unsafe state.pointee.noteRow(
        of: frame.pointee.count, byteCount: contentCount - frame.pointee.start)
    }
    unsafe state.pointee.rowCount -= 1
    unsafe state.pointee.elements = unsafe state.pointee.elements?.pointee.outer
  }

  /// Ends a block before an element.
  @inlinable
  @inline(__always)
  mutating func cut(_ frame: UnsafeMutablePointer<ElementsFrame>, before index: Int) {
    unsafe take(Self.cut(state, position, frame, index))
  }

  @usableFromInline
  @inline(never)
  static func cut(
    _ state: UnsafeMutablePointer<EncoderState>, _ position: UnsafeMutableRawPointer,
    _ frame: UnsafeMutablePointer<ElementsFrame>, _ index: Int
  ) -> Room {
    unsafe state.pointee.position = unsafe position
    unsafe state.pointee.encoder?.takeUnretainedValue().cutIfDue(frame, before: index)
    return unsafe Room(state)
  }

  /// Ends blocks inside of a row of leaves.
  @usableFromInline
  @inline(never)
  func cut(_ count: Int, _ role: RowRole, from start: Int, at place: ArchivePlace) {
    unsafe state.pointee.position = unsafe position
    unsafe state.pointee.encoder?.takeUnretainedValue().cutRow(
      start, count, place.slot, role.ofElements)
  }
}

extension RowRole {
  var ofElements: BlockState.ElementRole {
    switch self {
    case .array: .array
    case .set: .set
    case .values: .values
    }
  }
}
