/// The payload of a case while it is written.
@safe
public struct ArchivePayload {
  @usableFromInline let places: ArchivePlaces
  /// The case, if it has to be ended.
  @usableFromInline let plan: UnsafeMutablePointer<CasePlan>?

  @inlinable
  @inline(__always)
  init(_ plan: UnsafeMutablePointer<CasePlan>, mustEnd: Bool) {
    unsafe places = ArchivePlaces(plan.pointee.fields, count: plan.pointee.fieldCount)
    unsafe self.plan = unsafe mustEnd ? plan : nil
  }

  /// The place of a value, in the order in which the type described them.
  @inlinable
  @inline(__always)
  public subscript(index: Int) -> ArchivePlace { places[index] }
}
