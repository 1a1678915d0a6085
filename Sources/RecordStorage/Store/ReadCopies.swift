internal import Synchronization

/// Copies of a value that many threads read and few change, in ``ThreadStripes``. The value itself stands elsewhere, behind a lock that a reading thread
/// takes only after a change.
///
/// A thread that changes the value calls ``invalidate()`` while it holds that lock. So a thread that has seen a value, or was told of it by one that has, never
/// reads an older one.
final class ReadCopies<Value: Sendable>: Sendable {
  private struct Copy: Sendable {
    let version: UInt64
    let value: Value
  }

  private let copies = ThreadStripes<Copy?>(nil)
  private let version = Atomic<UInt64>(0)
  /// A bit for each stripe that may have a copy.
  private let filled = Atomic<UInt64>(0)

  /// The value.
  ///
  /// - Parameter read: Takes the lock, and reads it there.
  func value(_ read: () throws -> Value) rethrows -> Value {
    try copies.withOwn { copy, number in
      // The version first: what is read behind it is no older.
      let version = version.load(ordering: .acquiring)
      if let copy, copy.version == version { return copy.value }
      filled.bitwiseOr(1 << UInt64(number), ordering: .relaxed)
      let value = try read()
      copy = Copy(version: version, value: value)
      return value
    }
  }

  /// Makes all copies old ones.
  func invalidate() { version.add(1, ordering: .releasing) }

  /// Lets go of the copies, which may be large, or hold a file. A thread that calls this does not hold the lock of the value.
  func removeAll() {
    var left = filled.exchange(0, ordering: .relaxed)
    while left != 0 {
      _ = copies.exchange(nil, at: left.trailingZeroBitCount)
      left &= left - 1
    }
  }
}
