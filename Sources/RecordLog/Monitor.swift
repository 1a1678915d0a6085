#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// State that one thread at a time has, and threads that wait for it to change.
///
/// `@unchecked Sendable`: the state is only touched between locking and unlocking the mutex.
@safe
final class Monitor<State>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var state: State

  init(_ state: sending State) {
    self.state = state
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Calls a function that has the state alone.
  func withLock<Result>(_ body: (inout State) -> sending Result) -> sending Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body(&state)
  }

  /// Calls a function that has the state alone, again after each change until it gives something.
  func wait<Result>(_ body: (inout State) -> sending Result?) -> sending Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state) { return result }
      unsafe pthread_cond_wait(condition, mutex)
    }
  }

  /// Wakes all who wait.
  func announce() { unsafe pthread_cond_broadcast(condition) }
}
