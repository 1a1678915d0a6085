internal import ArchiveFormat

/// The calls that encoding a record of some type makes: one path through its `encode(to:)`.
@unsafe
struct RecordPlan {
  /// `count` fields and an end.
  var slots: UnsafeMutablePointer<EncodingSlot>
  var count = 0
  var capacity: Int
  var bitCount = 0
  /// Bytes of the state bits.
  var bitByteCount = 0
  /// What a place is where its records stand: *record* of its shape, or *record* of any shape if it is one
  /// of several alternatives (Spec, section 13), so that the shape stands before each.
  var kind = KindCode.recordOfShape
  /// Of the first 64 fields those whose kinds are found anew in each call, a bit for each.
  private(set) var changingFields: UInt64 = 0
  /// Whether its first record is still being encoded.
  var isLearning = true
  /// The call of the archiver that `shape` belongs to.
  var call: UInt32 = 0
  var shape = 0
  /// The call of the archiver in which another shape took the place of its own, and the number of what its row says then.
  var replacedCall: UInt32 = 0
  var settledNumber = 0
  /// The call in which the row of another shape took its place among those that all records without a type are compared with (Spec, section 13,
  /// *Matching*); it keeps its own records.
  var supersededCall: UInt32 = 0
  /// The call in which a record had been written into places inside of its fields before it got another shape.
  var misledCall: UInt32 = 0
  /// The call in which a record that has all of its fields is sure to be of its shape.
  var closingCall: UInt32 = 0
  /// The call in which it was compared with the others that begin with its first key.
  var comparedCall: UInt32 = 0
  /// The plan that it was derived from (Spec, section 13, case 2 of *Matching*).
  var base: UnsafeMutablePointer<RecordPlan>?
  /// Index of its keys in the encoder's table.
  let number: Int
  /// Whether it is that of generated code, and complete.
  var isGenerated = false
  /// True once a record was compared with its coding.
  var isConfirmed = false
  /// Containers that are open in a record that is always there; for generated code.
  var levels = 1
  /// Whether elements may stand in a record of it; for generated code.
  var holdsElements = true
  /// The bytes of a record if its memory is its body, else 0; for generated code.
  var copiedByteCount = 0
  let group: UnsafeMutablePointer<PlanGroup>
  /// The plan whose shape was defined after it in this call.
  var nextDefined: UnsafeMutablePointer<RecordPlan>?
  /// The next plan of the group.
  var next: UnsafeMutablePointer<RecordPlan>?
}

extension RecordPlan {
  /// Whether its record is filled through several containers.
  var hasSwitches: Bool {
    unsafe (0..<count).contains { unsafe slots[$0].signature == EncodingSlot.switchCode }
  }

  /// The fields whose slots stand before one.
  func fieldCount(before end: UnsafeMutablePointer<EncodingSlot>) -> Int {
    unsafe (0..<end - slots).count { unsafe slots[$0].signature != EncodingSlot.switchCode }
  }

  /// The index of the first slot that is a field.
  var firstField: Int {
    unsafe (0..<count).first { unsafe slots[$0].signature != EncodingSlot.switchCode } ?? count
  }

  /// Notes that the type's own coding writes its records, which may encode anything.
  mutating func leaveToCoding() {
    unsafe isGenerated = false
    unsafe holdsElements = true
    unsafe copiedByteCount = 0
  }

  /// Notes that all fields are there.
  mutating func complete() {
    unsafe isLearning = false
    unsafe changingFields = 0
    var index = 0
    while unsafe index < min(count, 64) {
      if unsafe slots[index].isChanging { unsafe changingFields |= 1 << UInt64(index) }
      index += 1
    }
  }

  /// Bytes before the state bits of its records, for the number of the shape.
  var prefixByteCount: Int { unsafe kind == KindCode.record ? 1 : 0 }

  /// The same for a record at a place.
  @inline(__always)
  func prefixByteCount(at slot: UnsafeMutablePointer<EncodingSlot>) -> Int {
    unsafe kind == KindCode.record || slot.pointee.holdsAnyRecord ? 1 : 0
  }

  /// True if blocks may begin inside of its records: a field holds more than leaves and records of such.
  var mayHoldRows: Bool { unsafe mayHoldRows(levels: 4) }

  /// - Parameter levels: Records inside that are looked into, since a record may hold others of its type.
  private func mayHoldRows(levels: Int) -> Bool {
    unsafe (0..<count).contains { index in
      let slot = unsafe slots + index
      if unsafe slot.pointee.holdsAny { return true }
      if unsafe slot.pointee.callKind != nil || KindCode.isLeaf(slot.pointee.resolvedKind) {
        return false
      }
      guard unsafe slot.pointee.kind == KindCode.recordOfShape, levels > 0,
        let plan = unsafe slot.pointee.plan
      else { return true }
      return unsafe plan.pointee.mayHoldRows(levels: levels - 1)
    }
  }

  /// True if a record is compared with its shape in a call of the archiver.
  func isLive(in call: UInt32) -> Bool { unsafe self.call == call && replacedCall != call }

