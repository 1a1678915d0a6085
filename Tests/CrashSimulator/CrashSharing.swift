internal import ArchiveCompression
internal import RecordTestSupport
internal import Synchronization

internal import PlatformC

/// Lets several threads commit to a store in the same way each time: while the first makes its commit durable, the others come one after
/// the other, and share what is done next. That begins when the first was told that its commit is durable.
final class CrashSharing: Sendable {
  private struct State {
    /// What is to be done when the log is made durable the next time.
    var start: (@Sendable () -> Void)?
    /// Whether others have to wait for the first.
    var isFirstGoing = false
    var threads: [NativeThread] = []
  }

  private static let stackByteCount = 8 << 20
  private let state = Mutex(State())

  /// Performs commits, each on a thread of its own but for the first.
  ///
  /// - Parameters:
  ///   - others: They come while the first is made durable.
  ///   - lineCount: How many commits were put in line so far.
  func perform(
    _ first: () -> Void, _ others: [@Sendable () -> Void],
    lineCount: @escaping @Sendable () -> Int
  ) {
    state.withLock {
      $0.start = { [unowned self] in
        for other in others { start(other, lineCount) }
        state.withLock { $0.isFirstGoing = true }
      }
    }
    first()
    let threads = state.withLock { state in
      defer { state = State() }
      return state.threads
    }
    for thread in threads { thread.join() }
  }

  /// Starts a commit, and waits until it stands in line, or is over.
  private func start(_ commit: @escaping @Sendable () -> Void, _ lineCount: @Sendable () -> Int) {
    let before = lineCount()
    let isOver = CrashFlag()
    let thread = NativeThread(stackByteCount: Self.stackByteCount) {
      commit()
      isOver.raise()
    }
    guard let thread else { return commit() }
    state.withLock { $0.threads.append(thread) }
    while lineCount() == before, !isOver.isRaised { usleep(10) }
  }

  /// Is called before each operation is looked at.
  func reach(_ operation: MemoryOperation) {
    if case .synchronizes(CrashStore.name) = operation {
      let start = state.withLock { state in
        defer { state.start = nil }
        return state.start
      }
      if let start { return start() }
    }
    while state.withLock({ $0.isFirstGoing }) { usleep(10) }
  }
}

/// A flag that a thread raises.
private final class CrashFlag: Sendable {
  private let state = Atomic(false)

  var isRaised: Bool { state.load(ordering: .acquiring) }

  func raise() { state.store(true, ordering: .releasing) }
}
