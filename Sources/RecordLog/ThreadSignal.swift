internal import PlatformC
internal import Synchronization

/// Wakes threads that wait for something to change. What changes is kept elsewhere, under a lock of its own.
@safe
final class ThreadSignal: Sendable {
  /// How often it was raised.
  private let count = Atomic<UInt64>(0)
  // `nonisolated(unsafe)`: the addresses are set once, and what stands there is made for all threads and touched by calls of
  // the system alone. No bytes of a file come here: nothing is taken but the count, and nothing given.
  private nonisolated(unsafe) let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(
    capacity: 1)
  private nonisolated(unsafe) let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(
    capacity: 1)

  init() {
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// What ``wait(after:)`` takes. To be read before looking at what may change.
  var now: UInt64 { count.load(ordering: .acquiring) }

  /// Wakes all who wait.
  func raise() {
    unsafe pthread_mutex_lock(mutex)
    count.add(1, ordering: .releasing)
    unsafe pthread_cond_broadcast(condition)
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Waits until it was raised after a moment.
  func wait(after moment: UInt64) {
    unsafe pthread_mutex_lock(mutex)
    while now == moment { unsafe pthread_cond_wait(condition, mutex) }
    unsafe pthread_mutex_unlock(mutex)
  }
}
