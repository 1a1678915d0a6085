internal import Synchronization

/// Counts the calls of `encode(to:)` and `init(from:)` of the forms' types, and notes which coders made them.
///
/// While nothing is counted, a call costs the load of one Boolean.
package enum CallCount {
  /// The calls of one kind, by the name of the type of the encoder or the decoder.
  package typealias Calls = [String: Int]

  private static let isCounting = Atomic(false)
  private static let calls = Mutex<Calls>([:])

  /// The calls that a piece of work makes.
  package static func of(_ work: () throws -> Void) rethrows -> Calls {
    calls.withLock { $0 = [:] }
    isCounting.store(true, ordering: .relaxed)
    defer { isCounting.store(false, ordering: .relaxed) }
    try work()
    return calls.withLock { $0 }
  }

  /// Notes a call by an encoder or a decoder.
  static func note(_ coder: Any) {
    if isCounting.load(ordering: .relaxed) { count(coder) }
  }

  @inline(never)
  private static func count(_ coder: Any) {
    let name = String(describing: Swift.type(of: coder))
    calls.withLock { $0[name, default: 0] += 1 }
  }
}
