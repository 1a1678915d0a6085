#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// What tells a thread from all others that run.
package struct ThreadIdentity: Hashable, Sendable {
  private let number: UInt

  /// The calling thread's.
  package static var current: ThreadIdentity {
    #if canImport(Glibc)
      ThreadIdentity(number: UInt(pthread_self()))
    #else
      unsafe ThreadIdentity(number: UInt(bitPattern: pthread_self()))
    #endif
  }
}
