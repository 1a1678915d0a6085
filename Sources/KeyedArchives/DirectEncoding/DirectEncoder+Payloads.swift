/// Records without a type that are the first field of a record with one: the payload of a case, or what a class writes for its superclass
/// (Spec, section 13, *Matching*).
extension DirectEncoder {
  /// The group of the record around, if a record at a place of it is its first field.
  @inline(__always)
  func groupAround(
    _ slot: UnsafeMutablePointer<EncodingSlot>, _ outer: UnsafeMutablePointer<EncodingFrame>
  ) -> UnsafeMutablePointer<PlanGroup>? {
    guard let plan = unsafe outer.pointee.plan, unsafe plan.pointee.slots == slot,
      unsafe outer.pointee.group.pointee.valueType != nil, unsafe !outer.pointee.isArray
    else { return nil }
    return unsafe outer.pointee.group
  }

  /// True if a plan is known to be the only one that a record is compared with.
  @inline(__always)
  func isOnlyPayload(
    _ frame: UnsafeMutablePointer<EncodingFrame>, _ plan: UnsafeMutablePointer<RecordPlan>
  ) -> Bool {
    let group = unsafe frame.pointee.group
    guard let around = unsafe group.pointee.around else { return false }
    let rule = unsafe group.pointee.payloads
    return unsafe rule.plan == plan && rule.call == state.pointee.call
      && rule.numberedCount == around.pointee.numberedCount
      && plan.pointee.replacedCall != state.pointee.call
  }

  /// Notes the plan of a record that is the first field of another: true if the record has to be compared with another plan, or with more.
  @inline(__always)
  func isOtherPayload(
    _ frame: UnsafeMutablePointer<EncodingFrame>, _ plan: UnsafeMutablePointer<RecordPlan>
  ) throws -> Bool {
    let group = unsafe frame.pointee.group
    guard unsafe group.pointee.around != nil || plan.pointee.group != group,
      unsafe !isOnlyPayload(frame, plan)
    else { return false }
    return unsafe try compare(frame, plan)
  }

  @inline(never)
  private func compare(
    _ frame: UnsafeMutablePointer<EncodingFrame>, _ plan: UnsafeMutablePointer<RecordPlan>
  ) throws -> Bool {
    let group = unsafe frame.pointee.group
    // A late one is compared when all its calls were made.
    guard unsafe plan.pointee.count > 0, unsafe !frame.pointee.isLate else { return false }
    guard let around = unsafe group.pointee.around else {
      return unsafe noteComparison(with: group.pointee.boxes)
    }
    switch unsafe try payloadCandidates(group, in: around) {
    case .none:
      // Its shape would be a new one.
      if unsafe plan.pointee.call == state.pointee.call { throw unsafe state.pointee.deviate() }
      unsafe try noteNewPayload(plan, group)
      return false
    case .only(let other): return unsafe other != plan
    case .all:
      return unsafe noteComparison(with: group.pointee.boxes)
        && plan.pointee.call == state.pointee.call
    }
  }

  /// The plans that the records of a group are compared with, which are the first field of those of another one.
  func payloadCandidates(
    _ group: UnsafeMutablePointer<PlanGroup>, in around: UnsafeMutablePointer<PlanGroup>
  ) throws -> PayloadCandidates {
    let key = unsafe group.pointee.aroundKey
    let call = unsafe state.pointee.call
    var newest: UnsafeMutablePointer<RecordPlan>?
    var next = unsafe around.pointee.first
    while let plan = unsafe next {
      unsafe next = unsafe plan.pointee.next
      let field = unsafe plan.pointee.slots
      guard unsafe plan.pointee.isLive(in: call), unsafe plan.pointee.count > 0 else { continue }
      if unsafe field.pointee.signature == EncodingSlot.switchCode {
        throw unsafe state.pointee.deviate()
      }
      if unsafe field.pointee.key == key, unsafe plan.pointee.shape >= newest?.pointee.shape ?? 0 {
        unsafe newest = unsafe plan
      }
    }
    guard let newest = unsafe newest else { return unsafe .none }
    let field = unsafe newest.pointee.slots
    guard unsafe field.pointee.call == call, unsafe !field.pointee.holdsAnyRecord,
      unsafe field.pointee.kind == KindCode.recordOfShape, let plan = unsafe field.pointee.plan,
      unsafe plan.pointee.group.pointee.valueType == nil
    else { return unsafe .all }
    guard unsafe plan.pointee.isLive(in: call),
      unsafe plan.pointee.group.pointee.boxes == group.pointee.boxes
    else { throw unsafe state.pointee.deviate() }
    unsafe group.pointee.payloads = unsafe PayloadRule(
      plan: plan, call: call, numberedCount: around.pointee.numberedCount)
    return unsafe .only(plan)
  }

