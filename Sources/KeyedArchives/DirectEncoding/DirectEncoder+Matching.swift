internal import ArchiveFormat

/// Finding the shape of a record that makes other calls than those before it (Spec, section 13, *Matching*).
extension DirectEncoder {
  /// Ends a record whose calls were noted: finds or makes the plan of its shape, and writes it as that has it.
  func completeChanged(
    _ frame: UnsafeMutablePointer<EncodingFrame>
  ) throws -> UnsafeMutablePointer<RecordPlan> {
    guard var record = unsafe changedRecords.popLast(), unsafe record.frame == frame,
      let learned = unsafe frame.pointee.plan
    else { throw unsafe state.pointee.deviate() }
    for index in unsafe record.fields.indices {
      let slot = unsafe learned.pointee.slots + index
      let bit = unsafe Int(slot.pointee.bit)
      if unsafe slot.pointee.isOptionalCall, unsafe !isSet(bit, of: frame) {
        unsafe record.fields[index].state = .absent
      }
    }
    let known = unsafe record.known
    let wasLive = unsafe known.pointee.isLive(in: state.pointee.call)
    let (plan, base, targets) = unsafe try match(record, learned, frame)
    // The places of the plan that it was begun with must not have learned from a record of another one.
    if wasLive, unsafe known != plan, unsafe known != base, unsafe !record.isPlain {
      unsafe forgetPlaces(of: plan, sharedWith: known)
      throw unsafe state.pointee.deviate()
    }
    if !wasLive, unsafe known != plan { unsafe forgetPlaces(of: known, sharedWith: plan) }
    unsafe try relayout(frame, record, learned, as: plan, targets)
    unsafe state.pointee.number(plan)
    unsafe state.pointee.namesShapes = true
    unsafe frame.pointee.plan = unsafe plan
    unsafe frame.pointee.next = unsafe plan.pointee.slots + plan.pointee.count
    unsafe frame.pointee.group.pointee.likely = unsafe plan
    unsafe sparePlans.append(learned)
    // Only a plan that was derived from the one that the record was begun with has the places of that one.
    if unsafe frame.pointee.isLeftToNextPass, unsafe plan.pointee.base == known {
      unsafe frame.pointee.slot.pointee.expected = unsafe plan
    }
    return unsafe plan
  }

  /// Forgets the places inside of the fields of a plan that are those of another one: a record was begun with one of the two, and has the other.
  private func forgetPlaces(
    of plan: UnsafeMutablePointer<RecordPlan>, sharedWith other: UnsafeMutablePointer<RecordPlan>
  ) {
    var shared: Set<UnsafeMutablePointer<EncodingSlot>> = unsafe []
    for index in unsafe 0..<other.pointee.count {
      unsafe shared.formUnion(other.pointee.slots[index].innerPlaces)
    }
    for index in unsafe 0..<plan.pointee.count
    where unsafe !shared.isDisjoint(with: plan.pointee.slots[index].innerPlaces) {
      unsafe plan.pointee.slots[index].forgetPlaces()
    }
  }

  func isSet(_ bit: Int, of frame: UnsafeMutablePointer<EncodingFrame>) -> Bool {
    let byte = unsafe (state.pointee.base + frame.pointee.body + bit >> 3).load(as: UInt8.self)
    return byte >> UInt8(bit & 7) & 1 != 0
  }

  // MARK: Candidates

  /// Plans that records are compared with.
  static var candidateLimit: Int { 16 }

  /// The plans that a record is compared with, the newest first, and whether these are all whose records begin with its first key.
  private func candidates(
    _ frame: UnsafeMutablePointer<EncodingFrame>, _ key: UInt8
  ) throws -> (plans: [UnsafeMutablePointer<RecordPlan>], areAll: Bool) {
    let group = unsafe frame.pointee.group
    if let around = unsafe group.pointee.around {
      switch unsafe try payloadCandidates(group, in: around) {
      case .none: return unsafe ([], false)
      case .only(let plan): return unsafe ([plan], false)
      case .all: break
      }
    }
    var found = unsafe try candidates(in: group, key)
    if unsafe group.pointee.valueType == nil {
      unsafe noteComparison(with: group.pointee.boxes)
      var next = unsafe group.pointee.boxes.pointee.firstWithoutType
      while let other = unsafe next {
        unsafe next = unsafe other.pointee.nextWithoutType
        if unsafe other != group { unsafe try found += candidates(in: other, key) }
      }
    }
    unsafe found.sort { unsafe $0.pointee.shape > $1.pointee.shape }
    // All but the oldest were compared with those before them.
    guard unsafe found.count <= Self.candidateLimit,
      unsafe found.dropLast().allSatisfy({ unsafe $0.pointee.comparedCall == state.pointee.call })
    else { throw unsafe state.pointee.deviate() }
    return unsafe (found, true)
  }

