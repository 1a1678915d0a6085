internal import ArchiveFormat

/// The fit of the calls of a record to the shape of a plan (Spec, section 13, *Matching*).
@unsafe
struct PlanFit {
  /// True if the keys of the plan contain those of the record, in order.
  private(set) var containsKeys = true
  /// True if the record can be written with the shape as it is, but for kinds that are not determined yet.
  private(set) var isExact = true
  /// By the number of a field of the record: the index of that of the plan.
  private(set) var targets: [Int] = []
  /// Indices of fields of the plan in which records of another shape stand, or values of another kind.
  private(set) var widened: Set<Int> = []
  private var emptyCount = 0
  private var heldCount = 0

  /// True if the record holds enough of the shape's fields for the shape to be widened for it.
  var isWorthWidening: Bool { unsafe containsKeys && emptyCount <= heldCount }

  /// - Parameters:
  ///   - fields: The fields of the record.
  ///   - learned: The plan in which they stand.
  ///   - call: The call of the archiver.
  /// - Returns: Nil if the general way has to compare them.
  init?(
    _ fields: [ChangedRecord.Field], _ learned: UnsafeMutablePointer<RecordPlan>,
    _ plan: UnsafeMutablePointer<RecordPlan>, in call: UInt32
  ) {
    var index = 0
    for position in fields.indices {
      let slot = unsafe learned.pointee.slots + position
      while unsafe index < plan.pointee.count,
        unsafe plan.pointee.slots[index].key != slot.pointee.key
      {
        unsafe skip(plan.pointee.slots + index)
        index += 1
      }
      guard unsafe index < plan.pointee.count else {
        unsafe containsKeys = false
        unsafe isExact = false
        return
      }
      let other = unsafe plan.pointee.slots + index
      guard unsafe add(fields[position].state, slot, other, index, call) else { return nil }
      index += 1
    }
    while unsafe index < plan.pointee.count {
      unsafe skip(plan.pointee.slots + index)
      index += 1
    }
  }

  private mutating func skip(_ slot: UnsafeMutablePointer<EncodingSlot>) {
    unsafe emptyCount += 1
    if unsafe !slot.pointee.isOptional { unsafe isExact = false }
  }

  /// Compares a field; false if the general way has to.
  private mutating func add(
    _ state: ChangedRecord.FieldState, _ slot: UnsafeMutablePointer<EncodingSlot>,
    _ other: UnsafeMutablePointer<EncodingSlot>, _ index: Int, _ call: UInt32
  ) -> Bool {
    guard unsafe slot.pointee.isSameCall(as: other.pointee) else { return false }
    if state == .absent { unsafe emptyCount += 1 } else { unsafe heldCount += 1 }
    if state == .null, unsafe !other.pointee.isNullable { unsafe isExact = false }
    unsafe targets.append(index)
    if state != .value { return true }
    switch unsafe other.pointee.relation(to: slot, in: call) {
    case .same: return true
    case .otherRecord, .otherKind:
      unsafe widened.insert(index)
      unsafe isExact = false
      return true
    case .unknown: return false
    }
  }

  /// True if a record with the fields of a plan has all keys of another in order, and not too many more.
  static func joins(
    _ learned: UnsafeMutablePointer<RecordPlan>, _ plan: UnsafeMutablePointer<RecordPlan>
  ) -> Bool {
    guard unsafe learned.pointee.count <= 2 * plan.pointee.count else { return false }
    var index = 0
    for position in unsafe 0..<learned.pointee.count
    where unsafe index < plan.pointee.count
      && plan.pointee.slots[index].key == learned.pointee.slots[position].key
    {
      index += 1
    }
    return unsafe index == plan.pointee.count
  }

  /// True if a record may fit both of two plans.
  static func mayShareRecords(
    _ plan: UnsafeMutablePointer<RecordPlan>, _ other: UnsafeMutablePointer<RecordPlan>
  ) -> Bool {
    unsafe plan.pointee.requires(onlyFieldsOf: other.pointee)
      && other.pointee.requires(onlyFieldsOf: plan.pointee)
  }
}