  /// Notes a plan that is new among those of the first fields of records, and not derived from another.
  func noteNewPayload(
    _ plan: UnsafeMutablePointer<RecordPlan>, _ group: UnsafeMutablePointer<PlanGroup>
  ) throws {
    unsafe try supersede(superseded(by: plan, group))
    unsafe plan.pointee.comparedCall = unsafe state.pointee.call
    let rivals = unsafe rivals(of: group, plan.pointee.slots.pointee.key)
    for index in unsafe rivals.indices
    where unsafe PlanFit.mayShareRecords(rivals[index], plan) {
      unsafe rivals[index].pointee.closingCall = 0
    }
  }

  /// Notes a plan that has the fields of the only one that its record was compared with, and some more.
  ///
  /// - Returns: True if records are compared with that one no more, but for those that are compared with it alone.
  func supersede(
    by plan: UnsafeMutablePointer<RecordPlan>, _ group: UnsafeMutablePointer<PlanGroup>,
    comparedWith base: UnsafeMutablePointer<RecordPlan>
  ) throws -> Bool {
    let other = unsafe try superseded(by: plan, group)
    if unsafe other == base { return true }
    unsafe supersede(other)
    return unsafe base.pointee.supersededCall == state.pointee.call
  }

  private func supersede(_ plan: UnsafeMutablePointer<RecordPlan>?) {
    unsafe plan?.pointee.supersededCall = unsafe state.pointee.call
    unsafe plan?.pointee.closingCall = 0
  }

  /// The plan whose place the row of a new one takes: who reads the rows does not know what was the first field of a record.
  private func superseded(
    by plan: UnsafeMutablePointer<RecordPlan>, _ group: UnsafeMutablePointer<PlanGroup>
  ) throws -> UnsafeMutablePointer<RecordPlan>? {
    let key = unsafe plan.pointee.slots.pointee.key
    var found: [UnsafeMutablePointer<RecordPlan>] = unsafe []
    unsafe forEachPlan(withoutType: group.pointee.boxes) { other in
      if unsafe other != plan, unsafe other.pointee.slots.pointee.key == key {
        unsafe found.append(other)
      }
    }
    unsafe found.sort { unsafe $0.pointee.shape > $1.pointee.shape }
    // Records of the oldest would be compared with others alone.
    guard unsafe found.count < Self.candidateLimit,
      unsafe found.dropLast().allSatisfy({ unsafe $0.pointee.comparedCall == state.pointee.call })
    else { throw unsafe state.pointee.deviate() }
    return unsafe found.first { unsafe PlanFit.joins(plan, $0) }
  }

  /// True if the record of a new plan would have to be compared with another plan first.
  func isUncompared(
    _ frame: UnsafeMutablePointer<EncodingFrame>, _ plan: UnsafeMutablePointer<RecordPlan>
  ) -> Bool {
    let group = unsafe frame.pointee.group
    guard unsafe group.pointee.valueType == nil, unsafe plan.pointee.count > 0,
      unsafe plan.pointee.call != state.pointee.call,
      // The rule for first fields says which one it is compared with, or none; for late ones, when all their calls were made.
      unsafe plan.pointee.comparedCall != state.pointee.call,
      unsafe !frame.pointee.isLate || group.pointee.around == nil
    else { return false }
    return unsafe hasCandidate(likeOneOf: group, plan.pointee.slots.pointee.key)
  }

