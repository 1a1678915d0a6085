internal import ArchiveFormat

/// Values that encode themselves, and the ends of records.
extension DirectEncoder {
  /// Encodes a value by its own `encode(to:)`.
  @inline(__always)
  func encodeItself<Value: Encodable>(
    _ value: Value, _ slot: UnsafeMutablePointer<EncodingSlot>
  ) throws {
    let before = unsafe try enter(slot)
    do {
      try value.encode(to: self)
    } catch {
      throw caught(error)
    }
    unsafe try leave(before)
  }

  /// Ends a value that encoded itself.
  @inline(__always)
  func leave(_ before: UnsafeMutablePointer<EncodingFrame>) throws {
    let state = unsafe state
    unsafe state.pointee.depth -= 1
    if unsafe state.pointee.top == before {
      // A single value, if anything.
      if unsafe state.pointee.pending != nil || state.pointee.hasDeviated {
        throw unsafe state.pointee.deviate()
      }
      return
    }
    while unsafe state.pointee.top > before + 1 { try closeNested() }
    unsafe try close(state.pointee.top)
    unsafe state.pointee.top = unsafe before
  }

  @inline(never)
  func closeNested() throws {
    let frame = unsafe state.pointee.top
    guard unsafe frame.pointee.isNested else { throw unsafe state.pointee.deviate() }
    unsafe try close(frame)
    if unsafe !frame.pointee.isArray, unsafe !frame.pointee.isLate {
      unsafe state.pointee.nestedCount &+= 1
      unsafe frame.pointee.group.pointee.boxes.pointee.lastNested = unsafe state.pointee.nestedCount
    }
    let outer = unsafe frame - 1
    if unsafe !frame.pointee.isArray, unsafe !outer.pointee.isArray {
      unsafe frame.pointee.box.pointee.closedGroup = unsafe outer.pointee.group
      unsafe frame.pointee.box.pointee.closedField = unsafe frame.pointee.slot.pointee.signature
      unsafe frame.pointee.box.pointee.closedCall = unsafe state.pointee.call
    } else if unsafe !frame.pointee.isArray {
      unsafe frame.pointee.box.pointee.closedGroup = nil
      unsafe frame.pointee.box.pointee.closedPlace = unsafe outer.pointee.slot
      unsafe frame.pointee.box.pointee.closedCall = unsafe state.pointee.call
    }
    unsafe state.pointee.top -= 1
    unsafe state.pointee.depth -= 1
  }

  /// Ends a record: all its fields are there.
  @inline(__always)
  private func close(_ frame: UnsafeMutablePointer<EncodingFrame>) throws {
    if unsafe frame.pointee.hasLate { unsafe try fillLateContainers(of: frame) }
    guard unsafe frame.pointee.next.pointee.signature == EncodingSlot.endOfRecord,
      let plan = unsafe frame.pointee.plan,
      unsafe plan.pointee.closingCall == state.pointee.call || isOnlyPayload(frame, plan),
      unsafe try !frame.pointee.isNested || !isOtherPayload(frame, plan)
    else { return unsafe try closeUnforeseen(frame) }
    unsafe try settle(frame, plan)
  }

  /// Notes what stands where a record was written.
  @inline(__always)
  func settle(
    _ frame: UnsafeMutablePointer<EncodingFrame>, _ plan: UnsafeMutablePointer<RecordPlan>
  ) throws {
    let slot = unsafe frame.pointee.slot
    let kind = unsafe slot.pointee.holdsAnyRecord ? KindCode.record : plan.pointee.kind
    if unsafe slot.pointee.call == state.pointee.call {
      guard unsafe slot.pointee.kind == kind else {
        throw unsafe state.pointee.deviate(mixed: slot)
      }
      if unsafe slot.pointee.plan != plan, kind != KindCode.record,
        unsafe slot.pointee.plan.map({ unsafe !$0.pointee.hasShape(of: plan.pointee) }) ?? true
      {
        return unsafe try settleChanged(frame, plan)
      }
    } else {
      unsafe slot.pointee.call = unsafe state.pointee.call
      unsafe slot.pointee.kind = kind
      unsafe slot.pointee.plan = unsafe plan
    }
    if kind == KindCode.record { unsafe try putShape(of: plan, before: frame) }
  }

  @inline(never)
  private func putShape(
    of plan: UnsafeMutablePointer<RecordPlan>, before frame: UnsafeMutablePointer<EncodingFrame>
  ) throws {
    // One byte was left free for it.
    guard unsafe plan.pointee.shape < 0x80 else { throw unsafe state.pointee.deviate() }
    unsafe (state.pointee.base + frame.pointee.body - 1).storeBytes(
      of: UInt8(truncatingIfNeeded: plan.pointee.shape << 1 | 1), as: UInt8.self)
  }

  @inline(never)
  func closeUnforeseen(_ frame: UnsafeMutablePointer<EncodingFrame>) throws {
    guard unsafe !state.pointee.hasDeviated else { throw unsafe state.pointee.deviate() }
    if unsafe frame.pointee.isArray { return unsafe try closeElements(frame) }
    // The bytes between payloads of noted calls do not move.
    let isSplit = unsafe holdsNotedCalls(frame) && !memory.isWaiting(frame)
    if isSplit {
      guard let plan = unsafe frame.pointee.plan, unsafe frame.pointee.next > plan.pointee.slots,
        unsafe !isChanged(frame)
      else { throw refuseLateContainers() }
    }
    if let plan = unsafe frame.pointee.plan, unsafe plan.pointee.count > 0,
      unsafe frame.pointee.next == plan.pointee.slots
    {
      // A record without any key after those that have some.
      unsafe frame.pointee.body -= plan.pointee.prefixByteCount(at: frame.pointee.slot)
      unsafe state.pointee.position = unsafe state.pointee.base + frame.pointee.body
      unsafe frame.pointee.plan = nil
    }
    if unsafe frame.pointee.plan == nil { unsafe try beginEmptyRecord(frame) }
    guard var plan = unsafe frame.pointee.plan else { throw unsafe state.pointee.deviate() }
    if unsafe plan.pointee.isLearning, unsafe !isChanged(frame), unsafe !notesBits(of: frame, plan)
    {
      unsafe plan = unsafe try complete(plan, frame)
      unsafe frame.pointee.plan = unsafe plan
    }
    if unsafe try !plan.pointee.isLearning && !frame.pointee.isExpected
      && (!mayEnd(frame) || isOtherPayload(frame, plan) || fitsNewerPlan(frame, plan)
        || isUncompared(frame, plan))
    {
      if isSplit { throw refuseLateContainers() }
      unsafe try relearn(frame)
    }
    if unsafe frame.pointee.isExpected {
      unsafe try completeExpected(frame, plan)
    } else if unsafe isChanged(frame) {
      unsafe plan = unsafe try completeChanged(frame)
    } else if unsafe plan.pointee.call != state.pointee.call,
      unsafe plan.pointee.misledCall == state.pointee.call
    {
      throw unsafe state.pointee.deviate()
    }
    unsafe state.pointee.number(plan)
    let kind = unsafe kind(ofPlaces: plan)
    if unsafe plan.pointee.kind != kind {
      unsafe plan.pointee.kind = kind
      throw unsafe state.pointee.deviate()
    }
    unsafe try settle(frame, plan)
  }
}
