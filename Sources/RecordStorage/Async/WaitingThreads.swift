internal import ArchiveCompression
internal import Synchronization

/// Threads for work that waits for a medium or a server, so that tasks do not. They are started when there is work, up to a number of them, and end when there
/// is none.
final class WaitingThreads: Sendable {
  private struct State {
    var work: [@Sendable () -> Void] = []
    var next = 0
    var threadCount = 0

    mutating func take() -> (@Sendable () -> Void)? {
      guard next < work.count else {
        work.removeAll()
        next = 0
        return nil
      }
      let body = work[next]
      next += 1
      if next > 64, next * 2 > work.count {
        work.removeFirst(next)
        next = 0
      }
      return body
    }
  }

  private let state = Mutex(State())
  private let maximumCount: Int

  /// - Parameter maximumCount: Threads at the most, at least 1.
  init(maximumCount: Int) { self.maximumCount = max(maximumCount, 1) }

  /// Calls a function on one of the threads, in the order in which functions come.
  func call(_ body: @escaping @Sendable () -> Void) {
    let isNeeded = state.withLock { state -> Bool in
      state.work.append(body)
      guard state.threadCount < maximumCount else { return false }
      state.threadCount += 1
      return true
    }
    guard isNeeded else { return }
    if let thread = NativeThread({ [self] in work() }) { return thread.detach() }
    // The system has no thread left: the caller waits, so that nothing is lost.
    work()
  }

  private func work() {
    while let body = next() { body() }
  }

  private func next() -> (@Sendable () -> Void)? {
    state.withLock { state in
      if let body = state.take() { return body }
      state.threadCount -= 1
      return nil
    }
  }
}
