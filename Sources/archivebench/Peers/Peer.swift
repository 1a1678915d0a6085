import Workloads

/// A coder that this package does not depend on, and that is measured beside it nevertheless.
protocol Peer: Sendable {
  /// What the tables call it.
  var name: String { get }
  /// Its release; where there is none, what else tells how old it is.
  var version: String { get }
  /// The commit that was built.
  var commit: String { get }
  /// What there is to know of how it is measured, on one line.
  var remark: String { get }

  /// The coder on one value; where it wants types of its own, on their counterpart of the value.
  ///
  /// - Throws: Why it cannot carry the value.
  func contestant<Value: MeasuredValue>(for value: Value) throws -> Contestant
}

extension Contest.Entrants {
  /// Enters a peer, or notes what it throws.
  mutating func enter(_ peer: some Peer, _ value: some MeasuredValue) {
    do {
      ready.append(try peer.contestant(for: value))
    } catch {
      failures.append(ContestResult.Failure(coder: peer.name, reason: "\(error)"))
    }
  }
}
