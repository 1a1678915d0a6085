internal import ArchiveFormat
internal import PlatformC

/// Records that make other calls than those before them: what they are given is noted until they end.
extension DirectEncoder {
  /// True if a record is one whose calls are noted.
  func isChanged(_ frame: UnsafeMutablePointer<EncodingFrame>) -> Bool {
    unsafe changedRecords.last?.frame == frame
  }

  /// Goes on with a record as with one whose plan is not known: what it was given so far becomes the beginning of a new plan.
  ///
  /// - Parameter lastIsNull: True if the last field was given null, and was not nullable.
  /// - Returns: The new plan.
  @discardableResult
  func relearn(
    _ frame: UnsafeMutablePointer<EncodingFrame>, lastIsNull: Bool = false
  ) throws -> UnsafeMutablePointer<RecordPlan> {
    let state = unsafe state
    guard let plan = unsafe frame.pointee.plan, unsafe mayChange(frame, plan) else {
      throw unsafe state.pointee.deviate()
    }
    unsafe noteChange(of: frame.pointee.group)
    changedRecordCount += 1
    unsafe frame.pointee.isExpected = false
    if unsafe holdsCut(frame) { unsafe leaveToNextPass(frame) }
    let count = unsafe frame.pointee.next - plan.pointee.slots
    let bits = unsafe Array(
      UnsafeRawBufferPointer(
        start: state.pointee.base + frame.pointee.body, count: plan.pointee.bitByteCount))
    let prefix = unsafe plan.pointee.prefixByteCount(at: frame.pointee.slot)
    unsafe frame.pointee.body -= prefix
    unsafe moveBody(
      of: frame, by: Self.learningByteCount - plan.pointee.bitByteCount - prefix,
      after: plan.pointee.bitByteCount + prefix)
    unsafe memset(state.pointee.base + frame.pointee.body, 0, Self.learningByteCount)
    let learned = unsafe newLearningPlan(frame.pointee.group)
    var record = unsafe ChangedRecord(
      frame: frame, known: plan, knownIndex: count, isPlain: true, fields: [])
    for index in 0..<count {
      let slot = unsafe plan.pointee.slots + index
      let name = unsafe keys[plan.pointee.number][index]
      let isNull = lastIsNull && index == count - 1
      guard let field = unsafe add(slot, name, bits, to: learned, frame, isNull: isNull) else {
        continue
      }
      unsafe record.fields.append(field)
      if field.state == .value, unsafe !isDetermined(slot, before: frame) {
        unsafe record.isPlain = false
      }
    }
    if unsafe plan.pointee.call != state.pointee.call { unsafe forget(plan, count) }
    unsafe frame.pointee.plan = unsafe learned
    unsafe frame.pointee.next = unsafe learned.pointee.slots + learned.pointee.count
    unsafe changedRecords.append(record)
    return unsafe learned
  }

  /// Forgets what a record of another shape said of the kinds of the first fields of a plan that had no record in this call.
  private func forget(_ plan: UnsafeMutablePointer<RecordPlan>, _ count: Int) {
    for index in 0..<count {
      let slot = unsafe plan.pointee.slots + index
      if unsafe slot.pointee.hasInnerPlaces {
        unsafe plan.pointee.misledCall = unsafe state.pointee.call
      } else {
        unsafe slot.pointee.call = 0
      }
    }
  }

  /// Begins to note the calls of a record that begins with another one than the only plan that it is compared with.
  func noteBeginning(of frame: UnsafeMutablePointer<EncodingFrame>) throws {
    let group = unsafe frame.pointee.group
    guard let around = unsafe group.pointee.around, unsafe !frame.pointee.isLate,
      case .only(let plan) = unsafe try payloadCandidates(group, in: around)
    else { return }
    guard unsafe mayBeNoted(frame) else { throw unsafe state.pointee.deviate() }
    unsafe noteChange(of: group)
    changedRecordCount += 1
    // Its fields get places of their own, since the record may be of another shape.
    let count = unsafe plan.pointee.count
    unsafe changedRecords.append(
      ChangedRecord(frame: frame, known: plan, knownIndex: count, isPlain: true, fields: []))
  }

