internal import ArchiveFormat

/// Nested keyed containers that are filled after later fields of the record around them, or in turns with these.
///
/// The record goes on behind the place of such a container as if the container had no bytes. A call of the container writes its payload where
/// the encoder is, and is noted. When the record ends, the bytes behind the place are put aside, the noted calls are made, and the bytes
/// are written again without the payloads that do not belong to them.
extension DirectEncoder {
  // MARK: Learning

  /// Learns that a container of a record is filled late, so that the next pass notes its calls.
  func learnLateField(
    _ group: UnsafeMutablePointer<PlanGroup>, _ signature: UInt16
  ) {
    guard unsafe lateFields[LateField(group, signature)] == nil else { return }
    let number = unsafe latePlaces.count
    unsafe latePlaces.append(LatePlaces())
    unsafe setLateField(group, signature, Int32(truncatingIfNeeded: number))
  }

  /// Leaves a container to calls in turn: it is given what cannot be noted.
  func refuse(_ late: LateContainer) -> any Error {
    let slot = unsafe late.outerPlan.pointee.slots + late.field
    unsafe refuseLate(late.frame.pointee.group, slot.pointee.signature)
    return unsafe state.pointee.deviate()
  }

  func refuseLate(_ group: UnsafeMutablePointer<PlanGroup>, _ signature: UInt16) {
    unsafe setLateField(group, signature, EncodingSlot.isNeverLate)
  }

  /// Leaves all containers that are open to calls in turn: a record around them is given what does not go with noted calls.
  func refuseLateContainers() -> any Error {
    for index in unsafe lateContainers.indices { _ = unsafe refuse(lateContainers[index]) }
    return unsafe state.pointee.deviate()
  }

  private func setLateField(
    _ group: UnsafeMutablePointer<PlanGroup>, _ signature: UInt16, _ number: Int32
  ) {
    let field = unsafe LateField(group, signature)
    lateFields[field] = number
    triesAgain = true
    var next = unsafe group.pointee.first
    while let plan = unsafe next {
      for index in unsafe 0..<plan.pointee.count {
        let slot = unsafe plan.pointee.slots + index
        if unsafe slot.pointee.signature & ~EncodingSlot.changingFlag == field.signature {
          unsafe slot.pointee.latePlaces = number
        }
      }
      unsafe next = unsafe plan.pointee.next
    }
  }

  /// Learns from a call of a container that ended, if it was nested in a record of this call of the archiver.
  func learnLateField(from box: UnsafeMutablePointer<ContainerBox>) {
    guard unsafe box.pointee.closedCall == state.pointee.call, unsafe !state.pointee.hasDeviated
    else { return }
    if let group = unsafe box.pointee.closedGroup {
      unsafe learnLateField(group, box.pointee.closedField)
    } else if let place = unsafe box.pointee.closedPlace {
      unsafe learnScript(at: place)
    }
  }

  // MARK: Begin

  /// A container whose calls are to be noted; nil for one that is filled in turn, as far as is known.
  @inline(__always)
  func lateContainer(at slot: UnsafeMutablePointer<EncodingSlot>) -> LateContainer? {
    unsafe slot.pointee.latePlaces >= 0 ? newLateContainer(slot) : nil
  }

  @inline(never)
  private func newLateContainer(_ slot: UnsafeMutablePointer<EncodingSlot>) -> LateContainer? {
    let frame = unsafe state.pointee.top
    let places = unsafe Int(slot.pointee.latePlaces)
    guard unsafe lateContainers.count < LateContainer.limit, let plan = unsafe frame.pointee.plan,
      unsafe !isChanged(frame),
      // One inside of another of the same place would use the places of its calls.
      unsafe !lateContainers.contains(where: { unsafe $0.places == places })
    else { return nil }
    return unsafe LateContainer(
      frame: frame, outerPlan: plan, field: slot - plan.pointee.slots,
      elements: state.pointee.elements, offset: state.pointee.count, places: places,
      firstCall: notedCalls.count, nestedCount: state.pointee.nestedCount)
  }

