package import ArchiveFormat
internal import Synchronization

/// The budget that all archives share that transforms open inside of one archive.
///
/// The bytes of the outermost archive pay for all of them: else an archive of small ones that each cost the fixed part of the budget would
/// cost as much as it likes.
package final class SharedBudget: Sendable {
  private let state: Mutex<OuterBudget>

  init(_ rest: OuterBudget) { state = Mutex(rest) }

  /// The rest of the budget.
  package var rest: OuterBudget { state.withLock { $0 } }

  /// Takes what reading one of them cost.
  package func take(byteCount: Int, visitCount: Int) {
    state.withLock { $0.take(byteCount: byteCount, visitCount: visitCount) }
  }
}
