/// The cases of an enumeration that generated code writes, one for all places of an encoder.
@unsafe
@usableFromInline
struct CaseTable {
  /// In the order in which the type described them.
  @usableFromInline var plans: UnsafeMutablePointer<CasePlan>
  @usableFromInline var count = 0
  /// Containers that are open in a value at most, those not counted that collections count themselves.
  @usableFromInline var levels = 2
  /// Whether elements may stand in a value.
  var holdsElements = true
  /// Whether generated code can write all cases; false also while they are being described.
  @usableFromInline var isUsable = false

  init() { unsafe plans = .allocate(capacity: 0) }
}

/// A case that generated code writes: a record of one field, which holds the record of the payload.
@unsafe
@usableFromInline
struct CasePlan {
  /// The fields of the payload.
  @usableFromInline let fields: UnsafeMutablePointer<EncodingSlot>
  @usableFromInline let fieldCount: Int
  /// The call of the archiver in which the shapes have numbers.
  @usableFromInline var settledCall: UInt32 = 0
  /// The number of the case's shape in that call, as it stands before the payload.
  @usableFromInline var prefix: UInt8 = 0
  /// True once a value was compared with its coding.
  @usableFromInline var isConfirmed = false
  /// Whether elements may stand in the payload.
  @usableFromInline let holdsElements: Bool
  let record: UnsafeMutablePointer<RecordPlan>
  let payload: UnsafeMutablePointer<RecordPlan>

  init(
    record: UnsafeMutablePointer<RecordPlan>, payload: UnsafeMutablePointer<RecordPlan>
  ) {
    unsafe self.record = unsafe record
    unsafe self.payload = unsafe payload
    unsafe fields = unsafe payload.pointee.slots
    unsafe fieldCount = unsafe payload.pointee.count
    unsafe holdsElements = unsafe payload.pointee.holdsElements
  }
}
