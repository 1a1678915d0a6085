/// The place of roots of one type.
@unsafe
struct RootPlace {
  let type: ObjectIdentifier
  let slot: UnsafeMutablePointer<EncodingSlot>
  /// Calls that go the general way before the direct one is tried again.
  private(set) var pause = 0
  private var nextPause = 1
  /// Bytes of the last root.
  var byteCount = 0

  init(type: ObjectIdentifier, slot: UnsafeMutablePointer<EncodingSlot>) {
    unsafe self.type = type
    unsafe self.slot = unsafe slot
  }

  /// One call went by.
  mutating func passBy() { unsafe pause -= 1 }

  /// A type that deviates each time is tried ever more seldom.
  mutating func pauseAfterDeviation() {
    unsafe pause = unsafe nextPause
    unsafe nextPause = unsafe min(nextPause * 2, 1_024)
  }
}