  /// Begins a container whose calls are noted.
  func open<Key: CodingKey>(
    _ late: LateContainer, _ type: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    unsafe add(late)
    return unsafe fillLater(type, lateContainers.count - 1)
  }

  /// Begins an encoder for a superclass whose container's calls are noted.
  func openSuper(
    _ late: LateContainer, _ slot: UnsafeMutablePointer<EncodingSlot>
  ) -> any Encoder {
    var late = unsafe late
    unsafe state.pointee.serial &+= 1
    unsafe late.serial = unsafe state.pointee.serial
    unsafe expect(&late)
    unsafe add(late)
    return unsafe DirectSuperEncoder(encoder: self, slot: slot, serial: state.pointee.serial)
  }

  func add(_ late: LateContainer) {
    unsafe late.frame.pointee.hasLate = true
    unsafe lateContainers.append(late)
    unsafe state.pointee.lateCount += 1
  }

  /// The container of such an encoder. It leads nowhere if there is no such encoder, or if it has handed out one.
  ///
  /// Apart, since generic containers cost each call of a function that may hand out several.
  @inline(never)
  func lateContainer<Key: CodingKey>(
    _ type: Key.Type, _ serial: UInt64
  ) -> KeyedEncodingContainer<Key> {
    guard let index = lateContainer(ofEncoder: serial) else { return strayContainer(type) }
    return fillLater(type, index)
  }

  /// The same for an unkeyed container.
  @inline(never)
  func lateElements(_ serial: UInt64) -> any UnkeyedEncodingContainer {
    guard let index = lateContainer(ofEncoder: serial) else { return strayUnkeyedContainer() }
    return laterElements(index)
  }

  private func lateContainer(ofEncoder serial: UInt64) -> Int? {
    if unsafe state.pointee.lateCount == 0 { return nil }
    return unsafe lateContainers.lastIndex {
      unsafe $0.serial == serial && $0.box == nil && $0.make == nil
    }
  }

  private func fillLater<Key: CodingKey>(
    _ type: Key.Type, _ index: Int
  ) -> KeyedEncodingContainer<Key> {
    let late = unsafe lateContainers[index]
    let outer = unsafe late.frame.pointee.group
    let isFirst = unsafe late.field == 0 && outer.pointee.valueType != nil
    let field = unsafe late.outerPlan.pointee.slots + late.field
    let group = unsafe findGroup(nil, type, around: isFirst ? outer : nil, field.pointee.key)
    if unsafe group.pointee.boxes.pointee.style == .text { return laterValues(type, index) }
    let chosen = unsafe nestedBox(group.pointee.boxes, type)
    unsafe lateContainers[index].group = unsafe group
    unsafe lateContainers[index].box = unsafe chosen
    if ContainerLayout.isOneReference {
      unsafe lateContainers[index].holder = unsafe chosen.pointee.container.load(as: AnyObject.self)
    }
    if unsafe lateContainers[index].serial == 0 {
      unsafe expect(&lateContainers[index])
    } else if unsafe lateContainers[index].plan?.pointee.group != group {
      // Keys of another type may have the same bytes.
      unsafe lateContainers[index].plan = nil
    }
    return unsafe copy(of: chosen, type)
  }

