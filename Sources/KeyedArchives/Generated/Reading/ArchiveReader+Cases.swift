/// Values of enumerations with payloads.
extension ArchiveReader {
  /// The case that stands at a place, with what it costs counted.
  @inlinable
  @inline(__always)
  mutating func takeCase(
    _ cases: UnsafeMutablePointer<ReadingCases>, at place: ArchivedPlace
  ) throws -> (index: Int, payload: UnsafeMutablePointer<ReadingRecord>) {
    let known = unsafe place.pointee.pointee.caseShape
    let shape = known >= 0 ? UInt64(truncatingIfNeeded: known) : try takeVarint()
    guard shape < UInt64(truncatingIfNeeded: unsafe cases.pointee.count) else {
      throw Self.unforeseen()
    }
    let found = unsafe cases.pointee.cases + Int(truncatingIfNeeded: shape)
    guard let payload = unsafe found.pointee.payload else { throw Self.unforeseen() }
    let fieldCount = unsafe payload.pointee.fieldCount
    // The record of the case with its one field, and that of the payload.
    unsafe state.pointee.valueCount &-= fieldCount &+ 1
    unsafe state.pointee.visitCount &-= fieldCount &+ 3
    if fieldCount == 0 { unsafe state.pointee.zeroWidthCount &-= known >= 0 ? 2 : 1 }
    return unsafe (found.pointee.index, payload)
  }
}
