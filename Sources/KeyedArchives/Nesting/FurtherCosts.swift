package import ArchiveCompression
internal import Synchronization

/// The cost of reading the archives that transforms write inside of one archive.
package final class FurtherCosts: Sendable {
  private let state = Mutex(FurtherCost())

  init() {}

  /// The sum.
  var sum: FurtherCost { state.withLock { $0 } }

  /// Takes back what was added since the sum was another: all is encoded once more.
  func reset(to sum: FurtherCost) { state.withLock { $0 = sum } }

  /// Adds to the sum.
  package func add(_ body: (inout FurtherCost) throws -> Void) rethrows {
    try state.withLock { try body(&$0) }
  }
}
