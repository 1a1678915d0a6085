internal import ArchiveFormat

/// Making the calls that were noted, where their containers stand.
extension DirectEncoder {
  /// Writes the containers of a record that are filled late.
  @inline(never)
  func fillLateContainers(of frame: UnsafeMutablePointer<EncodingFrame>) throws {
    let state = unsafe state
    unsafe frame.pointee.hasLate = false
    guard let first = unsafe lateContainers.firstIndex(where: { unsafe $0.frame == frame }),
      unsafe !state.pointee.hasDeviated, unsafe state.pointee.top == frame,
      // Nothing may move behind the beginning of a block.
      unsafe state.pointee.lastCut <= frame.pointee.body
    else { throw unsafe state.pointee.deviate() }
    guard let plan = unsafe frame.pointee.plan, unsafe !isChanged(frame),
      unsafe lateContainers[first...].allSatisfy({
        unsafe $0.frame == frame && $0.outerPlan == plan
      })
    else { throw refuseLateContainers() }
    let start = unsafe lateContainers[first].offset
    let firstCall = unsafe lateContainers[first].firstCall
    let end = unsafe state.pointee.count
    // Payloads are read a word at a time.
    let bytes = unsafe UnsafeMutableRawPointer.allocate(
      byteCount: end - start + EncoderState.slack, alignment: 1)
    defer { unsafe bytes.deallocate() }
    unsafe bytes.copyMemory(from: state.pointee.base + start, byteCount: end - start)
    unsafe state.pointee.position = unsafe state.pointee.base + start
    var (done, call) = (0, firstCall)
    var others: [NotedCall] = unsafe []
    /// Writes what belongs to the record, up to an offset.
    func put(upTo offset: Int) throws {
      while unsafe call < notedCalls.count, unsafe notedCalls[call].start - start < offset {
        var noted = unsafe notedCalls[call]
        let place = unsafe noted.start - start
        unsafe state.pointee.putBytes(bytes + done, place - done)
        done = place
        if unsafe noted.container >= 0 && noted.container < first {
          // Calls of containers of records around this one are made later.
          unsafe noted.start = unsafe state.pointee.count
          unsafe others.append(noted)
        } else {
          done += unsafe try byteCount(of: noted, bytes + place)
        }
        call += 1
      }
      unsafe state.pointee.putBytes(bytes + done, offset - done)
      done = offset
    }
    makesNotedCalls = true
    defer { makesNotedCalls = false }
    for index in unsafe first..<lateContainers.count {
      unsafe try put(upTo: lateContainers[index].offset - start)
      unsafe try fill(index, bytes - start)
    }
    try put(upTo: end - start)
    // A block that would have begun between elements inside began elsewhere, or not at all.
    if unsafe max(end, state.pointee.count) >= state.pointee.nextCut,
      unsafe plan.pointee.mayHoldRows
    {
      throw unsafe state.pointee.deviate()
    }
    unsafe notedCalls.removeSubrange(firstCall...)
    unsafe notedCalls.append(contentsOf: others)
    unsafe lateContainers.removeSubrange(first...)
    unsafe state.pointee.lateCount = unsafe lateContainers.count
  }

  /// The bytes of a noted call.
  private func byteCount(of call: NotedCall, _ start: UnsafeRawPointer) throws -> Int {
    if unsafe call.container < 0 { return unsafe call.byteCount }
    if unsafe call.isOptional, unsafe start.load(as: UInt8.self) == 0 { return 1 }
    let before = unsafe call.isOptional ? 1 : 0
    guard let kind = unsafe call.kind,
      let byteCount = unsafe payloadByteCount(kind, at: start + before)
    else { throw unsafe refuse(lateContainers[call.container]) }
    return before + byteCount
  }

