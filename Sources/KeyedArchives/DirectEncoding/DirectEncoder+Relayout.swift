internal import ArchiveFormat

/// The bytes of records that got another plan than they were begun with, and the end of what holds for one call.
extension DirectEncoder {
  /// Writes a record as its plan has it: state bits, payloads of bools that may be absent, numbers of shapes.
  func relayout(
    _ frame: UnsafeMutablePointer<EncodingFrame>, _ record: ChangedRecord,
    _ learned: UnsafeMutablePointer<RecordPlan>, as plan: UnsafeMutablePointer<RecordPlan>,
    _ targets: [Int]
  ) throws {
    let state = unsafe state
    let body = unsafe frame.pointee.body
    let payload = body + Self.learningByteCount
    let end = unsafe state.pointee.count
    let prefix = unsafe plan.pointee.prefixByteCount(at: frame.pointee.slot)
    var bytes = unsafe [UInt8](repeating: 0, count: prefix + plan.pointee.bitByteCount)
    var done = payload
    /// Copies up to an offset, and puts bytes in the place of some that stand there.
    func add(_ inserted: [UInt8], at offset: Int, insteadOf byteCount: Int = 0) {
      unsafe bytes.append(
        contentsOf: UnsafeRawBufferPointer(
          start: state.pointee.base + done, count: offset - done))
      bytes.append(contentsOf: inserted)
      done = offset + byteCount
    }
    for (position, target) in targets.enumerated() {
      let slot = unsafe learned.pointee.slots + position
      let field = unsafe plan.pointee.slots + target
      let known = unsafe record.fields[position]
      let value = unsafe slot.pointee.isStateBool ? isSet(Int(slot.pointee.bit), of: frame) : nil
      let isWrittenAnew =
        unsafe known.state == .value && isRewritten(slot.pointee, as: field.pointee)
      let start = unsafe try isWrittenAnew ? start(of: position, record, learned, frame) : 0
      var bits: [Bool] = []
      if unsafe field.pointee.isStateBool {
        bits = unsafe [value ?? isTrue(slot.pointee, at: start)]
      } else {
        if unsafe field.pointee.isOptional { bits.append(known.state != .absent) }
        if unsafe field.pointee.isNullable { bits.append(known.state == .value) }
      }
      for index in bits.indices where bits[index] {
        let bit = unsafe Int(field.pointee.bit) + index
        bytes[prefix + bit >> 3] |= 1 << UInt8(bit & 7)
      }
      guard isWrittenAnew else { continue }
      let (head, byteCount) = unsafe try head(of: slot, as: field.pointee, value, at: start)
      add(head, at: start, insteadOf: byteCount)
    }
    add([], at: end)
    // Nothing may move behind the beginning of a block.
    guard unsafe state.pointee.lastCut <= body else { throw unsafe state.pointee.deviate() }
    unsafe state.pointee.position = unsafe state.pointee.base + body
    put(bytes[...])
    // A block that would have begun between elements inside began elsewhere, or not at all.
    if unsafe max(end, state.pointee.count) >= state.pointee.nextCut,
      unsafe plan.pointee.mayHoldRows
    {
      throw unsafe state.pointee.deviate()
    }
    unsafe frame.pointee.body = body + prefix
  }

  /// True if a payload begins with other bytes in a field than where it was written.
  private func isRewritten(_ slot: EncodingSlot, as field: EncodingSlot) -> Bool {
    unsafe slot.isStateBool != field.isStateBool || slot.holdsAny != field.holdsAny
      // The number of a case stands before it already.
      || field.holdsAnyRecord && !slot.holdsAnyRecord && slot.kind == KindCode.recordOfShape
  }

  /// True if the Boolean that was written at an offset is true.
  private func isTrue(_ slot: EncodingSlot, at start: Int) -> Bool {
    let byte = unsafe (state.pointee.base + start).load(as: UInt8.self)
    return unsafe slot.holdsAny ? byte == KindCode.true : byte != 0
  }

  /// The bytes with which a payload begins in a field, where it was written for another one, and the number of those that they stand for.
  ///
  /// - Parameter value: The payload, if it is a state bit.
  private func head(
    of slot: UnsafeMutablePointer<EncodingSlot>, as field: EncodingSlot, _ value: Bool?,
    at start: Int
  ) throws -> (bytes: [UInt8], byteCount: Int) {
    if unsafe field.isStateBool { return ([], 1) }
    if let value {
      return unsafe field.holdsAny
        ? ([value ? KindCode.true : KindCode.bool], 0) : ([value ? 1 : 0], 0)
    }
    let first = unsafe (state.pointee.base + start).load(as: UInt8.self)
    if unsafe slot.pointee.holdsAny {
      return unsafe (Self.firstByte(of: slot.pointee.heldKind, tag: first).map { [$0] } ?? [], 1)
    }
    if unsafe field.holdsAny {
      let own = unsafe SlotKind(slot)
      if unsafe !KindCode.isLeaf(own.kind) && holdsRecords(slot) {
        unsafe state.pointee.recordRowCount += 1
      }
      // A tag that tells of the value stands for the first byte of the payload, too.
      if let tag = unsafe Self.tag(of: own.kind, first) { return ([tag], 1) }
      return unsafe (try tag(own), 0)
    }
    guard let inner = unsafe slot.pointee.plan else { return ([], 0) }
    var sink = ByteSink()
    unsafe sink.varint(inner.pointee.shape)
    return (sink.bytes, 0)
  }

