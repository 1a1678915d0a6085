internal import ArchiveFormat
internal import PlatformC

/// Fields that come and go, nulls, and shapes that take turns, where the shapes of this call of the archiver allow them.
extension DirectEncoder {
  // MARK: Fields

  /// The place of a call that comes later in the plan of a record, whose fields in between may be absent; nil if there is none.
  func laterField(
    _ signature: UInt16, _ frame: UnsafeMutablePointer<EncodingFrame>
  ) -> UnsafeMutablePointer<EncodingSlot>? {
    guard let plan = unsafe frame.pointee.plan else { return nil }
    // Another first key makes it a record of another shape, and so does each call that a first record lacks.
    let mayPass =
      unsafe frame.pointee.next > plan.pointee.slots
      && plan.pointee.isLive(in: state.pointee.call)
    var slot = unsafe frame.pointee.next
    var hasPassedFields = unsafe frame.pointee.hasPassedFields
    while unsafe slot.pointee.signature != EncodingSlot.endOfRecord {
      if unsafe slot.pointee.takes(signature) {
        unsafe frame.pointee.hasPassedFields = hasPassedFields
        unsafe frame.pointee.next = unsafe slot + 1
        unsafe give(slot, signature, frame)
        return unsafe slot
      }
      guard mayPass, unsafe slot.pointee.isOptional else { return nil }
      if unsafe slot.pointee.isOptionalCall { hasPassedFields = true }
      unsafe slot += 1
    }
    return nil
  }

  /// Sets the state bits of a field that has a value, where it may have none.
  private func give(
    _ slot: UnsafeMutablePointer<EncodingSlot>, _ signature: UInt16,
    _ frame: UnsafeMutablePointer<EncodingFrame>
  ) {
    guard unsafe slot.pointee.signature & EncodingSlot.changingFlag != 0 else { return }
    let isNull = unsafe signature & 0x3F00 == EncodingSlot.nullCode
    if !isNull, unsafe slot.pointee.code == EncodingSlot.nullCode {
      unsafe slot.pointee.signature = unsafe signature | EncodingSlot.changingFlag
    }
    var bit = unsafe Int(slot.pointee.bit)
    if unsafe slot.pointee.isOptional {
      unsafe state.pointee.setBit(bit, from: frame.pointee.body)
      bit += 1
    }
    if unsafe slot.pointee.isNullable { unsafe state.pointee.setBit(bit, from: frame.pointee.body) }
    if !isNull, unsafe slot.pointee.call != state.pointee.call {
      unsafe frame.pointee.hasDeterminedFields = true
    }
    if !isNull, let kind = unsafe slot.pointee.callKind {
      unsafe slot.pointee.kind = kind
      unsafe slot.pointee.call = unsafe state.pointee.call
    }
  }

  /// True if all fields of the plan of a record that it was not given may be absent.
  func mayEnd(_ frame: UnsafeMutablePointer<EncodingFrame>) -> Bool {
    var slot = unsafe frame.pointee.next
    if unsafe slot.pointee.signature == EncodingSlot.endOfRecord { return true }
    guard let plan = unsafe frame.pointee.plan, unsafe slot > plan.pointee.slots,
      unsafe plan.pointee.isLive(in: state.pointee.call)
    else { return false }
    while unsafe slot.pointee.signature != EncodingSlot.endOfRecord {
      guard unsafe slot.pointee.isOptional else { return false }
      if unsafe slot.pointee.isOptionalCall { unsafe frame.pointee.hasPassedFields = true }
      unsafe slot += 1
    }
    return true
  }

  /// The place of a call in another plan of this call of the archiver whose first fields are those that the record has; nil if there is none.
  func fieldOfAnother(
    _ signature: UInt16, _ frame: UnsafeMutablePointer<EncodingFrame>
  ) -> UnsafeMutablePointer<EncodingSlot>? {
    guard let plan = unsafe frame.pointee.plan, unsafe state.pointee.lastCut <= frame.pointee.body,
      unsafe !plan.pointee.isGenerated, unsafe plan.pointee.kind == KindCode.recordOfShape
    else { return nil }
    let count = unsafe frame.pointee.next - plan.pointee.slots
    var next = unsafe frame.pointee.group.pointee.first
    while let other = unsafe next {
      unsafe next = unsafe other.pointee.next
      guard unsafe other != plan, unsafe other.pointee.isLive(in: state.pointee.call),
        unsafe other.pointee.count > count, unsafe other.pointee.kind == plan.pointee.kind,
        (0..<count).allSatisfy({
          unsafe isSamePlainField(plan.pointee.slots + $0, other.pointee.slots + $0)
        }), unsafe (other.pointee.slots + count).pointee.takes(signature)
      else { continue }
      unsafe moveBody(
        of: frame, by: other.pointee.bitByteCount - plan.pointee.bitByteCount,
        after: plan.pointee.bitByteCount)
      unsafe frame.pointee.plan = unsafe other
      unsafe frame.pointee.next = unsafe other.pointee.slots + count
      unsafe frame.pointee.group.pointee.likely = unsafe other
      return unsafe laterField(signature, frame)
    }
    return nil
  }

