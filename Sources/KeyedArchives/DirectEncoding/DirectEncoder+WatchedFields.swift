internal import ArchiveFormat

/// Fields whose type writes values of several kinds, as one that holds any JSON does: from the first that is not of the kind of those before,
/// each has a tag (Spec, section 13, *Matching*). A Boolean that a type writes for a field that is always there is a state bit.
extension DirectEncoder {
  /// Makes a field one whose values are looked at: what a type writes that encodes itself, and Booleans.
  func watch(_ field: inout EncodingSlot, of group: UnsafeMutablePointer<PlanGroup>) {
    guard
      unsafe field.strategy == .codable
        || field.strategy == .leaf && field.resolvedKind == KindCode.bool,
      unsafe field.callKind == nil, let type = unsafe field.type
    else { return }
    let key = unsafe WatchKey(group, type, field)
    let count = unsafe variables.pointee.watchedFields.count
    let number = unsafe variables.pointee.watchNumbers[key] ?? count
    if number == count {
      let place = unsafe newSlot()
      unsafe place.pointee.isVariant = true
      unsafe place.pointee.type = unsafe type
      unsafe place.pointee.strategy = unsafe field.strategy
      unsafe place.pointee.leaf = unsafe field.leaf
      unsafe place.pointee.isMixed = unsafe field.isMixed
      if let optional = unsafe field.optional {
        unsafe place.pointee.optional = optional
        unsafe place.pointee.inner = unsafe newSlot()
      }
      unsafe variables.pointee.watchNumbers[key] = number
      unsafe variables.pointee.watchedFields.append(WatchedField(place: place))
    }
    unsafe field.strategy = .watched
    unsafe field.watchNumber = Int32(truncatingIfNeeded: number)
  }

  /// Makes a field one whose values are looked at if it is in other plans of the group, or if it is always there and holds Booleans: these are
  /// state bits.
  func settleWatch(_ field: inout EncodingSlot, of group: UnsafeMutablePointer<PlanGroup>) {
    guard unsafe field.callKind == nil else { return }
    unsafe field.isBit = false
    if unsafe field.mode == .required, unsafe field.call == state.pointee.call,
      unsafe field.resolvedKind == KindCode.bool
    {
      unsafe watch(&field, of: group)
      unsafe field.isBit = unsafe field.strategy == .watched
    } else {
      unsafe adoptWatch(&field, of: group)
    }
  }

  /// Does the same once the type of the values is known, if the first record of the plan had null there.
  func adoptWatch(at slot: UnsafeMutablePointer<EncodingSlot>) {
    let frame = unsafe state.pointee.top
    guard unsafe isLast(slot, of: frame), unsafe frame.pointee.plan?.pointee.isLearning == false
    else { return }
    unsafe adoptWatch(&slot.pointee, of: frame.pointee.group)
  }

  /// Makes a field one whose values are looked at if it is in other plans of the group.
  private func adoptWatch(
    _ field: inout EncodingSlot, of group: UnsafeMutablePointer<PlanGroup>
  ) {
    guard unsafe !variables.pointee.watchNumbers.isEmpty, unsafe field.strategy == .codable,
      let type = unsafe field.type,
      unsafe variables.pointee.watchNumbers[WatchKey(group, type, field)] != nil
    else { return }
    unsafe watch(&field, of: group)
  }

  /// Notes that a field was given a value of another kind than those before.
  func learn(
    mixedField field: UnsafeMutablePointer<EncodingSlot>,
    of group: UnsafeMutablePointer<PlanGroup>
  ) {
    if unsafe field.pointee.strategy == .codable {
      unsafe watch(&field.pointee, of: group)
      var next = unsafe group.pointee.first
      while let plan = unsafe next {
        for index in unsafe 0..<plan.pointee.count {
          unsafe adoptWatch(&plan.pointee.slots[index], of: group)
        }
        unsafe next = unsafe plan.pointee.next
      }
      triesAgain = true
    } else if unsafe field.pointee.strategy == .watched {
      let number = unsafe Int(field.pointee.watchNumber)
      let last = unsafe variables.pointee.watchedFields[number].count - 1
      if unsafe variables.pointee.watchedFields[number].firstOther != last {
        unsafe variables.pointee.watchedFields[number].firstOther = last
        triesAgain = true
      }
    }
  }

