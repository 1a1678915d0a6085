package import ArchiveFormat
internal import Synchronization

/// The budget that all archives share that transforms open inside of one archive.
///
/// The bytes of the outermost archive pay for all of them: else an archive of small ones that each cost the fixed part of the budget would
/// cost as much as it likes.
package final class SharedBudget: Sendable {
  private let state: Mutex<(rest: OuterBudget, failure: ArchiveError?)>

  init(_ rest: OuterBudget) { state = Mutex((rest, nil)) }

  /// The rest of the budget.
  package var rest: OuterBudget { state.withLock { $0.rest } }

  /// The first limit that one of the archives reached. User code that catches it would go on without a value: the outermost call throws it.
  var failure: ArchiveError? { state.withLock { $0.failure } }

  /// Takes what reading one of them cost.
  package func take(byteCount: Int, visitCount: Int) {
    state.withLock { $0.rest.take(byteCount: byteCount, visitCount: visitCount) }
  }

  /// Notes what one of them could not be read for.
  package func note(_ error: any Error) {
    guard let error = error as? ArchiveError, error.code == .limitExceeded else { return }
    state.withLock { $0.failure = $0.failure ?? error }
  }

  /// Makes the budget what it was before a value was read that is to be read again.
  func restore(_ rest: OuterBudget) { state.withLock { $0.rest = rest } }
}
