/// The attempts at a fast way that fails for some values: another one at once after one failure, and more seldom after several in a row.
///
/// The general way of encoding takes about eight times as long as an attempt, so an attempt before one value of 17 adds less than a hundredth. A longer
/// pause would save no more than that, and values that would not fail would pay for it.
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
