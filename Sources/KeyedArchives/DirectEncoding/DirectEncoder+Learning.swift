/// Plans that are learned from their first records.
extension DirectEncoder {
  /// Adds the place for a call to a plan that is being learned.
  func learn(
    _ signature: UInt16, _ key: String, _ plan: UnsafeMutablePointer<RecordPlan>,
    _ frame: UnsafeMutablePointer<EncodingFrame>
  ) throws -> UnsafeMutablePointer<EncodingSlot> {
    var index = unsafe plan.pointee.count
    while index > 0, unsafe signature != EncodingSlot.switchCode {
      index -= 1
      let other = unsafe plan.pointee.slots[index].signature
      // Keys of another type may have the same byte.
      if unsafe other == EncodingSlot.switchCode { break }
      if (other ^ signature) & 0xFF == 0 { throw unsafe state.pointee.deviate() }
    }
    var field = unsafe learnedField(signature, frame)
    if !lateFields.isEmpty {
      let late = unsafe LateField(frame.pointee.group, signature)
      unsafe field.latePlaces = lateFields[late] ?? -1
    }
    unsafe append(field, key, to: plan)
    guard unsafe plan.pointee.bitCount <= Self.learningByteCount * 8 else {
      throw unsafe state.pointee.deviate()
    }
    let end = unsafe plan.pointee.slots + plan.pointee.count
    unsafe frame.pointee.next = unsafe end
    return unsafe end - 1
  }

  /// Adds a field to a plan that is being learned.
  func append(
    _ field: EncodingSlot, _ key: String, to plan: UnsafeMutablePointer<RecordPlan>
  ) {
    if unsafe plan.pointee.count == plan.pointee.capacity { unsafe memory.grow(plan) }
    let slot = unsafe plan.pointee.slots + plan.pointee.count
    unsafe slot.initialize(to: field)
    unsafe slot.pointee.bit = unsafe UInt32(truncatingIfNeeded: plan.pointee.bitCount)
    unsafe plan.pointee.bitCount += unsafe slot.pointee.bitCount
    unsafe (slot + 1).initialize(to: EncodingSlot())
    unsafe (slot + 1).pointee.signature = EncodingSlot.endOfRecord
    unsafe plan.pointee.count += 1
    unsafe keys[plan.pointee.number].append(key)
  }

  /// Ends learning with the plan's first record.
  func complete(
    _ plan: UnsafeMutablePointer<RecordPlan>, _ frame: UnsafeMutablePointer<EncodingFrame>
  ) throws -> UnsafeMutablePointer<RecordPlan> {
    // Booleans that were written as values are bits in the next pass.
    let isAnew = unsafe settleBits(of: plan)
    let bitByteCount = unsafe (plan.pointee.bitCount + 7) / 8
    let payload = unsafe frame.pointee.body + Self.learningByteCount
    let base = unsafe state.pointee.base
    unsafe plan.pointee.kind = unsafe kind(ofPlaces: plan)
    let prefix = unsafe plan.pointee.prefixByteCount(at: frame.pointee.slot)
    guard bitByteCount + prefix <= Self.learningByteCount else {
      throw unsafe state.pointee.deviate()
    }
    if prefix > 0 {
      unsafe (base + frame.pointee.body + prefix).copyMemory(
        from: base + frame.pointee.body, byteCount: bitByteCount)
    }
    unsafe frame.pointee.body += prefix
    let moved = unsafe frame.pointee.body + bitByteCount
    unsafe (base + moved).copyMemory(
      from: base + payload, byteCount: state.pointee.count - payload)
    unsafe state.pointee.position -= payload - moved
    moveNotedCalls(from: payload, by: moved - payload)
    unsafe plan.pointee.bitByteCount = bitByteCount
    unsafe plan.pointee.complete()
    // A record with a null is learned in each pass, so that a block inside would begin elsewhere in each.
    if needsSecondPass, unsafe !plan.pointee.isExact { throw deviateForOnePass() }
    unsafe (plan.pointee.slots + plan.pointee.count).pointee.signature = EncodingSlot.endOfRecord
    unsafe frame.pointee.next = unsafe plan.pointee.slots + plan.pointee.count
    var next = unsafe frame.pointee.group.pointee.first
    while let other = unsafe next {
      if unsafe other.pointee.hasSameFields(as: plan.pointee) {
        if isAnew {
          unsafe sparePlans.append(plan)
          throw deviateForOnePass()
        }
        for index in unsafe 0..<plan.pointee.count {
          let slot = unsafe plan.pointee.slots + index
          unsafe try merge(slot, into: other.pointee.slots + index)
          // The call for a field that is null is not told by what it was in another call of the archiver.
          if unsafe other.pointee.slots[index].code == EncodingSlot.nullCode
            || slot.pointee.code == EncodingSlot.nullCode
              && other.pointee.call != state.pointee.call
          {
            unsafe other.pointee.slots[index].signature = unsafe slot.pointee.signature
          }
        }
        unsafe frame.pointee.next = unsafe other.pointee.slots + other.pointee.count
        unsafe sparePlans.append(plan)
        return unsafe other
      }
      unsafe next = unsafe other.pointee.next
    }
    let isUncompared = unsafe hasCandidate(likeOf: plan)
    unsafe plan.pointee.next = unsafe frame.pointee.group.pointee.first
    unsafe frame.pointee.group.pointee.first = unsafe plan
    if unsafe frame.pointee.group.pointee.boxes.pointee.style != .text {
      unsafe frame.pointee.group.pointee.likely = unsafe plan
    }
    if isAnew || isUncompared { throw deviateForOnePass() }
    return unsafe plan
  }

