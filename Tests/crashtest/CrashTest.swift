import ArchiveCompression
import CrashSimulator
import Synchronization

/// Runs sessions until enough states were looked at, on as many threads as are asked for.
final class CrashTest: Sendable {
  struct Result {
    var count = CrashCount()
    var failure: CrashSession.Failure?
  }

  private struct State {
    var nextSeed: UInt64
    var result = Result()
  }

  private static let stackByteCount = 16 << 20
  private let stateCount: Int
  private let state: Mutex<State>

  init(seed: UInt64, stateCount: Int) {
    self.stateCount = stateCount
    state = Mutex(State(nextSeed: seed))
  }

  func run(threadCount: Int) -> Result {
    let threads = (0..<threadCount).compactMap { _ in
      NativeThread(stackByteCount: Self.stackByteCount) { self.work() }
    }
    for thread in threads { thread.join() }
    return state.withLock { $0.result }
  }

  private func work() {
    while let seed = next() {
      let session = CrashSession(seed: seed)
      session.run()
      state.withLock { state in
        state.result.count += session.count
        guard let failure = session.failure else { return }
        // That of the least seed, so that it is the same with any number of threads.
        if state.result.failure.map({ failure.seed < $0.seed }) ?? true {
          state.result.failure = failure
        }
      }
    }
  }

  private func next() -> UInt64? {
    state.withLock { state in
      guard state.result.failure == nil, state.result.count.states < stateCount else { return nil }
      defer { state.nextSeed += 1 }
      return state.nextSeed
    }
  }
}
