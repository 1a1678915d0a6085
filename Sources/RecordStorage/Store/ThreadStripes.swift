internal import Synchronization

/// Several values of a kind, each behind a lock of its own. A thread uses the same one each time, and few threads use one, so that threads
/// seldom wait for each other.
final class ThreadStripes<Value: Sendable>: Sendable {
  private final class Stripe: Sendable {
    let value: Mutex<Value>
    /// Keeps the next stripe out of this one's line of the cache.
    private let padding: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0)

    init(_ value: Value) { self.value = Mutex(value) }
  }

  /// The number of stripes: a power of two.
  static var count: Int { 16 }

  private let stripes: [Stripe]

  /// All with one value to begin with.
  init(_ value: Value) { stripes = (0..<Self.count).map { _ in Stripe(value) } }

  /// Calls a function with the value of the calling thread, and with its number.
  func withOwn<Result>(_ body: (inout Value, _ number: Int) throws -> Result) rethrows -> Result {
    let number = ThreadIdentity.current.bits(Self.count.trailingZeroBitCount)
    return try stripes[number].value.withLock { try body(&$0, number) }
  }

  /// Gives a stripe another value, and returns the one that it had.
  func exchange(_ value: Value, at number: Int) -> Value {
    stripes[number].value.withLock { own in
      defer { own = value }
      return own
    }
  }
}