  /// Records of one call that are learned anew: each may need places of its own.
  private static var changedRecordLimit: Int { 4_096 }

  /// True if the shape of a record may be another one than that of the plan it was begun with.
  private func mayChange(
    _ frame: UnsafeMutablePointer<EncodingFrame>, _ plan: UnsafeMutablePointer<RecordPlan>
  ) -> Bool {
    unsafe !plan.pointee.isLearning && !plan.pointee.isGenerated && !plan.pointee.hasSwitches
      && plan.pointee.kind == KindCode.recordOfShape && !frame.pointee.hasPassedFields
      && plan.pointee.bitByteCount < Self.learningByteCount && mayBeNoted(frame)
  }

  /// True if the calls of a record may be noted.
  func mayBeNoted(_ frame: UnsafeMutablePointer<EncodingFrame>) -> Bool {
    let state = unsafe state
    guard unsafe !state.pointee.hasDeviated,
      unsafe frame.pointee.group.pointee.boxes.pointee.style == .byte,
      changedRecordCount < Self.changedRecordLimit,
      unsafe !holdsCut(frame) || mayBeExpected
    else { return false }
    // Records around this one are matched when they end.
    var around = unsafe frame - 1
    while unsafe around > state.pointee.frames {
      // A record without a type may have the plan of another group.
      if unsafe around.pointee.group == frame.pointee.group
        || around.pointee.group.pointee.valueType == nil
          && frame.pointee.group.pointee.valueType == nil
          && around.pointee.group.pointee.boxes == frame.pointee.group.pointee.boxes
      {
        return false
      }
      unsafe around -= 1
    }
    return true
  }

  /// An empty plan, for one record.
  func newLearningPlan(
    _ group: UnsafeMutablePointer<PlanGroup>
  ) -> UnsafeMutablePointer<RecordPlan> {
    if let spare = unsafe sparePlans.popLast() {
      let (slots, capacity) = unsafe (spare.pointee.slots, spare.pointee.capacity)
      let number = unsafe spare.pointee.number
      unsafe slots.initialize(to: memory.end.pointee)
      unsafe spare.initialize(
        to: RecordPlan(slots: slots, capacity: capacity, number: number, group: group))
      keys[number] = []
      return unsafe spare
    }
    let plan = unsafe memory.newPlan(number: keys.count, group: group)
    keys.append([])
    return unsafe plan
  }

  /// Adds a field that a record was given to the plan in which it is learned; nil if the record was not given it.
  private func add(
    _ slot: UnsafeMutablePointer<EncodingSlot>, _ name: String, _ bits: [UInt8],
    to learned: UnsafeMutablePointer<RecordPlan>, _ frame: UnsafeMutablePointer<EncodingFrame>,
    isNull: Bool
  ) -> ChangedRecord.Field? {
    func isSet(_ bit: Int) -> Bool { bits[bit >> 3] >> UInt8(bit & 7) & 1 != 0 }
    let first = unsafe Int(slot.pointee.bit)
    var state = ChangedRecord.FieldState.value
    var set: [Bool] = []
    if unsafe slot.pointee.isStateBool {
      set = [isSet(first)]
    } else {
      if unsafe slot.pointee.isOptional {
        set.append(isSet(first))
        if !isSet(first) {
          guard unsafe slot.pointee.isOptionalCall else { return nil }
          state = .absent
        }
      }
      if unsafe slot.pointee.isNullable {
        let isValue = isSet(first + set.count)
        if !isValue, state == .value { state = .null }
        set.append(isValue)
      }
    }
    var field = unsafe slot.pointee
    if isNull {
      state = .null
      unsafe field.isNullable = true
      unsafe field.isBit = false
      // The call that gave null tells of no kind.
      if unsafe field.callKind != nil {
        unsafe field.signature = EncodingSlot.nullCode | UInt16(field.key)
      }
      unsafe field.signature |= EncodingSlot.changingFlag
    }
    let bit = unsafe learned.pointee.bitCount
    unsafe append(field, name, to: learned)
    for index in set.indices where set[index] {
      unsafe self.state.pointee.setBit(bit + index, from: frame.pointee.body)
    }
    return ChangedRecord.Field(state: state, start: nil)
  }