  /// Takes the plan of the last record in a field for that of this one. If all its kinds are known, its shape gets its number here, before
  /// those of records that follow.
  private func expect(_ late: inout LateContainer) {
    defer { unsafe late.shapeCount = unsafe state.pointee.shapeCount }
    guard let plan = unsafe latePlaces[late.places].plan,
      unsafe late.group == nil || late.group == plan.pointee.group, unsafe !plan.pointee.isLearning,
      unsafe plan.pointee.count > 0,
      unsafe plan.pointee.kind == KindCode.recordOfShape, unsafe plan.pointee.isExact
    else { return }
    let group = unsafe plan.pointee.group
    let rule = unsafe group.pointee.around.map {
      unsafe (try? payloadCandidates(group, in: $0)) ?? .all
    }
    if unsafe plan.pointee.call == state.pointee.call {
      let isCompared: Bool
      switch unsafe rule {
      case .only(let only): isCompared = unsafe only == plan
      case .none?, .all: isCompared = false
      case nil: isCompared = unsafe plan.pointee.isCandidate(in: state.pointee.call)
      }
      if isCompared {
        unsafe late.plan = unsafe plan
        unsafe group.pointee.likely = unsafe plan
      }
      return
    }
    // The record would be compared with such ones.
    switch unsafe rule {
    case .none?: break
    case .only, .all: return
    case nil: if unsafe hasCandidate(likeOneOf: group, plan.pointee.slots.pointee.key) { return }
    }
    unsafe late.plan = unsafe plan
    let places = unsafe latePlaces[late.places].slots
    for index in unsafe 0..<plan.pointee.count {
      let slot = unsafe plan.pointee.slots + index
      if unsafe slot.pointee.mode != .required { return }
      if unsafe slot.pointee.callKind != nil { continue }
      guard unsafe index < places.count, let leaf = unsafe slot.pointee.leaf,
        unsafe places[index].pointee.type == slot.pointee.type,
        unsafe slot.pointee.call != state.pointee.call
          || slot.pointee.kind == leaf.kindCode
      else { return }
    }
    for index in unsafe 0..<plan.pointee.count {
      let slot = unsafe plan.pointee.slots + index
      guard unsafe slot.pointee.callKind == nil, let leaf = unsafe slot.pointee.leaf else {
        continue
      }
      unsafe slot.pointee.kind = leaf.kindCode
      unsafe slot.pointee.call = unsafe state.pointee.call
    }
    if unsafe rule != nil, unsafe (try? noteNewPayload(plan, group)) == nil { return }
    unsafe state.pointee.number(plan)
    unsafe group.pointee.likely = unsafe plan
    unsafe late.isNumbered = true
  }

  /// Ends what an error left open.
  @inline(__always)
  func forgetLateContainers() {
    guard unsafe state.pointee.lateCount > 0 else { return }
    unsafe state.pointee.lateCount = 0
    unsafe lateContainers.removeAll()
    unsafe notedCalls.removeAll()
  }

  // MARK: Calls

  /// The container that is filled late through a box; nil if there is none.
  @inline(__always)
  func lateContainer(of box: UnsafeMutablePointer<ContainerBox>) -> Int? {
    if unsafe state.pointee.lateCount == 0 { return nil }
    return unsafe lateContainers.lastIndex { unsafe $0.box == box }
  }

  /// Notes a call of a container.
  ///
  /// - Returns: The place at which the value is to be encoded.
  func note<Key: CodingKey>(
    _ key: Key, _ code: UInt16, _ index: Int
  ) throws -> UnsafeMutablePointer<EncodingSlot> {
    let late = unsafe lateContainers[index]
    guard unsafe code & 0x3F00 != EncodingSlot.nullCode else { throw unsafe refuse(late) }
    guard let group = unsafe late.group, unsafe state.pointee.pending == nil,
      unsafe try endArrays(in: late.frame), unsafe state.pointee.elements == late.elements,
      unsafe keysAreBytes(key, of: group.pointee.boxes)
    else { throw unsafe refuse(late) }
    let start = unsafe state.pointee.count
    let count = unsafe late.callCount
    let signature = code | UInt16(KeyByte.of(key))
    let isKnown = unsafe late.knownCount == count && late.expects(signature)
    let name = isKnown ? nil : key.stringValue
    // A key may run code of the user.
    guard unsafe index < lateContainers.count, unsafe lateContainers[index].callCount == count,
      unsafe lateContainers[index].box == late.box, unsafe state.pointee.count == start
    else { throw unsafe state.pointee.deviate() }
    if unsafe count == latePlaces[late.places].slots.count {
      let place = unsafe newSlot()
      unsafe place.pointee.isNoted = true
      unsafe latePlaces[late.places].slots.append(place)
    }
    let place = unsafe latePlaces[late.places].slots[count]
    unsafe notedCalls.append(
      NotedCall(container: index, signature: signature, name: name, place: place, start: start))
    unsafe lateContainers[index].callCount = count + 1
    if isKnown { unsafe lateContainers[index].knownCount = count + 1 }
    unsafe place.pointee.call = 0
    if unsafe code & EncodingSlot.optionalFlag != 0 {
      let bit = unsafe 8 * (state.pointee.count - state.pointee.top.pointee.body)
      guard let bit = UInt32(exactly: bit) else { throw unsafe refuse(late) }
      unsafe place.pointee.bit = bit
      unsafe state.pointee.put(0 as UInt8)
    }
    return unsafe place
  }