  /// True if a record without a type may be compared with a plan.
  func hasCandidate(likeOneOf group: UnsafeMutablePointer<PlanGroup>, _ key: UInt8) -> Bool {
    unsafe firstPlan(withoutType: group.pointee.boxes) {
      unsafe $0.pointee.slots.pointee.key == key
    } != nil
  }

  /// The plan that a record of a group is begun with: that of the last one, unless this call of the archiver has had none of that, but of one
  /// that would be compared with the record.
  @inline(__always)
  func likelyPlan(of group: UnsafeMutablePointer<PlanGroup>) -> UnsafeMutablePointer<RecordPlan>? {
    guard let likely = unsafe group.pointee.likely else { return nil }
    if unsafe likely.pointee.call == state.pointee.call || group.pointee.valueType != nil {
      return unsafe likely
    }
    return unsafe likelyPlan(of: group, insteadOf: likely)
  }

  @inline(never)
  private func likelyPlan(
    of group: UnsafeMutablePointer<PlanGroup>, insteadOf likely: UnsafeMutablePointer<RecordPlan>
  ) -> UnsafeMutablePointer<RecordPlan> {
    guard unsafe likely.pointee.count > 0 else { return unsafe likely }
    return unsafe otherPlan(beginningWith: likely.pointee.slots.pointee.signature, group) ?? likely
  }

  /// A plan of records without a type that a call may begin a record of, in another group than its own.
  func otherPlan(
    beginningWith signature: UInt16, _ group: UnsafeMutablePointer<PlanGroup>
  ) -> UnsafeMutablePointer<RecordPlan>? {
    guard unsafe group.pointee.valueType == nil, unsafe group.pointee.around == nil else {
      return nil
    }
    return unsafe firstPlan(withoutType: group.pointee.boxes) {
      unsafe $0.pointee.slots.pointee.takes(signature)
    }
  }

  /// Plans whose records are compared with all plans of records without a type, also with new ones of a group.
  func rivals(
    of group: UnsafeMutablePointer<PlanGroup>, _ key: UInt8
  ) -> [UnsafeMutablePointer<RecordPlan>] {
    let boxes = unsafe group.pointee.boxes
    var found: [UnsafeMutablePointer<RecordPlan>] = unsafe []
    unsafe forEachPlan(withoutType: boxes) { plan in
      let isCompared = unsafe plan.pointee.group.pointee.around == nil
      guard unsafe isCompared || boxes.pointee.comparedCall == state.pointee.call,
        unsafe plan.pointee.slots.pointee.key == key
      else { return }
      unsafe found.append(plan)
    }
    return unsafe found
  }

  /// Notes that a record was compared with all plans of records without a type, so that each of these is from here on, before its shape is sure.
  ///
  /// - Returns: True if it is the first one in this call.
  @discardableResult
  func noteComparison(with boxes: UnsafeMutablePointer<KeyTypeBoxes>) -> Bool {
    if unsafe boxes.pointee.comparedCall == state.pointee.call { return false }
    unsafe boxes.pointee.comparedCall = unsafe state.pointee.call
    unsafe forEachPlan(withoutType: boxes) { unsafe $0.pointee.closingCall = 0 }
    return true
  }

  private func forEachPlan(
    withoutType boxes: UnsafeMutablePointer<KeyTypeBoxes>,
    _ body: (UnsafeMutablePointer<RecordPlan>) -> Void
  ) {
    _ = unsafe firstPlan(withoutType: boxes) {
      unsafe body($0)
      return false
    }
  }

  /// The first live plan that meets a condition, among those of records without a type that have keys of a type.
  private func firstPlan(
    withoutType boxes: UnsafeMutablePointer<KeyTypeBoxes>,
    where meets: (UnsafeMutablePointer<RecordPlan>) -> Bool
  ) -> UnsafeMutablePointer<RecordPlan>? {
    var group = unsafe boxes.pointee.firstWithoutType
    while let current = unsafe group {
      unsafe group = unsafe current.pointee.nextWithoutType
      var next = unsafe current.pointee.first
      while let plan = unsafe next {
        if unsafe plan.pointee.isCandidate(in: state.pointee.call), unsafe meets(plan) {
          return unsafe plan
        }
        unsafe next = unsafe plan.pointee.next
      }
    }
    return nil
  }
}
