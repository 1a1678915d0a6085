public import RecordStorage

/// How a case ended.
public enum ConformanceOutcome: Hashable, Sendable {
  /// The back end keeps the rule.
  case passed
  /// It does not, and what was seen.
  case failed(String)
  /// It does not have capabilities that the case needs. Where a store can be asked for one of them, it refused.
  case refused(StorageCapabilities)
}
