internal import PlatformC

/// What tells a thread from all others that run.
package struct ThreadIdentity: Hashable, Sendable {
  private let number: UInt

  /// The calling thread's.
  package static var current: ThreadIdentity { ThreadIdentity(number: currentThreadNumber()) }

  /// A number of so many bits, which differs between most threads. Numbers of threads are addresses; Fibonacci hashing spreads them (Knuth, The Art
  /// of Computer Programming, volume 3, section 6.4).
  func bits(_ count: Int) -> Int {
    Int((UInt64(number) &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - count))
  }
}
