internal import ArchiveCompression
internal import RecordStorage
internal import Synchronization

internal import PlatformC

/// Threads that do the same at the same time, round by round.
enum Race {
  private final class Course: Sendable {
    let arrived = Atomic<Int>(0)
    let failure = Mutex<(any Error)?>(nil)
  }

  /// How many threads take part unless a case says otherwise.
  static let threadCount = 8

  /// Calls a function on each of several threads, for each round when all are done with the one before.
  ///
  /// - Throws: What the function threw first, after all threads have ended.
  static func run(
    rounds: Int, threads: Int = threadCount,
    _ body: @escaping @Sendable (_ round: Int, _ thread: Int) throws -> Void
  ) throws {
    let course = Course()
    var started: [NativeThread] = []
    for thread in 0..<threads {
      let made = NativeThread {
        for round in 0..<rounds {
          course.arrived.add(1, ordering: .releasing)
          while course.arrived.load(ordering: .acquiring) < (round + 1) * threads { sched_yield() }
          do { try body(round, thread) } catch {
            course.failure.withLock { if $0 == nil { $0 = error } }
          }
        }
      }
      guard let made else {
        // Those that wait for it go on.
        course.arrived.add(rounds * threads, ordering: .releasing)
        for thread in started { thread.join() }
        throw ConformanceFailure("the system gives no thread")
      }
      started.append(made)
    }
    for thread in started { thread.join() }
    if let error = course.failure.withLock({ $0 }) { throw error }
  }

  /// Calls a function until it does not throw ``StorageError/Code/conflict`` (rule T4).
  static func retrying<Result>(_ body: () throws -> Result) throws -> Result {
    for _ in 0..<10_000 {
      do { return try body() } catch let error as StorageError where error.code == .conflict {
        sched_yield()
      }
    }
    throw ConformanceFailure("a transaction met a conflict 10,000 times")
  }

  /// Waits until something is so, at most for a time.
  static func wait(atMost milliseconds: Int, until isSo: () -> Bool) {
    var pause = timespec(tv_sec: 0, tv_nsec: 1_000_000)
    for _ in 0..<milliseconds where !isSo() { _ = unsafe nanosleep(&pause, nil) }
  }
}
