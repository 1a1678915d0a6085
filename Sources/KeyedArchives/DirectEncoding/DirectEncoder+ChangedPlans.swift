internal import ArchiveFormat

/// The plans of records that change from one to the next.
extension DirectEncoder {
  /// The plan with some fields: one of earlier calls, or a new one.
  ///
  /// - Parameter others: The plans that records are compared with, too.
  func plan(
    _ fields: [EncodingSlot], _ names: [String], _ group: UnsafeMutablePointer<PlanGroup>,
    base: UnsafeMutablePointer<RecordPlan>?, _ others: [UnsafeMutablePointer<RecordPlan>]
  ) throws -> UnsafeMutablePointer<RecordPlan> {
    var slots = unsafe fields
    var bitCount = 0
    for index in unsafe slots.indices {
      unsafe slots[index].completeSignature()
      unsafe settleWatch(&slots[index], of: group)
      unsafe slots[index].bit = UInt32(truncatingIfNeeded: bitCount)
      bitCount += unsafe slots[index].bitCount
    }
    guard bitCount < Self.learningByteCount * 8 else { throw unsafe state.pointee.deviate() }
    let plan: UnsafeMutablePointer<RecordPlan>
    if let known = unsafe knownPlan(slots, group, base) {
      unsafe plan = unsafe known
      unsafe bringToFront(plan, group)
      for index in unsafe slots.indices { unsafe plan.pointee.slots[index] = unsafe slots[index] }
    } else {
      unsafe plan = unsafe memory.newPlan(number: keys.count, group: group)
      keys.append(names)
      unsafe memory.fill(plan, slots)
      unsafe plan.pointee.base = unsafe base
      unsafe plan.pointee.bitCount = bitCount
      unsafe plan.pointee.bitByteCount = (bitCount + 7) / 8
      unsafe plan.pointee.next = unsafe group.pointee.first
      unsafe group.pointee.first = unsafe plan
      unsafe group.pointee.changedPlanCount += 1
      // The next call has an encoder that begins to learn anew.
      if unsafe group.pointee.changedPlanCount > PlanGroup.changedPlanLimit {
        unsafe state.pointee.isOutdated = true
      }
    }
    unsafe plan.pointee.complete()
    unsafe plan.pointee.comparedCall = unsafe state.pointee.call
    unsafe plan.pointee.kind = unsafe kind(ofPlaces: plan)
    guard unsafe plan.pointee.kind == KindCode.recordOfShape else {
      throw unsafe state.pointee.deviate()
    }
    // A record that fits an older one may fit this one, too, which comes first.
    for index in unsafe others.indices
    where unsafe PlanFit.mayShareRecords(others[index], plan) {
      unsafe others[index].pointee.closingCall = 0
    }
    return unsafe plan
  }

  /// Makes a plan the first of its group, so that it is found again soon.
  private func bringToFront(
    _ plan: UnsafeMutablePointer<RecordPlan>, _ group: UnsafeMutablePointer<PlanGroup>
  ) {
    guard var before = unsafe group.pointee.first, unsafe before != plan else { return }
    while let next = unsafe before.pointee.next, unsafe next != plan { unsafe before = unsafe next }
    unsafe before.pointee.next = unsafe plan.pointee.next
    unsafe plan.pointee.next = unsafe group.pointee.first
    unsafe group.pointee.first = unsafe plan
  }

  /// A plan with some fields that was made for records of earlier calls.
  private func knownPlan(
    _ slots: [EncodingSlot], _ group: UnsafeMutablePointer<PlanGroup>,
    _ base: UnsafeMutablePointer<RecordPlan>?
  ) -> UnsafeMutablePointer<RecordPlan>? {
    var next = unsafe group.pointee.first
    while let plan = unsafe next {
      unsafe next = unsafe plan.pointee.next
      if unsafe plan.pointee.call != state.pointee.call, unsafe plan.pointee.base == base,
        unsafe !plan.pointee.isGenerated, unsafe plan.pointee.count == slots.count,
        unsafe slots.indices.allSatisfy({ unsafe plan.pointee.slots[$0].isSameField(as: slots[$0]) }
        )
      {
        return unsafe plan
      }
    }
    return nil
  }
}
