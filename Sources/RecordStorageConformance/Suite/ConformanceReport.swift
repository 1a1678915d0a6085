public import RecordStorage

/// How the cases of a suite ended on one configuration.
public struct ConformanceReport: Sendable {
  /// The name of the configuration.
  public let configuration: String
  /// A result for each case, in the order in which they ran.
  public let results: [ConformanceResult]

  /// Those that passed.
  public var passed: [ConformanceResult] { results.filter { $0.outcome == .passed } }
  /// Those that failed.
  public var failed: [ConformanceResult] { results.filter { $0.failure != nil } }
  /// Those that need what the back end cannot do.
  public var refused: [ConformanceResult] {
    results.filter { if case .refused = $0.outcome { true } else { false } }
  }

  /// How many cases were refused for want of the same capabilities.
  public var refusedCounts: [StorageCapabilities: Int] {
    results.reduce(into: [:]) { counts, result in
      if case .refused(let missing) = result.outcome { counts[missing, default: 0] += 1 }
    }
  }

  /// Whether the back end keeps all rules that were looked at: nothing failed, and something passed.
  public var isConforming: Bool { failed.isEmpty && !passed.isEmpty }
}

extension ConformanceReport: CustomStringConvertible {
  /// The numbers, and a line for each capability that is missing and for each case that failed.
  public var description: String {
    var lines = [
      "\(configuration): \(results.count) cases, \(passed.count) passed, \(failed.count) failed, \(refused.count) refused"
    ]
    for (missing, count) in refusedCounts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      lines.append("  refused for want of \(missing): \(count)")
    }
    lines += failed.map { "  failed \($0)" }
    return lines.joined(separator: "\n")
  }
}