  /// The place for a call that a record makes while its plan is learned.
  func learnedField(
    _ signature: UInt16, _ frame: UnsafeMutablePointer<EncodingFrame>
  ) -> EncodingSlot {
    var field = unsafe EncodingSlot()
    if unsafe isChanged(frame) {
      let record = unsafe changedRecords.count - 1
      let start = unsafe state.pointee.count
      unsafe changedRecords[record].fields.append(.init(state: .value, start: start))
      if let known = unsafe knownField(signature, record) { unsafe field = unsafe known }
    }
    unsafe field.signature = signature
    unsafe field.isSkippable = false
    unsafe field.isNullable = false
    return unsafe field
  }

  /// The field that a call is for in the plan that a record was begun with.
  private func knownField(_ signature: UInt16, _ record: Int) -> EncodingSlot? {
    let known = unsafe changedRecords[record].known
    for index in unsafe changedRecords[record].knownIndex..<known.pointee.count {
      let slot = unsafe known.pointee.slots + index
      guard unsafe slot.pointee.takes(signature) else { continue }
      unsafe changedRecords[record].knownIndex = index + 1
      // The number of its shape would stand before a record.
      if unsafe slot.pointee.holdsAnyRecord || slot.pointee.strategy == .watched { return nil }
      if unsafe slot.pointee.callKind != nil { return unsafe slot.pointee }
      if unsafe known.pointee.isLive(in: state.pointee.call) {
        if unsafe slot.pointee.call != state.pointee.call || !hasSimpleKind(slot) {
          unsafe changedRecords[record].isPlain = false
        }
        return unsafe slot.pointee
      }
      // Other records may be of the plan, and determine what stands inside.
      if unsafe slot.pointee.hasInnerPlaces { return nil }
      var field = unsafe slot.pointee
      unsafe field.call = 0
      unsafe field.settledCall = 0
      return unsafe field
    }
    return nil
  }

  // MARK: Records inside

  /// Notes a record whose shape is not that of its place.
  @inline(never)
  func settleChanged(
    _ frame: UnsafeMutablePointer<EncodingFrame>, _ plan: UnsafeMutablePointer<RecordPlan>
  ) throws {
    let slot = unsafe frame.pointee.slot
    if unsafe slot.pointee.isBody {
      unsafe state.pointee.changedBody = unsafe plan
      return
    }
    let outer = unsafe frame - 1
    guard unsafe outer > state.pointee.frames, unsafe !outer.pointee.isArray,
      let known = unsafe outer.pointee.plan, unsafe outer.pointee.next > known.pointee.slots,
      unsafe outer.pointee.next - 1 == slot, unsafe slot.pointee.generated == nil
    else { throw unsafe deviateFromChange(slot, outer) }
    if unsafe isChanged(outer) {
      unsafe slot.pointee.plan = unsafe plan
      return
    }
    guard unsafe !known.pointee.isLearning else { throw unsafe deviateFromChange(slot, outer) }
    let before = unsafe state.pointee.count
    let learned = unsafe try relearn(outer)
    unsafe frame.pointee.body += unsafe state.pointee.count - before
    let place = unsafe learned.pointee.slots + (learned.pointee.count - 1)
    unsafe place.pointee.plan = unsafe plan
    unsafe frame.pointee.slot = unsafe place
    let record = unsafe changedRecords.count - 1
    let field = unsafe changedRecords[record].fields.count - 1
    unsafe changedRecords[record].fields[field].start = unsafe frame.pointee.body
  }

  /// Deviates from a record of another shape. Among elements they are written one by one in the next pass.
  private func deviateFromChange(
    _ slot: UnsafeMutablePointer<EncodingSlot>, _ outer: UnsafeMutablePointer<EncodingFrame>
  ) -> any Error {
    if unsafe outer.pointee.isArray || state.pointee.elements?.pointee.place == slot {
      return unsafe state.pointee.deviate(mixed: slot)
    }
    return unsafe state.pointee.deviate()
  }
}