  /// The plans of a group whose records begin with a key, and that others are compared with.
  private func candidates(
    in group: UnsafeMutablePointer<PlanGroup>, _ key: UInt8
  ) throws -> [UnsafeMutablePointer<RecordPlan>] {
    var found: [UnsafeMutablePointer<RecordPlan>] = unsafe []
    var next = unsafe group.pointee.first
    while let plan = unsafe next {
      unsafe next = unsafe plan.pointee.next
      guard unsafe plan.pointee.isCandidate(in: state.pointee.call) else { continue }
      guard unsafe !plan.pointee.hasSwitches, unsafe !plan.pointee.isGenerated,
        unsafe plan.pointee.kind == KindCode.recordOfShape
      else { throw unsafe state.pointee.deviate() }
      if unsafe plan.pointee.slots.pointee.key == key { unsafe found.append(plan) }
    }
    return unsafe found
  }

  typealias Match = (
    plan: UnsafeMutablePointer<RecordPlan>, base: UnsafeMutablePointer<RecordPlan>?, targets: [Int]
  )

  func match(
    _ record: ChangedRecord, _ learned: UnsafeMutablePointer<RecordPlan>,
    _ frame: UnsafeMutablePointer<EncodingFrame>
  ) throws -> Match {
    guard unsafe learned.pointee.count > 0 else { throw unsafe state.pointee.deviate() }
    let group = unsafe frame.pointee.group
    let key = unsafe learned.pointee.slots.pointee.key
    let (candidates, areAll) = unsafe try candidates(frame, key)
    var partial: (plan: UnsafeMutablePointer<RecordPlan>, fit: PlanFit)?
    for index in unsafe candidates.indices {
      let candidate = unsafe candidates[index]
      guard
        let fit = unsafe PlanFit(record.fields, learned, candidate, in: state.pointee.call)
      else { throw unsafe state.pointee.deviate() }
      if unsafe fit.isExact {
        unsafe try refine(candidate, by: record, learned, fit.targets)
        return unsafe (candidate, nil, fit.targets)
      }
      if unsafe partial == nil, unsafe fit.isWorthWidening {
        unsafe partial = unsafe (candidate, fit)
      }
    }
    let names = unsafe keys[learned.pointee.number]
    let others = { (base: UnsafeMutablePointer<RecordPlan>?, key: UInt8) in
      unsafe (areAll ? candidates : self.rivals(of: group, key)).filter { unsafe $0 != base }
    }
    if let (base, fit) = unsafe partial {
      unsafe try replace(base, by: record, learned, fit.targets, fit.widened)
      let slots = unsafe derived(from: base, record, learned, fit)
      let plan = unsafe try plan(
        slots, keys[base.pointee.number], group, base: base,
        others(base, base.pointee.slots.pointee.key))
      return unsafe (plan, base, fit.targets)
    }
    for index in unsafe candidates.indices where unsafe PlanFit.joins(learned, candidates[index]) {
      let base = unsafe candidates[index]
      // Its row may take the place of a shape that it was not compared with.
      let isReplaced = unsafe try areAll || supersede(by: learned, group, comparedWith: base)
      let slots = unsafe try joined(to: base, record, learned, isReplaced: isReplaced)
      let rivals = unsafe others(isReplaced ? base : nil, key)
      let plan = unsafe try plan(slots, names, group, base: nil, rivals)
      return unsafe (plan, base, Array(0..<learned.pointee.count))
    }
    let slots = unsafe try exact(record, learned)
    let plan = unsafe try plan(slots, names, group, base: nil, others(nil, key))
    if !areAll { unsafe try noteNewPayload(plan, group) }
    return unsafe (plan, nil, Array(0..<learned.pointee.count))
  }

  // MARK: Kinds

  /// Determines what a plan does not know yet of the kinds of its fields, by a record.
  ///
  /// - Parameter widened: Indices of fields that do not hold what the record has there.
  private func refine(
    _ plan: UnsafeMutablePointer<RecordPlan>, by record: ChangedRecord,
    _ learned: UnsafeMutablePointer<RecordPlan>, _ targets: [Int?], except widened: Set<Int> = []
  ) throws {
    for (position, target) in targets.enumerated() {
      guard let target, unsafe record.fields[position].state == .value, !widened.contains(target)
      else { continue }
      unsafe try absorb(learned.pointee.slots + position, into: plan.pointee.slots + target)
    }
  }

