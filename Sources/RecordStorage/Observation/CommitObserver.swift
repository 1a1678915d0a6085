internal import Synchronization

/// Keeps commits until a task takes them, in memory for 10,000 keys of each entity.
final class CommitObserver: Sendable {
  private typealias Continuation = CheckedContinuation<RecordCommit?, Never>

  private struct State {
    var pending: RecordCommit?
    /// Tasks that wait, by numbers in the order in which they came.
    var waiting: [(number: Int, continuation: Continuation)] = []
    var nextNumber = 0
    var isOver = false
  }

  private let state = Mutex(State())

  func post(_ commit: RecordCommit) {
    let first: Continuation? = state.withLock { state in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst().continuation }
      if state.pending?.add(commit) == nil { state.pending = commit }
      return nil
    }
    first?.resume(returning: commit)
  }

  /// There will be no further commits.
  func end() {
    let all = state.withLock { state in
      state.isOver = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for waiting in all { waiting.continuation.resume(returning: nil) }
  }

  /// Returns the commits since the last call, and waits for one if there are none; nil if the task was cancelled, or if no commit can come.
  /// If several tasks wait, a commit goes to the one that waits longest.
  func next() async -> RecordCommit? {
    let number = state.withLock { state in
      state.nextNumber += 1
      return state.nextNumber
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ready: RecordCommit?? = state.withLock { state in
          if Task.isCancelled { return .some(nil) }
          if let pending = state.pending.take() { return .some(pending) }
          if state.isOver { return .some(nil) }
          state.waiting.append((number, continuation))
          return nil
        }
        if let ready { continuation.resume(returning: ready) }
      }
    } onCancel: {
      let own: Continuation? = state.withLock { state in
        guard let index = state.waiting.firstIndex(where: { $0.number == number }) else {
          return nil
        }
        return state.waiting.remove(at: index).continuation
      }
      own?.resume(returning: nil)
    }
  }
}