  /// True if its shape is live in the sense of the Spec, so that a record is compared with it unless it is compared with a single one.
  func isCandidate(in call: UInt32) -> Bool {
    unsafe isLive(in: call) && supersededCall != call && count > 0
  }

  /// True if another plan has the same shape, as all records have that have neither a type nor fields.
  func hasShape(of other: RecordPlan) -> Bool {
    unsafe slots == other.slots
      || count == 0 && other.count == 0 && group.pointee.valueType == nil
        && other.group.pointee.valueType == nil
  }

  /// True if a first record may have its shape: none of its fields, nor of the shapes inside, was made a more general one for others.
  var isExact: Bool {
    unsafe (0..<count).allSatisfy {
      let slot = unsafe slots + $0
      return unsafe slot.pointee.signature & EncodingSlot.changingFlag == 0
        && !slot.pointee.holdsAnyRecord && !slot.pointee.holdsAny
    }
  }
}

/// The plans of one Swift type with one key type: several if records begin with different keys.
@unsafe
struct PlanGroup {
  /// Nil for nested containers.
  let valueType: UnsafeRawPointer?
  /// The group of the records whose first field its records are (Spec, section 13, *Matching*), and the key of the field; nil if they stand elsewhere.
  var around: UnsafeMutablePointer<PlanGroup>?
  var aroundKey: UInt8 = 0
  let keyType: UnsafeRawPointer
  let boxes: UnsafeMutablePointer<KeyTypeBoxes>
  /// The plan that was used last.
  var likely: UnsafeMutablePointer<RecordPlan>?
  var first: UnsafeMutablePointer<RecordPlan>?
  /// Index of the value type in the encoder's table.
  let typeIndex: Int
  /// The next group of records without a type that have keys of the same type.
  var nextWithoutType: UnsafeMutablePointer<PlanGroup>?
  /// Counts the shapes of its records. First fields of these are compared with another plan only after it changed.
  var numberedCount: UInt32 = 0
  /// The only plan that its records are compared with, as it was found last; for records that are the first field of others.
  var payloads = unsafe PayloadRule()
  /// Plans of changing records.
  var changedPlanCount = 0
  /// So many of them are kept: those of a type with very many shapes would take longer to find than to make.
  static let changedPlanLimit = 256
}

/// The containers of one key type that are handed out again and again.
@unsafe
struct KeyTypeBoxes {
  let keyType: UnsafeRawPointer
  var first: UnsafeMutablePointer<ContainerBox>?
  var style = KeyStyle.unknown
  /// The groups of records without a type that have such keys.
  var firstWithoutType: UnsafeMutablePointer<PlanGroup>?
  /// The call of the archiver in which a record was compared with those of all these groups.
  var comparedCall: UInt32 = 0
  /// The number of the last record without a type that ended and had such keys.
  var lastNested = 0
}

/// One container to hand out. Its address is its identity.
@unsafe
struct ContainerBox {
  /// A `KeyedEncodingContainer`.
  let container: UnsafeMutableRawPointer
  /// A ``ContainerCopier`` for it, which lives as long.
  let copier: Unmanaged<AnyObject>?
  let boxes: UnsafeMutablePointer<KeyTypeBoxes>
  var next: UnsafeMutablePointer<ContainerBox>?
  /// The field that its last nested record stood in, with the group of the record around, or the place of the array or map around; and the call of
  /// the archiver in which the nested record ended.
  var closedGroup: UnsafeMutablePointer<PlanGroup>?
  var closedField: UInt16 = 0
  var closedPlace: UnsafeMutablePointer<EncodingSlot>?
  var closedCall: UInt32 = 0
}

/// A record that is being encoded, or an array whose elements are encoded one by one.
@unsafe
@usableFromInline
struct EncodingFrame {
  /// The field that is expected next.
  @usableFromInline var next: UnsafeMutablePointer<EncodingSlot>
  var box: UnsafeMutablePointer<ContainerBox>
  /// Where the state bits begin, from the base of the buffer.
  var body: Int
  var plan: UnsafeMutablePointer<RecordPlan>?
  /// Where the record stands.
  var slot: UnsafeMutablePointer<EncodingSlot>
  var group: UnsafeMutablePointer<PlanGroup>
  /// The levels of the encoder when the record was begun.
  var depth = 0
  /// Whether it was opened by `nestedContainer`, so that it ends with the next call of its parent.
  var isNested: Bool
  /// True for an array: then the innermost row is its elements.
  var isArray = false
  /// True if it holds containers that are filled late.
  var hasLate = false
  /// True for such a container, while its calls are made.
  var isLate = false
  /// True once a body was noted in it at a place whose kind is not known for good.
  var hasOpenBodies = false
  /// True once a field was passed that may have been given as one that is absent, or not at all.
  var hasPassedFields = false
  /// True once a field was given whose kind was not known.
  var hasDeterminedFields = false
  /// True for a record that was begun with the plan that was expected at its place.
  var isExpected = false
  /// True for a record that changed though a block had begun in it, so that it is left to the next pass.
  var isLeftToNextPass = false
}
