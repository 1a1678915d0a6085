#if PostgreSQL
  internal import PlatformC

  /// As many turns as there may be connections; threads wait for one. A counting semaphore.
  @safe
  final class ConnectionTurns: Sendable {
    // `nonisolated(unsafe)`: the addresses are set once, and what stands there is made for all threads: mutex and condition are touched by
    // calls of the system alone, and the count only by who holds the mutex.
    private nonisolated(unsafe) let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(
      capacity: 1)
    private nonisolated(unsafe) let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(
      capacity: 1)
    private nonisolated(unsafe) let free = UnsafeMutablePointer<Int>.allocate(capacity: 1)

    init(_ count: Int) {
      unsafe pthread_mutex_init(mutex, nil)
      unsafe pthread_cond_init(condition, nil)
      unsafe free.initialize(to: count)
    }

    deinit {
      unsafe pthread_cond_destroy(condition)
      unsafe pthread_mutex_destroy(mutex)
      unsafe condition.deallocate()
      unsafe mutex.deallocate()
      unsafe free.deallocate()
    }

    /// Waits for a turn.
    func take() {
      unsafe pthread_mutex_lock(mutex)
      while unsafe free.pointee == 0 { unsafe pthread_cond_wait(condition, mutex) }
      unsafe free.pointee -= 1
      unsafe pthread_mutex_unlock(mutex)
    }

    /// Ends a turn.
    func give() {
      unsafe pthread_mutex_lock(mutex)
      unsafe free.pointee += 1
      unsafe pthread_cond_signal(condition)
      unsafe pthread_mutex_unlock(mutex)
    }
  }
#endif
