/// Makes the plans of record types and the places in them.
@safe
public struct ArchivePlanner {
  let encoder: DirectEncoder

  init(_ encoder: DirectEncoder) { self.encoder = encoder }

  /// A place for elements, for values or keys of a map.
  func newPlace() -> ArchivePlace { unsafe ArchivePlace(encoder.newSlot()) }

  func plan<Record: ArchivableRecord>(
    for type: Record.Type
  ) -> UnsafeMutablePointer<RecordPlan> {
    unsafe encoder.generatedPlan(type)
  }

  func plan(
    ofSuperclass type: any ArchivableObject.Type, isPayload: Bool
  ) -> UnsafeMutablePointer<RecordPlan> {
    unsafe encoder.superclassPlan(of: type, isPayload: isPayload)
  }

  func cases<Value: ArchivableCases>(of type: Value.Type) -> UnsafeMutablePointer<CaseTable> {
    unsafe encoder.generatedCases(of: type)
  }
}