  /// Ends the arrays that are open inside of a record.
  ///
  /// - Returns: True if nothing is open inside any more but nested records.
  private func endArrays(in frame: UnsafeMutablePointer<EncodingFrame>) throws -> Bool {
    var (top, array) = unsafe (state.pointee.top, nil as UnsafeMutablePointer<EncodingFrame>?)
    while unsafe top > frame {
      if unsafe !top.pointee.isNested { return false }
      if unsafe top.pointee.isArray { unsafe array = unsafe top }
      unsafe top -= 1
    }
    guard unsafe top == frame else { return false }
    if let array = unsafe array { while unsafe state.pointee.top >= array { try closeNested() } }
    return true
  }

  /// Finds out how values of a type are noted: leaves alone, since other values are encoded by code that can make any call.
  func classifyNoted<Value: Encodable>(
    _ type: Value.Type, _ slot: UnsafeMutablePointer<EncodingSlot>
  ) throws {
    unsafe slot.pointee.forgetType()
    guard let leaf = type as? any DirectlyEncodableLeaf.Type,
      leaf.kindCode != KindCode.url && leaf.kindCode != KindCode.decimal
    else { throw unsafe refuseNoted(slot) }
    unsafe slot.pointee.type = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    unsafe slot.pointee.strategy = .leaf
    unsafe slot.pointee.leaf = leaf
  }

  /// Refuses the container whose last call had a place.
  func refuseNoted(_ place: UnsafeMutablePointer<EncodingSlot>) -> any Error {
    guard let call = unsafe notedCalls.last, unsafe call.place == place else {
      return unsafe state.pointee.deviate()
    }
    return unsafe refuse(lateContainers[call.container])
  }

  /// Takes away what was written for a record before its first field.
  func dropBeginning(
    of frame: UnsafeMutablePointer<EncodingFrame>, _ plan: UnsafeMutablePointer<RecordPlan>
  ) {
    let prefix = unsafe plan.pointee.prefixByteCount(at: frame.pointee.slot)
    unsafe frame.pointee.body -= prefix
    guard unsafe holdsNotedCalls(frame) else { return }
    // Payloads of other containers stand behind.
    let dropped = unsafe NotedCall(dropping: prefix + plan.pointee.bitByteCount, at: frame)
    let index = unsafe notedCalls.lastIndex { unsafe $0.start < dropped.start } ?? -1
    unsafe notedCalls.insert(dropped, at: index + 1)
    unsafe frame.pointee.body = unsafe state.pointee.count
  }

  /// Moves what was noted behind an offset, as the bytes there were moved.
  func moveNotedCalls(from offset: Int, by distance: Int) {
    if unsafe state.pointee.lateCount == 0 || makesNotedCalls { return }
    var index = unsafe notedCalls.count
    while index > 0, unsafe notedCalls[index - 1].start >= offset {
      index -= 1
      unsafe notedCalls[index].start += distance
    }
  }

  /// True if payloads of noted calls stand behind the beginning of a record.
  @inline(__always)
  func holdsNotedCalls(_ frame: UnsafeMutablePointer<EncodingFrame>) -> Bool {
    unsafe state.pointee.lateCount > 0 && hasNotedCalls(behind: frame)
  }

  @inline(never)
  private func hasNotedCalls(behind frame: UnsafeMutablePointer<EncodingFrame>) -> Bool {
    guard let call = unsafe notedCalls.last, !makesNotedCalls else { return false }
    return unsafe call.start >= frame.pointee.body
  }
}
