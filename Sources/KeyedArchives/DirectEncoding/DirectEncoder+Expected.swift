/// Records that blocks begin in, and that end with another plan than the likely one: nothing may move behind the beginning of a block, so the next
/// pass begins them with the plan that they got.
extension DirectEncoder {
  /// True if a block began in a record.
  func holdsCut(_ frame: UnsafeMutablePointer<EncodingFrame>) -> Bool {
    unsafe state.pointee.lastCut > frame.pointee.body
  }

  /// True if the place of the innermost record has one record in each pass, so that it may be expected there.
  var mayBeExpected: Bool { unsafe state.pointee.elements == nil }

  /// Goes on without blocks: this pass finds out what plans there are.
  func leaveToNextPass(_ frame: UnsafeMutablePointer<EncodingFrame>) {
    unsafe frame.pointee.isLeftToNextPass = true
    needsSecondPass = true
    unsafe state.pointee.nextCut = .max
    unsafe state.pointee.lastCut = 0
  }

  /// The plan that a record at a place is begun with, where the likely one is not; nil for that.
  func expectedPlan(
    at slot: UnsafeMutablePointer<EncodingSlot>, _ group: UnsafeMutablePointer<PlanGroup>
  ) -> UnsafeMutablePointer<RecordPlan>? {
    guard let plan = unsafe slot.pointee.expected, unsafe plan.pointee.group == group,
      mayBeExpected, unsafe slot.pointee.call != state.pointee.call,
      unsafe plan.pointee.call != state.pointee.call,
      unsafe plan.pointee.kind == KindCode.recordOfShape
    else { return nil }
    return unsafe plan
  }

  /// Ends a record that was begun with an expected plan: finds its shape as that of one whose calls were noted, which has to be that of the plan.
  func completeExpected(
    _ frame: UnsafeMutablePointer<EncodingFrame>, _ plan: UnsafeMutablePointer<RecordPlan>
  ) throws {
    let count = unsafe plan.pointee.count
    let bits = unsafe Array(
      UnsafeRawBufferPointer(
        start: state.pointee.base + frame.pointee.body, count: plan.pointee.bitByteCount))
    let states = unsafe (0..<count).map { unsafe (plan.pointee.slots + $0).pointee.state(bits) }
    guard unsafe frame.pointee.next == plan.pointee.slots + count,
      unsafe !frame.pointee.hasPassedFields,
      unsafe states.allSatisfy({ unsafe $0 != nil })
    else { throw unsafe forgetExpected(frame) }
    unsafe noteChange(of: frame.pointee.group)
    let record = unsafe ChangedRecord(
      frame: frame, known: plan, knownIndex: count, isPlain: true,
      fields: states.compactMap { $0 }.map { unsafe .init(state: $0, start: nil) })
    let found = unsafe try match(record, plan, frame)
    guard unsafe found.plan == plan, unsafe found.targets == Array(0..<count) else {
      throw unsafe forgetExpected(frame)
    }
    unsafe state.pointee.namesShapes = true
    unsafe frame.pointee.group.pointee.likely = unsafe plan
  }

  private func forgetExpected(_ frame: UnsafeMutablePointer<EncodingFrame>) -> any Error {
    unsafe frame.pointee.slot.pointee.expected = nil
    triesAgain = true
    return unsafe state.pointee.deviate()
  }
}

extension EncodingSlot {
  /// The state of the field in a record with some state bits; nil for a field that the record was not given.
  func state(_ bits: [UInt8]) -> ChangedRecord.FieldState? {
    func isSet(_ bit: Int) -> Bool { bits[bit >> 3] >> UInt8(bit & 7) & 1 != 0 }
    let first = unsafe Int(bit)
    if unsafe isStateBool { return .value }
    if unsafe isOptional, !isSet(first) { return unsafe isOptionalCall ? .absent : nil }
    if unsafe isNullable, unsafe !isSet(first + (isOptional ? 1 : 0)) { return .null }
    return .value
  }
}
