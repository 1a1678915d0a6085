internal import ArchiveFormat

/// Values of enumerations with payloads.
extension ArchiveWriter {
  /// Begins a value that is one of the cases of its type, whose payload comes next.
  @inlinable
  @inline(__always)
  public mutating func begin(case index: Int, at place: ArchivePlace) -> ArchivePayload {
    unsafe ArchivePlace.check(place.slot.pointee.cases != nil)
    let cases = unsafe place.slot.pointee.cases.unsafelyUnwrapped
    precondition(
      unsafe UInt(bitPattern: index) < UInt(bitPattern: cases.pointee.count),
      "no case was described with this index")
    let plan = unsafe cases.pointee.plans + index
    if unsafe plan.pointee.settledCall == call && !plan.pointee.holdsElements {
      unsafe putRaw(plan.pointee.prefix)
      return unsafe ArchivePayload(plan, mustEnd: false)
    }
    putRaw(0 as UInt8)
    unsafe open(plan, place)
    return unsafe ArchivePayload(plan, mustEnd: true)
  }

  /// Begins a value that is one of the cases of its type, and compares the first of each case with the type's own coding.
  ///
  /// - Parameters:
  ///   - index: The number of the case in the description of the type.
  ///   - value: The value, whose payload comes next.
  ///   - place: The place that the value was given.
  @inlinable
  @inline(__always)
  public mutating func begin<Value: ArchivableCases>(
    case index: Int, of value: Value, at place: ArchivePlace
  ) -> ArchivePayload {
    let payload = begin(case: index, at: place)
    if let plan = unsafe payload.plan, unsafe !plan.pointee.isConfirmed {
      unsafe confirm(plan, value, index)
    }
    return payload
  }

  /// Compares the first value of a case with its coding.
  @usableFromInline
  @inline(never)
  func confirm<Value: ArchivableCases>(
    _ plan: UnsafeMutablePointer<CasePlan>, _ value: Value, _ index: Int
  ) {
    unsafe plan.pointee.isConfirmed = true
    if !OwnCoding.confirms(value, case: index, userInfo) { unsafe state.pointee.outdate() }
  }

  /// Ends the value whose payload was written.
  @inlinable
  @inline(__always)
  public mutating func end(_ payload: ArchivePayload) {
    if let plan = unsafe payload.plan { unsafe close(plan) }
  }

  /// Begins the two records that a case is.
  @usableFromInline
  @inline(never)
  func open(_ plan: UnsafeMutablePointer<CasePlan>, _ place: ArchivePlace) {
    let record = unsafe plan.pointee.record
    let payload = unsafe plan.pointee.payload
    let frame = unsafe state.pointee.top + 1
    let box = unsafe state.pointee.frames.pointee.box
    unsafe frame.initialize(
      to: EncodingFrame(
        next: record.pointee.slots + 1, box: box, body: count, plan: record, slot: place.slot,
        group: record.pointee.group, isNested: false))
    unsafe (frame + 1).initialize(
      to: EncodingFrame(
        next: payload.pointee.slots, box: box, body: count, plan: payload,
        slot: record.pointee.slots, group: payload.pointee.group, isNested: false))
    unsafe state.pointee.top = unsafe frame + 1
  }

  /// Ends them, and puts the number of the shape before them.
  @usableFromInline
  @inline(never)
  func close(_ plan: UnsafeMutablePointer<CasePlan>) {
    let frame = unsafe state.pointee.top - 1
    unsafe state.pointee.top = unsafe frame - 1
    if unsafe plan.pointee.settledCall != call { unsafe settle(plan) }
    unsafe (state.pointee.base + frame.pointee.body - 1).storeBytes(
      of: plan.pointee.prefix, as: UInt8.self)
  }

  private func settle(_ plan: UnsafeMutablePointer<CasePlan>) {
    let record = unsafe plan.pointee.record
    let field = unsafe record.pointee.slots
    unsafe state.pointee.number(plan.pointee.payload)
    unsafe field.pointee.call = call
    unsafe field.pointee.kind = KindCode.recordOfShape
    unsafe field.pointee.plan = unsafe plan.pointee.payload
    unsafe state.pointee.number(record)
    // There is room for a varint of one byte.
    if unsafe record.pointee.shape >= 0x80 { unsafe state.pointee.hasDeviated = true }
    unsafe plan.pointee.prefix = unsafe UInt8(truncatingIfNeeded: record.pointee.shape << 1 | 1)
    unsafe plan.pointee.settledCall = call
  }
}
