internal import Synchronization

/// Whether a task was cancelled, for threads that work for it.
final class Cancellation: Sendable {
  private let isNoted = Atomic(false)

  /// Says that the task was cancelled.
  func note() { isNoted.store(true, ordering: .releasing) }

  /// Throws `CancellationError` if the task was cancelled.
  func check() throws {
    if isNoted.load(ordering: .acquiring) { throw CancellationError() }
  }
}
