internal import ArchiveCompression

/// Counts at the beginning of a row, which tell whether anything but its own places learned from its elements.
@unsafe
struct RowBeginning {
  let emptyElementCount: Int
  let builtByteCount: Int
  /// The cost of reading the archives inside of values; nil if there were none.
  let furtherCost: FurtherCost?
  private let recordRowCount: Int
  private let objectCount: Int
  private let lateCount: Int
  private let notedCount: Int
  private let isPlaceKnown: Bool

  init(_ encoder: DirectEncoder, _ place: UnsafeMutablePointer<EncodingSlot>) {
    let state = unsafe encoder.state
    unsafe emptyElementCount = unsafe state.pointee.emptyElementCount
    unsafe builtByteCount = unsafe state.pointee.builtByteCount
    unsafe furtherCost = unsafe encoder.costSoFar
    unsafe recordRowCount = unsafe state.pointee.recordRowCount
    unsafe objectCount = unsafe encoder.objects.count
    unsafe lateCount = unsafe encoder.lateContainers.count
    unsafe notedCount = unsafe encoder.notedCalls.count
    unsafe isPlaceKnown = unsafe place.pointee.call == state.pointee.call
  }

  func isSame(as other: RowBeginning) -> Bool {
    unsafe recordRowCount == other.recordRowCount && objectCount == other.objectCount
      && lateCount == other.lateCount && notedCount == other.notedCount
      && isPlaceKnown == other.isPlaceKnown
  }
}