  /// Makes the calls of a container.
  ///
  /// - Parameter base: The bytes that the offsets of the calls are counted from.
  private func fill(_ index: Int, _ base: UnsafeRawPointer) throws {
    let state = unsafe state
    let late = unsafe lateContainers[index]
    if let make = unsafe late.make { return unsafe try fill(late, make) }
    guard let group = unsafe late.group, let box = unsafe late.box else {
      throw unsafe state.pointee.deviate()
    }
    let slot = unsafe late.outerPlan.pointee.slots + late.field
    let shapeCount = unsafe state.pointee.shapeCount
    let settledCount = settledFields.count
    let likely = unsafe group.pointee.likely
    try goDeeper()
    let frame = unsafe state.pointee.top + 1
    unsafe state.pointee.top = unsafe frame
    let plan = unsafe late.plan ?? likelyPlan(of: group)
    let prefix = unsafe plan?.pointee.prefixByteCount(at: slot) ?? 0
    unsafe frame.initialize(
      to: EncodingFrame(
        next: plan?.pointee.slots ?? state.pointee.end, box: box,
        body: state.pointee.count + prefix, plan: plan, slot: slot, group: group, isNested: true,
        isLate: true))
    if let plan = unsafe plan { unsafe state.pointee.putZeros(prefix + plan.pointee.bitByteCount) }
    for number in unsafe late.firstCall..<notedCalls.count
    where unsafe notedCalls[number].container == index {
      let call = unsafe notedCalls[number]
      if unsafe call.name == nil, unsafe frame.pointee.next.pointee.signature != call.signature {
        throw unsafe state.pointee.deviate()
      }
      let field = unsafe try field(call.signature, frame) { unsafe call.name ?? "" }
      unsafe try put(call, at: field, frame, base)
    }
    do {
      try closeNested()
    } catch {
      // In turn, the record around could get another shape.
      throw unsafe late.plan == nil ? error : refuse(late)
    }
    // Records in between were compared with a shape that this one took the place of.
    if settledFields.count > settledCount { throw unsafe refuse(late) }
    if let likely = unsafe likely, unsafe likely.pointee.isLive(in: state.pointee.call) {
      unsafe group.pointee.likely = unsafe likely
    }
    let known = unsafe latePlaces[late.places].plan
    unsafe latePlaces[late.places].plan = unsafe frame.pointee.plan
    guard let used = unsafe frame.pointee.plan, unsafe try isRight(used, late, shapeCount) else {
      if unsafe frame.pointee.plan != known { triesAgain = true }
      throw unsafe state.pointee.deviate()
    }
  }

  /// True if the record of a container has the plan that it would have had if its calls had come in turn.
  private func isRight(
    _ plan: UnsafeMutablePointer<RecordPlan>, _ late: LateContainer, _ shapeCount: Int
  ) throws -> Bool {
    // A shape that others replaced meanwhile, or that is new, would have been another one before the shapes behind it.
    guard unsafe plan.pointee.isLive(in: state.pointee.call) else { return false }
    // Records in between would have been compared with a shape that is new.
    if unsafe state.pointee.shapeCount != shapeCount,
      unsafe shapeCount != late.shapeCount
        || plan.pointee.group.pointee.boxes.pointee.lastNested > late.nestedCount
    {
      return false
    }
    if unsafe late.isNumbered || shapeCount != late.shapeCount {
      guard unsafe plan == late.plan, unsafe plan.pointee.shape < late.shapeCount else {
        return false
      }
    }
    guard let group = unsafe late.group, let around = unsafe group.pointee.around,
      unsafe plan.pointee.count > 0
    else { return true }
    // It was compared when the container was begun.
    if unsafe late.isNumbered { return true }
    switch unsafe try payloadCandidates(group, in: around) {
    case .none:
      guard unsafe plan.pointee.shape >= late.shapeCount else { return false }
      if unsafe plan.pointee.comparedCall != state.pointee.call {
        unsafe try noteNewPayload(plan, group)
      }
      return true
    case .only(let other): return unsafe other == plan
    case .all: return false
    }
  }

  /// Writes the value of a noted call as its field.
  private func put(
    _ call: NotedCall, at field: UnsafeMutablePointer<EncodingSlot>,
    _ frame: UnsafeMutablePointer<EncodingFrame>, _ base: UnsafeRawPointer
  ) throws {
    let state = unsafe state
    var start = unsafe base + call.start
    if unsafe call.isOptional {
      if unsafe start.load(as: UInt8.self) == 0 { return }
      unsafe start += 1
      unsafe state.pointee.setBit(Int(field.pointee.bit), from: frame.pointee.body)
    }
    guard let kind = unsafe call.kind, unsafe !field.pointee.isBit, unsafe !field.pointee.holdsAny
    else { throw unsafe state.pointee.deviate() }
    if unsafe call.signature & 0x3F00 >= EncodingSlot.nullCode {
      if unsafe field.pointee.type != call.place.pointee.type {
        guard unsafe field.pointee.call != state.pointee.call else {
          throw unsafe state.pointee.deviate()
        }
        unsafe field.pointee.forgetType()
        unsafe field.pointee.type = unsafe call.place.pointee.type
        unsafe field.pointee.strategy = .leaf
        unsafe field.pointee.leaf = unsafe call.place.pointee.leaf
      }
      unsafe try state.pointee.adopt(field, kind)
    } else if unsafe call.isOptional {
      unsafe field.pointee.kind = kind
      unsafe field.pointee.call = unsafe state.pointee.call
    } else if unsafe field.pointee.isStateBool {
      if unsafe start.load(as: UInt8.self) != 0 {
        unsafe state.pointee.setBit(Int(field.pointee.bit), from: frame.pointee.body)
      }
      return
    }
    guard let byteCount = unsafe payloadByteCount(kind, at: start) else {
      throw unsafe state.pointee.deviate()
    }
    unsafe state.pointee.putBytes(start, byteCount)
  }
}
