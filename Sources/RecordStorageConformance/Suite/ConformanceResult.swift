/// How one case ended.
public struct ConformanceResult: Hashable, Sendable {
  /// The id of the case.
  public let id: String
  /// The rule that it is about.
  public let rule: String
  /// How it ended.
  public let outcome: ConformanceOutcome
  /// How many comparisons were made. A case that passed made at least one.
  public let checkCount: Int
  /// How long it took.
  public let duration: Duration

  /// What was seen that breaks the rule; nil if nothing was.
  public var failure: String? {
    if case .failed(let reason) = outcome { reason } else { nil }
  }
}

extension ConformanceResult: CustomStringConvertible {
  /// Rule, id and outcome, in one line.
  public var description: String {
    switch outcome {
    case .passed: "[\(rule)] \(id): passed"
    case .failed(let reason): "[\(rule)] \(id): \(reason)"
    case .refused(let missing): "[\(rule)] \(id): refused, for want of \(missing)"
    }
  }
}
