internal import ArchiveFormat

/// Fields that get more general for the values of further records.
extension EncodingSlot {
  /// Allows the state that a field has in a record.
  mutating func admit(_ state: ChangedRecord.FieldState) {
    if state == .null { unsafe isNullable = true }
  }

  /// Allows records of any shape, with the number of it before each.
  mutating func admitAnyRecord() {
    unsafe holdsAnyRecord = true
    unsafe kind = KindCode.record
    unsafe plan = nil
  }

  /// Allows values of any kind, with a tag before each.
  mutating func admitAny() {
    unsafe holdsAny = true
    unsafe holdsAnyRecord = false
    unsafe isBit = false
    unsafe kind = KindCode.any
    unsafe plan = nil
    unsafe inner = nil
  }

  /// Takes over what a place has from its plan.
  mutating func take(_ old: EncodingSlot) {
    unsafe isBit = unsafe old.isBit
    if unsafe old.strategy == .watched, unsafe old.type == type {
      unsafe strategy = .watched
      unsafe watchNumber = unsafe old.watchNumber
    }
    unsafe bit = unsafe old.bit
    unsafe isSkippable = unsafe old.isSkippable
    unsafe isNullable = unsafe old.isNullable
  }

  /// Says whether the field may be without a value in the signature, too, so that calls are looked up.
  mutating func completeSignature() {
    if unsafe isSkippable || isNullable {
      unsafe signature |= Self.changingFlag
    } else {
      unsafe signature &= ~Self.changingFlag
    }
  }
}
