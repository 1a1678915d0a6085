internal import Synchronization

/// Keeps what was committed until somebody takes it, in memory for 10,000 keys of each entity.
final class CommitObserver: Sendable {
  private struct State {
    var pending: RecordCommit?
    var waiting: CheckedContinuation<RecordCommit?, Never>?
    var isOver = false
  }

  private let state = Mutex(State())

  func post(_ commit: RecordCommit) {
    let waiting = state.withLock { state in
      let waiting = state.waiting.take()
      if waiting == nil, state.pending?.add(commit) == nil { state.pending = commit }
      return waiting
    }
    waiting?.resume(returning: commit)
  }

  /// There will be no further commits.
  func end() {
    state.withLock { state in
      state.isOver = true
      return state.waiting.take()
    }?.resume(returning: nil)
  }

  /// What was committed since the last call, as soon as there is something; nil if the task was cancelled, or if there will be nothing.
  /// Of two tasks that wait at once, the first gets nil.
  func next() async -> RecordCommit? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ready: (other: CheckedContinuation<RecordCommit?, Never>?, commit: RecordCommit??) =
          state.withLock { state in
            if let pending = state.pending.take() { return (nil, .some(pending)) }
            if state.isOver || Task.isCancelled { return (nil, .some(nil)) }
            defer { state.waiting = continuation }
            return (state.waiting, nil)
          }
        ready.other?.resume(returning: nil)
        if let commit = ready.commit { continuation.resume(returning: commit) }
      }
    } onCancel: {
      state.withLock { $0.waiting.take() }?.resume(returning: nil)
    }
  }
}
