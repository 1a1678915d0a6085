internal import ArchiveFormat

extension ArchivePlace {
  /// The places of the fields of the record that stands here, if one stood here before in this call.
  @inlinable
  @inline(__always)
  func settledFields(_ call: UInt32) -> ArchivePlaces? {
    guard unsafe slot.pointee.settledCall == call, let fields = unsafe slot.pointee.fields else {
      return nil
    }
    return unsafe ArchivePlaces(fields, count: slot.pointee.fieldCount)
  }

  /// The places of the fields of the record that stands here; nil if it has to be encoded by its
  /// `encode(to:)`.
  @usableFromInline
  func fields<Record: ArchivableRecord>(
    of record: Record, for writer: ArchiveWriter
  ) -> ArchivePlaces? {
    guard let plan = unsafe slot.pointee.plan, unsafe plan.pointee.isGenerated else {
      unsafe slot.pointee.strategy = .codable
      return nil
    }
    if unsafe !plan.pointee.isConfirmed {
      unsafe plan.pointee.isConfirmed = true
      if !OwnCoding.confirms(record, writer.userInfo) { unsafe writer.state.pointee.outdate() }
    }
    return unsafe ArchivePlaces(plan)
  }

  @inlinable
  @inline(__always)
  var recordHoldsElements: Bool { unsafe slot.pointee.holdsElements }

  /// Whether the memory of the record that stands here is its body.
  @usableFromInline
  var copiesRecords: Bool { copiedByteCount > 0 }

  var copiedByteCount: Int { unsafe slot.pointee.plan?.pointee.copiedByteCount ?? 0 }

  var recordLevels: Int { unsafe slot.pointee.plan?.pointee.levels ?? 1 }

  /// Leaves of a type stand here.
  func prepare(_ type: any Any.Type, kind: UInt8) {
    unsafe slot.pointee.type = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    unsafe slot.pointee.kind = kind
    unsafe slot.pointee.strategy = .generated
  }

  /// Records of a type stand here.
  func prepare(_ type: any Any.Type, record plan: UnsafeMutablePointer<RecordPlan>) {
    prepare(type, kind: ArchiveKind.recordOfShape.rawValue)
    unsafe slot.pointee.plan = unsafe plan
    unsafe slot.pointee.holdsElements = unsafe plan.pointee.holdsElements
  }
}

extension ArchiveWriter {
  /// The `userInfo` that `encode(to:)` finds in its encoder.
  var userInfo: [CodingUserInfoKey: Any] {
    unsafe state.pointee.encoder?.takeUnretainedValue().userInfo ?? [:]
  }

  /// Ends the first record of a place in this call.
  @usableFromInline
  func settle(_ place: ArchivePlace) {
    let slot = unsafe place.slot
    guard let plan = unsafe slot.pointee.plan else { return }
    unsafe state.pointee.number(plan)
    unsafe slot.pointee.call = call
    unsafe slot.pointee.settledCall = call
    unsafe slot.pointee.holdsElements = unsafe plan.pointee.holdsElements
    unsafe slot.pointee.fields = unsafe plan.pointee.slots
    unsafe slot.pointee.fieldCount = unsafe plan.pointee.count
  }
}