  private func absorb(
    _ slot: UnsafeMutablePointer<EncodingSlot>, into field: UnsafeMutablePointer<EncodingSlot>
  ) throws {
    // A leaf with a tag says nothing of a field of its kind.
    if unsafe slot.pointee.holdsAny, unsafe !field.pointee.holdsAny { return }
    if unsafe field.pointee.holdsAny {
      unsafe field.pointee.call = unsafe state.pointee.call
      unsafe field.pointee.kind = KindCode.any
    } else if unsafe field.pointee.holdsAnyRecord {
      unsafe field.pointee.call = unsafe state.pointee.call
      unsafe field.pointee.kind = KindCode.record
    } else if unsafe field.pointee.call != state.pointee.call
      || field.pointee.code == EncodingSlot.nullCode
    {
      let old = unsafe field.pointee
      unsafe field.pointee = unsafe slot.pointee
      unsafe field.pointee.take(old)
      if unsafe old.code != EncodingSlot.nullCode {
        unsafe field.pointee.signature = unsafe old.signature
      } else {
        unsafe field.pointee.signature |= EncodingSlot.changingFlag
      }
      if let kind = unsafe field.pointee.callKind {
        unsafe field.pointee.kind = kind
        unsafe field.pointee.call = unsafe state.pointee.call
      }
    } else if unsafe field.pointee.callKind == nil {
      unsafe try merge(slot, into: field)
    }
  }

  /// Notes what the row of a plan says, whose place another one takes.
  private func replace(
    _ plan: UnsafeMutablePointer<RecordPlan>, by record: ChangedRecord,
    _ learned: UnsafeMutablePointer<RecordPlan>, _ targets: [Int?], _ widened: Set<Int>
  ) throws {
    unsafe try refine(plan, by: record, learned, targets, except: widened)
    var fields: [KindID] = []
    var sink = ByteSink()
    for index in unsafe 0..<plan.pointee.count {
      let slot = unsafe plan.pointee.slots + index
      guard let kind = unsafe kind(slot, &settledKinds, room: KindTable.maximumDepth) else {
        throw unsafe state.pointee.deviate()
      }
      fields.append(kind)
      sink.kind(kind, settledKinds, typeNumbers: labels.types)
    }
    unsafe plan.pointee.replacedCall = unsafe state.pointee.call
    unsafe plan.pointee.closingCall = 0
    unsafe plan.pointee.settledNumber = settledFields.count
    settledFields.append(fields)
    settledBytes.append(sink.bytes)
  }

  // MARK: New shapes

  /// The fields of a plan, as general as a record needs them.
  private func derived(
    from base: UnsafeMutablePointer<RecordPlan>, _ record: ChangedRecord,
    _ learned: UnsafeMutablePointer<RecordPlan>, _ fit: PlanFit
  ) -> [EncodingSlot] {
    var slots = unsafe (0..<base.pointee.count).map { unsafe determined(base.pointee.slots[$0]) }
    let given = unsafe Set(fit.targets)
    for index in unsafe slots.indices where !given.contains(index) {
      unsafe slots[index].isSkippable = unsafe !slots[index].isOptionalCall
    }
    for (position, target) in unsafe fit.targets.enumerated() {
      unsafe slots[target].admit(record.fields[position].state)
      if unsafe fit.widened.contains(target) {
        unsafe widen(&slots[target], of: base.pointee.group, for: learned.pointee.slots[position])
      }
    }
    return unsafe slots
  }

