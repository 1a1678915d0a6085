import Foundation
import Synchronization

/// Waits for threads, and keeps the first error of any.
final class FailureBox: Sendable {
  private let failure = Mutex<(any Error)?>(nil)
  private let semaphore = DispatchSemaphore(value: 0)

  var first: (any Error)? { failure.withLock { $0 } }

  func set(_ error: any Error) { failure.withLock { $0 = $0 ?? error } }
  func done() { semaphore.signal() }
  func wait() { semaphore.wait() }
}
