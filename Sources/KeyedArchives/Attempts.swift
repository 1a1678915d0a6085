/// When a fast way is tried again that fails for some values: at once after one failure, and more seldom after several in a row.
///
/// An attempt that fails costs less than the other way. With a longer pause it would cost no less that could be measured, and values that would not fail
/// would pay for it.
struct Attempts {
  /// Values that go the other way before the next attempt.
  private var pause: UInt8 = 0
  private var nextPause: UInt8 = 0
  private static let maximumPause: UInt8 = 16

  /// True if the last attempt did not fail.
  var isFresh: Bool { nextPause == 0 }

  /// True if the next value is one to try with.
  @inline(__always)
  mutating func isTaken() -> Bool {
    if pause == 0 { return true }
    pause -= 1
    return false
  }

  @inline(__always)
  mutating func succeed() { if nextPause > 0 { nextPause = 0 } }

  mutating func fail() {
    pause = nextPause
    nextPause = min(max(nextPause * 2, 1), Self.maximumPause)
  }
}
