public import RecordStorage

/// One thing that a back end has to do, and the rule of Spec/back-ends.md that says so.
public struct ConformanceCase: Sendable, Identifiable {
  /// What tells it from all others, stable across versions of the suite, and readable:
  /// `value/text: empty/unique/insert/text key/larger transaction/another session`.
  public let id: String
  /// The id of the rule, such as `W2`.
  public let rule: String
  /// What a back end needs for it.
  public let requires: StorageCapabilities
  /// Where it stands in the matrix of the suite.
  public let coordinates: [ConformanceDimension: String]
  let body: @Sendable (Testbed) throws -> Void

  init(
    _ id: String, rule: String, requires: StorageCapabilities = [],
    _ coordinates: [ConformanceDimension: String] = [:],
    body: @escaping @Sendable (Testbed) throws -> Void
  ) {
    self.id = id
    self.rule = rule
    self.requires = requires
    self.coordinates = coordinates
    self.body = body
  }

  /// Runs the case on a new back end, and closes and removes that.
  public func run(_ configuration: BackEndConfiguration) -> ConformanceResult {
    let clock = ContinuousClock()
    let start = clock.now
    let (outcome, checkCount) = outcome(configuration)
    return ConformanceResult(
      id: id, rule: rule, outcome: outcome, checkCount: checkCount, duration: clock.now - start)
  }

  private func outcome(_ configuration: BackEndConfiguration) -> (ConformanceOutcome, Int) {
    let bed: Testbed
    do { bed = try Testbed(configuration) } catch {
      return (.failed("a new back end cannot be opened: \(error)"), 0)
    }
    var outcome = judged(bed)
    do { try bed.end() } catch {
      if outcome == .passed { outcome = .failed("it cannot be closed and removed: \(error)") }
    }
    return (outcome, bed.checkCount)
  }

  private func judged(_ bed: Testbed) -> ConformanceOutcome {
    let missing = requires.subtracting(bed.store.capabilities)
    do {
      guard missing.isEmpty else {
        try Refusals.check(missing, bed)
        return .refused(missing)
      }
      try body(bed)
      return bed.checkCount > 0 ? .passed : .failed("nothing was compared")
    } catch let failure as ConformanceFailure {
      return .failed(failure.message)
    } catch {
      return .failed("an error that nobody expected: \(error)")
    }
  }
}

extension ConformanceCase: CustomStringConvertible {
  /// The id.
  public var description: String { id }
}