  /// Notes the calls of a first record of which a field is null, if it holds Booleans that were written as values: what it is given is learned
  /// in each pass, so that no plan of an earlier one has the bits.
  ///
  /// - Returns: True if they are noted.
  func notesBits(
    of frame: UnsafeMutablePointer<EncodingFrame>, _ plan: UnsafeMutablePointer<RecordPlan>
  ) -> Bool {
    guard unsafe !plan.pointee.isExact, unsafe mayBeNoted(frame), unsafe !holdsCut(frame),
      unsafe (0..<plan.pointee.count).contains(where: { index in
        let slot = unsafe plan.pointee.slots[index]
        return unsafe slot.callKind == nil && slot.mode == .required
          && slot.call == state.pointee.call && slot.resolvedKind == KindCode.bool
      })
    else { return false }
    let bits = unsafe Array(
      UnsafeRawBufferPointer(
        start: state.pointee.base + frame.pointee.body, count: Self.learningByteCount))
    unsafe noteChange(of: frame.pointee.group)
    changedRecordCount += 1
    let fields = unsafe (0..<plan.pointee.count).map { index in
      unsafe ChangedRecord.Field(state: plan.pointee.slots[index].state(bits) ?? .value, start: nil)
    }
    unsafe changedRecords.append(
      ChangedRecord(
        frame: frame, known: plan, knownIndex: fields.count, isPlain: true, fields: fields))
    return true
  }

  /// Settles the fields of a plan whose first record ends.
  ///
  /// - Returns: True if one became a bit, whose value was written as a byte.
  func settleBits(of plan: UnsafeMutablePointer<RecordPlan>) -> Bool {
    var isAnew = false
    for index in unsafe 0..<plan.pointee.count {
      unsafe settleWatch(&plan.pointee.slots[index], of: plan.pointee.group)
      if unsafe plan.pointee.slots[index].isBit { isAnew = true }
    }
    guard isAnew else { return false }
    var bitCount = 0
    for index in unsafe 0..<plan.pointee.count {
      unsafe plan.pointee.slots[index].bit = UInt32(truncatingIfNeeded: bitCount)
      bitCount += unsafe plan.pointee.slots[index].bitCount
    }
    unsafe plan.pointee.bitCount = bitCount
    return true
  }

  // MARK: Values

  /// Encodes a value of such a field.
  @inline(never)
  func encodeWatched<Value: Encodable>(
    _ value: Value, _ slot: UnsafeMutablePointer<EncodingSlot>
  ) throws {
    let frame = unsafe state.pointee.top
    guard unsafe isLast(slot, of: frame) else { throw unsafe state.pointee.deviate() }
    let number = unsafe Int(slot.pointee.watchNumber)
    let index = unsafe variables.pointee.watchedFields[number].next(in: state.pointee.call)
    let isKnown = unsafe slot.pointee.call == state.pointee.call
    if unsafe slot.pointee.holdsAny || variables.pointee.watchedFields[number].firstOther == index
      || isKnown && KindCode.isValueOfLeaf(slot.pointee.resolvedKind)
    {
      return unsafe try encodeApart(value, slot, frame, number)
    }
    let start = unsafe state.pointee.count
    unsafe try encodeItself(value, slot)
    // Null gave the record other places.
    guard !isKnown, unsafe isLast(slot, of: frame), unsafe slot.pointee.call == state.pointee.call
    else { return }
    let isBool = unsafe slot.pointee.resolvedKind == KindCode.bool
    if unsafe slot.pointee.isBit, isBool { return unsafe try putBit(at: slot, frame, start) }
    // The plan is one of an earlier call, in which other values came first.
    if unsafe slot.pointee.isBit || isBool && slot.pointee.mode == .required {
      let isBit = unsafe slot.pointee.isBit
      unsafe slot.pointee.isBit = false
      defer { unsafe slot.pointee.isBit = isBit }
      unsafe try noteValue(of: frame, at: start)
    }
  }

  private func isLast(
    _ slot: UnsafeMutablePointer<EncodingSlot>, of frame: UnsafeMutablePointer<EncodingFrame>
  ) -> Bool {
    guard unsafe frame == state.pointee.top, unsafe frame > state.pointee.frames,
      unsafe !frame.pointee.isArray, let plan = unsafe frame.pointee.plan
    else { return false }
    return unsafe frame.pointee.next > plan.pointee.slots && frame.pointee.next - 1 == slot
  }