  /// True if two fields are always there, and hold leaves of one kind.
  private func isSamePlainField(
    _ slot: UnsafeMutablePointer<EncodingSlot>, _ other: UnsafeMutablePointer<EncodingSlot>
  ) -> Bool {
    guard unsafe isPlain(slot), unsafe slot.pointee.signature == other.pointee.signature,
      unsafe slot.pointee.isBit == other.pointee.isBit
    else { return false }
    return unsafe slot.pointee.callKind != nil
      || other.pointee.call == state.pointee.call
        && other.pointee.resolvedKind == slot.pointee.resolvedKind
  }

  /// True if a field is always there, and holds a leaf.
  private func isPlain(_ slot: UnsafeMutablePointer<EncodingSlot>) -> Bool {
    unsafe slot.pointee.mode == .required
      && (slot.pointee.callKind != nil
        || slot.pointee.call == state.pointee.call && KindCode.isLeaf(slot.pointee.resolvedKind))
  }

  /// True if the kind of a field of a plan was known before a record. That cannot be told where the call is `encodeIfPresent`, nor inside of
  /// containers.
  func isDetermined(
    _ slot: UnsafeMutablePointer<EncodingSlot>, before frame: UnsafeMutablePointer<EncodingFrame>
  ) -> Bool {
    if unsafe slot.pointee.holdsAny { return true }
    guard unsafe !slot.pointee.isOptionalCall,
      unsafe !slot.pointee.isNullable || !frame.pointee.hasDeterminedFields
    else { return false }
    return unsafe slot.pointee.callKind != nil
      || slot.pointee.call == state.pointee.call && hasSimpleKind(slot)
  }

  /// True if a place holds leaves, or records of one shape.
  func hasSimpleKind(_ slot: UnsafeMutablePointer<EncodingSlot>) -> Bool {
    let kind = unsafe slot.pointee.resolvedKind
    return KindCode.isLeaf(kind) || kind == KindCode.recordOfShape
  }

  /// Moves the payloads of a record that is being written, for state bits of another number of bytes. The further ones are zero.
  func moveBody(
    of frame: UnsafeMutablePointer<EncodingFrame>, by distance: Int, after byteCount: Int
  ) {
    if distance == 0 { return }
    unsafe state.pointee.reserve(max(distance, 0))
    let payload = unsafe state.pointee.base + frame.pointee.body + byteCount
    unsafe (payload + distance).copyMemory(
      from: payload, byteCount: state.pointee.position - payload)
    if distance > 0 { unsafe memset(payload, 0, distance) }
    unsafe state.pointee.position += distance
    unsafe state.pointee.reserve(0)
  }

  // MARK: Nulls

  /// True if a place is that of the field which the innermost record was given last.
  func isLastField(_ slot: UnsafeMutablePointer<EncodingSlot>) -> Bool {
    let frame = unsafe state.pointee.top
    guard unsafe frame > state.pointee.frames, unsafe !frame.pointee.isArray,
      let plan = unsafe frame.pointee.plan
    else { return false }
    return unsafe frame.pointee.next > plan.pointee.slots && frame.pointee.next - 1 == slot
      && !slot.pointee.isOptionalCall
  }

  /// Gives null to the field that a record was given last.
  func putNull(at slot: UnsafeMutablePointer<EncodingSlot>) throws {
    let frame = unsafe state.pointee.top
    guard unsafe !state.pointee.hasDeviated, unsafe isLastField(slot),
      let plan = unsafe frame.pointee.plan
    else { throw unsafe state.pointee.deviate() }
    if unsafe plan.pointee.isLearning {
      unsafe noteChange(of: frame.pointee.group)
      unsafe slot.pointee.isNullable = true
      unsafe slot.pointee.signature |= EncodingSlot.changingFlag
      unsafe plan.pointee.bitCount += 1
      guard unsafe plan.pointee.bitCount <= Self.learningByteCount * 8 else {
        throw unsafe state.pointee.deviate()
      }
      if unsafe isChanged(frame) {
        let record = unsafe changedRecords.count - 1
        unsafe changedRecords[record].fields[plan.pointee.count - 1].state = .null
      }
    } else if unsafe slot.pointee.isNullable {
      let bit = unsafe Int(slot.pointee.bit) + (slot.pointee.isOptional ? 1 : 0)
      let byte = unsafe state.pointee.base + frame.pointee.body + bit >> 3
      unsafe byte.storeBytes(of: byte.load(as: UInt8.self) & ~(1 << UInt8(bit & 7)), as: UInt8.self)
    } else {
      unsafe try relearn(frame, lastIsNull: true)
    }
  }
}
