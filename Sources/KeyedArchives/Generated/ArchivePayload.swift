/// The payload of a case while it is written.
@safe
public struct ArchivePayload {
  @usableFromInline let slots: UnsafeMutablePointer<EncodingSlot>
  /// The case, if it has to be ended.
  @usableFromInline let plan: UnsafeMutablePointer<CasePlan>?

  @inlinable
  @inline(__always)
  init(_ slots: UnsafeMutablePointer<EncodingSlot>, _ plan: UnsafeMutablePointer<CasePlan>?) {
    unsafe self.slots = unsafe slots
    unsafe self.plan = unsafe plan
  }

  /// The place of a value, in the order in which the type described them.
  @inlinable
  @inline(__always)
  public subscript(index: Int) -> ArchivePlace { unsafe ArchivePlace(slots + index) }
}