  /// Encodes a value at a place that says nothing of its kind, and compares that with the kind of the field.
  private func encodeApart<Value: Encodable>(
    _ value: Value, _ slot: UnsafeMutablePointer<EncodingSlot>,
    _ frame: UnsafeMutablePointer<EncodingFrame>, _ number: Int
  ) throws {
    let state = unsafe state
    guard unsafe !variables.pointee.watchedFields[number].isOpen else {
      throw unsafe state.pointee.deviate()
    }
    let place = unsafe variables.pointee.watchedFields[number].place
    unsafe variables.pointee.watchedFields[number].isOpen = true
    unsafe forgetKind(place)
    let start = unsafe state.pointee.count
    let ordinal = unsafe state.pointee.rowOrdinal
    let tag = unsafe slot.pointee.holdsAny ? beginTag(at: place) : nil
    unsafe try encode(value, at: place)
    unsafe variables.pointee.watchedFields[number].isOpen = false
    guard unsafe isLast(slot, of: frame),
      unsafe slot.pointee.holdsAny || state.pointee.lastCut <= start
    else { throw unsafe state.pointee.deviate() }
    if unsafe state.pointee.lastCut > start {
      unsafe try settleBlocks(inFieldOf: frame, from: start, ordinal: ordinal)
    }
    let kind = unsafe place.pointee.resolvedKind
    if kind == KindCode.null {
      unsafe state.pointee.position = unsafe state.pointee.base + start
      return unsafe try putNull(at: slot)
    }
    if unsafe slot.pointee.holdsAny {
      unsafe try putTag(place, start, tag)
      unsafe slot.pointee.heldKind = kind
      unsafe slot.pointee.kind = KindCode.any
      unsafe slot.pointee.call = unsafe state.pointee.call
      return
    }
    let isKnown = unsafe slot.pointee.call == state.pointee.call
    let known = unsafe isKnown ? slot.pointee.resolvedKind : kind
    if kind == known || Self.isRecord(kind) && Self.isRecord(known) {
      if isKnown, unsafe slot.pointee.isBit { return unsafe try putBit(at: slot, frame, start) }
      if isKnown, KindCode.isValueOfLeaf(kind) { return }
      // The value is no other one: the place of the field has to say what it is, or says how it is written.
      unsafe variables.pointee.watchedFields[number].firstOther = -1
      triesAgain = true
      throw unsafe state.pointee.deviate()
    }
    unsafe try putTag(place, start, nil)
    let field = unsafe try noteValue(of: frame, at: start)
    unsafe field.pointee.isBit = false
    unsafe field.pointee.holdsAny = true
    unsafe field.pointee.heldKind = kind
    unsafe field.pointee.kind = KindCode.any
    unsafe field.pointee.call = unsafe state.pointee.call
  }

  /// Notes the calls of a record from the value on that it was given last.
  ///
  /// - Parameter start: The offset of the value.
  /// - Returns: The field of the value.
  @discardableResult
  private func noteValue(
    of frame: UnsafeMutablePointer<EncodingFrame>, at start: Int
  ) throws -> UnsafeMutablePointer<EncodingSlot> {
    let before = unsafe state.pointee.count
    let learned = unsafe try relearn(frame)
    let record = unsafe changedRecords.count - 1
    let field = unsafe changedRecords[record].fields.count - 1
    unsafe changedRecords[record].fields[field].start =
      unsafe start + state.pointee.count - before
    return unsafe learned.pointee.slots + (learned.pointee.count - 1)
  }

  /// Makes the Boolean that was written last the state bit of its field.
  private func putBit(
    at slot: UnsafeMutablePointer<EncodingSlot>, _ frame: UnsafeMutablePointer<EncodingFrame>,
    _ start: Int
  ) throws {
    guard unsafe state.pointee.count == start + 1 else { throw unsafe state.pointee.deviate() }
    let byte = unsafe (state.pointee.base + start).load(as: UInt8.self)
    unsafe state.pointee.position = unsafe state.pointee.base + start
    if byte != 0 {
      unsafe state.pointee.setBit(Int(slot.pointee.bit), from: frame.pointee.body)
    }
  }
}