  /// The fields of a record that has those of a plan and some more, which are optional.
  ///
  /// - Parameter isReplaced: True if no record is compared with the plan any more.
  private func joined(
    to base: UnsafeMutablePointer<RecordPlan>, _ record: ChangedRecord,
    _ learned: UnsafeMutablePointer<RecordPlan>, isReplaced: Bool
  ) throws -> [EncodingSlot] {
    var targets: [Int?] = []
    var (index, widened) = (0, Set<Int>())
    for position in unsafe 0..<learned.pointee.count {
      let slot = unsafe learned.pointee.slots + position
      guard unsafe index < base.pointee.count,
        unsafe base.pointee.slots[index].key == slot.pointee.key
      else {
        targets.append(nil)
        continue
      }
      let other = unsafe base.pointee.slots + index
      guard unsafe slot.pointee.isSameCall(as: other.pointee) else {
        throw unsafe state.pointee.deviate()
      }
      if unsafe record.fields[position].state == .value {
        switch unsafe other.pointee.relation(to: slot, in: state.pointee.call) {
        case .same: break
        case .otherRecord, .otherKind: widened.insert(index)
        case .unknown: throw unsafe state.pointee.deviate()
        }
      }
      targets.append(index)
      index += 1
    }
    if isReplaced {
      unsafe try replace(base, by: record, learned, targets, widened)
    } else {
      unsafe try refine(base, by: record, learned, targets, except: widened)
    }
    return unsafe try targets.enumerated().map { position, target in
      let state = unsafe record.fields[position].state
      guard let target else {
        var slot = unsafe try plain(learned.pointee.slots[position], state)
        unsafe slot.isSkippable = unsafe !slot.isOptionalCall
        return unsafe slot
      }
      var slot = unsafe determined(base.pointee.slots[target])
      unsafe slot.admit(state)
      if widened.contains(target) {
        unsafe widen(&slot, of: base.pointee.group, for: learned.pointee.slots[position])
      }
      return unsafe slot
    }
  }

  /// The fields of a record of a new shape.
  private func exact(
    _ record: ChangedRecord, _ learned: UnsafeMutablePointer<RecordPlan>
  ) throws -> [EncodingSlot] {
    unsafe try record.fields.indices.map {
      unsafe try plain(learned.pointee.slots[$0], record.fields[$0].state)
    }
  }

  /// Makes a field one for values that are not of its kind, too.
  private func widen(
    _ field: inout EncodingSlot, of group: UnsafeMutablePointer<PlanGroup>, for value: EncodingSlot
  ) {
    if unsafe !value.holdsAny, unsafe Self.isRecord(field.kind), unsafe Self.isRecord(value.kind) {
      unsafe field.admitAnyRecord()
    } else {
      unsafe watch(&field, of: group)
      unsafe field.admitAny()
    }
  }

  /// A field as a record alone would have it.
  private func plain(
    _ slot: EncodingSlot, _ state: ChangedRecord.FieldState
  ) throws -> EncodingSlot {
    guard unsafe !slot.holdsAnyRecord, unsafe !slot.holdsAny else {
      throw unsafe self.state.pointee.deviate()
    }
    var slot = unsafe slot
    unsafe slot.isSkippable = false
    unsafe slot.isNullable = false
    unsafe slot.admit(state)
    if state != .value {
      // The places inside are those of the plan that the record was begun with.
      unsafe slot.forgetPlaces()
      return unsafe slot
    }
    return unsafe determined(slot)
  }

  /// A field that has had a value, with its kind, which may not be told by its call alone any more.
  private func determined(_ slot: EncodingSlot) -> EncodingSlot {
    guard unsafe slot.mode == .required, let kind = unsafe slot.callKind else { return unsafe slot }
    var slot = unsafe slot
    unsafe slot.kind = kind
    unsafe slot.call = unsafe state.pointee.call
    return unsafe slot
  }

  /// True if a record that has all fields of its plan may fit a newer one, which it is compared with first.
  func fitsNewerPlan(
    _ frame: UnsafeMutablePointer<EncodingFrame>, _ plan: UnsafeMutablePointer<RecordPlan>
  ) -> Bool {
    guard unsafe plan.pointee.call == state.pointee.call,
      unsafe plan.pointee.closingCall != state.pointee.call, unsafe plan.pointee.count > 0,
      // A late first field was compared when it was begun, or is when all its calls were made.
      unsafe !frame.pointee.isLate || frame.pointee.group.pointee.around == nil
    else { return false }
    guard let found = unsafe try? candidates(frame, plan.pointee.slots.pointee.key).plans
    else { return true }
    if unsafe frame.pointee.hasPassedFields || !found.contains(plan) { return true }
    let given = unsafe (0..<plan.pointee.count).filter {
      let slot = unsafe plan.pointee.slots + $0
      return unsafe !slot.pointee.isSkippable || isSet(Int(slot.pointee.bit), of: frame)
    }
    let keys = given.map { unsafe plan.pointee.slots[$0].key }
    return unsafe found.contains {
      unsafe $0.pointee.shape > plan.pointee.shape && $0.pointee.takes(keys)
    }
  }
}