  /// The offset of the payload of a field in a record whose calls were noted.
  private func start(
    of position: Int, _ record: ChangedRecord, _ learned: UnsafeMutablePointer<RecordPlan>,
    _ frame: UnsafeMutablePointer<EncodingFrame>
  ) throws -> Int {
    if let start = unsafe record.fields[position].start { return start }
    var offset = unsafe frame.pointee.body + Self.learningByteCount
    for index in 0..<position where unsafe record.fields[index].state == .value {
      let slot = unsafe learned.pointee.slots + index
      if unsafe slot.pointee.isStateBool { continue }
      guard
        let byteCount = unsafe payloadByteCount(
          slot.pointee.callKind ?? slot.pointee.resolvedKind, at: state.pointee.base + offset)
      else {
        throw unsafe state.pointee.deviate()
      }
      offset += byteCount
    }
    return offset
  }

  /// The bytes of the payload of a leaf; nil for other values, and for URLs and decimals.
  func payloadByteCount(_ kind: UInt8, at start: UnsafeRawPointer) -> Int? {
    switch kind {
    case KindCode.bool, KindCode.int8, KindCode.uint8: return 1
    case KindCode.float32: return 4
    case KindCode.float64, KindCode.date: return 8
    case KindCode.int128, KindCode.uint128, KindCode.uuid: return 16
    case KindCode.int, KindCode.uint, KindCode.strongBackReference, KindCode.conditionalReference:
      return unsafe varint(at: start).byteCount
    case KindCode.string, KindCode.data:
      let (count, byteCount) = unsafe varint(at: start)
      return byteCount + Int(truncatingIfNeeded: count)
    default: return nil
    }
  }

  /// A varint that was written, and its bytes (Spec, section 2).
  func varint(at start: UnsafeRawPointer) -> (value: UInt64, byteCount: Int) {
    let word = unsafe UInt64(littleEndian: start.loadUnaligned(as: UInt64.self))
    let extra = min(word.trailingZeroBitCount, 8)
    if extra == 8 {
      return (UInt64(littleEndian: unsafe (start + 1).loadUnaligned(as: UInt64.self)), 9)
    }
    let bitCount = UInt64(truncatingIfNeeded: 8 * (extra + 1))
    let used = bitCount == 64 ? word : word & (1 << bitCount - 1)
    return (used >> UInt64(truncatingIfNeeded: extra + 1), extra + 1)
  }

  // MARK: The next call

  /// Notes that a record of a group has another shape than those before it.
  func noteChange(of group: UnsafeMutablePointer<PlanGroup>) {
    unsafe state.pointee.hasChanges = true
    if unsafe !changedGroups.contains(group) { unsafe changedGroups.append(group) }
  }

  /// Begins a call of the archiver after one in which records changed: first records have exact shapes.
  @inline(never)
  func forgetChanges() {
    unsafe state.pointee.hasChanges = false
    unsafe state.pointee.changedBody = nil
    changedRecordCount = 0
    unsafe changedRecords.removeAll()
    settledKinds = KindTable()
    settledFields.removeAll()
    settledBytes.removeAll()
    for index in unsafe changedGroups.indices {
      let group = unsafe changedGroups[index]
      guard let likely = unsafe group.pointee.likely, unsafe !likely.pointee.isExact else {
        continue
      }
      unsafe group.pointee.likely = unsafe firstExact(group)
    }
    unsafe changedGroups.removeAll()
  }

  /// The plan of a group that a first record is most likely to have: the first of the last call; nil if there is none.
  private func firstExact(
    _ group: UnsafeMutablePointer<PlanGroup>
  ) -> UnsafeMutablePointer<RecordPlan>? {
    var (next, found) = unsafe (group.pointee.first, nil as UnsafeMutablePointer<RecordPlan>?)
    while let plan = unsafe next {
      unsafe next = unsafe plan.pointee.next
      guard unsafe plan.pointee.isExact else { continue }
      let isOfLastCall = unsafe plan.pointee.call == state.pointee.call
      if let other = unsafe found, unsafe other.pointee.call == state.pointee.call,
        unsafe !isOfLastCall || other.pointee.shape < plan.pointee.shape
      {
        continue
      }
      unsafe found = unsafe plan
    }
    return unsafe found
  }
}