extension RecordPlan {
  /// True if a record with some keys has those that its records have, in order.
  func takes(_ keys: [UInt8]) -> Bool {
    var index = 0
    for key in keys {
      while unsafe index < count, unsafe slots[index].key != key {
        guard unsafe slots[index].isOptional else { return false }
        index += 1
      }
      guard unsafe index < count else { return false }
      index += 1
    }
    return unsafe (index..<count).allSatisfy { unsafe slots[$0].isOptional }
  }

  fileprivate func requires(onlyFieldsOf other: RecordPlan) -> Bool {
    let keys = unsafe Set((0..<other.count).map { unsafe other.slots[$0].key })
    return unsafe (0..<count).allSatisfy {
      unsafe slots[$0].isOptional || keys.contains(slots[$0].key)
    }
  }
}

extension EncodingSlot {
  /// True if calls of two fields of one key are of one kind.
  func isSameCall(as other: EncodingSlot) -> Bool {
    unsafe isOptionalCall == other.isOptionalCall
      && (code == other.code || code == Self.nullCode || other.code == Self.nullCode)
  }

  /// The relation of a value to the kind of a place.
  enum Relation {
    case same
    /// Both are records, of shapes of their own.
    case otherRecord
    /// They are of kinds that one place holds only with a tag before each.
    case otherKind
    /// The general way has to find out.
    case unknown
  }

  /// The relation of the value of another field of the same key to the kind of this one.
  func relation(to value: UnsafeMutablePointer<EncodingSlot>, in call: UInt32) -> Relation {
    if unsafe value.pointee.callKind != nil { return .same }
    // The type of the value wrote null, and the field was not given null.
    if unsafe value.pointee.call == call, unsafe value.pointee.resolvedKind == KindCode.null {
      return .unknown
    }
    if unsafe holdsAny { return .same }
    if unsafe value.pointee.holdsAny {
      let held = unsafe value.pointee.heldKind
      // Its tag is taken off.
      if unsafe self.call == call, unsafe resolvedKind == held, KindCode.isValueOfLeaf(held) {
        return .same
      }
      return unsafe isOther(held, of: value.pointee, in: call) ? .otherKind : .unknown
    }
    let kind = unsafe value.pointee.kind
    let isRecord = unsafe DirectEncoder.isRecord(kind) && !value.pointee.holdsAnyRecord
    if unsafe holdsAnyRecord {
      return unsafe isRecord || value.pointee.holdsAnyRecord ? .same : .unknown
    }
    guard unsafe value.pointee.call == call, unsafe !value.pointee.holdsAnyRecord else {
      return .unknown
    }
    guard unsafe self.call == call else {
      return unsafe isBit && value.pointee.resolvedKind != KindCode.bool ? .unknown : .same
    }
    if unsafe self.kind == KindCode.recordOfShape, kind == KindCode.recordOfShape {
      if let one = unsafe plan, let other = unsafe value.pointee.plan,
        unsafe one.pointee.hasShape(of: other.pointee)
      {
        return .same
      }
      return unsafe value.pointee.generated == nil ? .otherRecord : .unknown
    }
    if unsafe resolvedKind == value.pointee.resolvedKind { return .same }
    return unsafe isOther(value.pointee.resolvedKind, of: value.pointee, in: call)
      ? .otherKind : .unknown
  }

  /// True if values of a type that are of another kind than those here may stand here with tags.
  private func isOther(_ kind: UInt8, of value: EncodingSlot, in call: UInt32) -> Bool {
    unsafe self.call == call && type != nil && type == value.type
      && (strategy == .codable || strategy == .watched) && kind != resolvedKind
      && !(DirectEncoder.isRecord(kind) && DirectEncoder.isRecord(resolvedKind))
  }
}