  /// True if the first record of a plan is to be compared with another, one that began inside of it and ended before: the next pass knows both.
  private func hasCandidate(likeOf plan: UnsafeMutablePointer<RecordPlan>) -> Bool {
    guard unsafe plan.pointee.count > 0, unsafe plan.pointee.group.pointee.valueType != nil else {
      return false
    }
    var next = unsafe plan.pointee.group.pointee.first
    while let other = unsafe next {
      if unsafe other.pointee.isCandidate(in: state.pointee.call),
        unsafe other.pointee.slots.pointee.key == plan.pointee.slots.pointee.key
      {
        return true
      }
      unsafe next = unsafe other.pointee.next
    }
    return false
  }

  func deviateForOnePass() -> any Error {
    triesAgain = true
    return unsafe state.pointee.deviate()
  }

  /// A type whose records hold others of it is learned from the inside out, several times over: what
  /// an outer record found is true of the one plan that stays.
  func merge(
    _ slot: UnsafeMutablePointer<EncodingSlot>, into other: UnsafeMutablePointer<EncodingSlot>
  ) throws {
    guard unsafe slot.pointee.call == state.pointee.call else { return }
    guard unsafe other.pointee.call == state.pointee.call else {
      let bit = unsafe other.pointee.bit
      unsafe other.pointee = unsafe slot.pointee
      unsafe other.pointee.bit = bit
      return
    }
    guard unsafe other.pointee.kind == slot.pointee.kind,
      unsafe slot.pointee.kind != KindCode.recordOfShape
        || slot.pointee.plan == other.pointee.plan
        || slot.pointee.plan.map({ unsafe nameOtherClass($0, at: other) }) == true
    else { throw unsafe state.pointee.deviate() }
    // Bodies without a plan may be those of two classes.
    if unsafe slot.pointee.isLabelled || other.pointee.isLabelled,
      unsafe slot.pointee.labelNumber != other.pointee.labelNumber
    {
      throw unsafe state.pointee.deviate()
    }
    if let from = unsafe slot.pointee.inner {
      if let to = unsafe other.pointee.inner {
        try unsafe merge(from, into: to)
      } else {
        unsafe other.pointee.inner = unsafe from
      }
    }
    if let from = unsafe slot.pointee.keys {
      if let to = unsafe other.pointee.keys {
        try unsafe merge(from, into: to)
      } else {
        unsafe other.pointee.keys = unsafe from
      }
    }
  }
}
