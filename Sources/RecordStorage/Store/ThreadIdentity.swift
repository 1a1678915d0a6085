internal import PlatformC

/// What tells a thread from all others that run.
package struct ThreadIdentity: Hashable, Sendable {
  private let number: UInt

  /// The calling thread's.
  package static var current: ThreadIdentity { ThreadIdentity(number: currentThreadNumber()) }
}
