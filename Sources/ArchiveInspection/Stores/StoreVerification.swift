public import RecordLog

/// Everything that is wrong with a record log.
public struct StoreVerification: Sendable {
  /// What was found, each with its place in the file where it has one.
  public private(set) var findings: [LogError] = []
  /// What the log says, if it has a header.
  public private(set) var inspector: StoreInspector?

  /// Whether the log is well-formed: nothing but a torn tail was found, which is what a crash leaves, or a commit
  /// that was just being written.
  public var isWellFormed: Bool { findings.allSatisfy { $0.code == .tornTail } }

  /// Reads all, and checks every frame, entry, schema and value. O(bytes).
  ///
  /// - Throws: `LogError.Code.inputOutput`.
  public init(of file: any LogFile) throws(LogError) {
    do throws(LogError) {
      let inspector = try StoreInspector(file, checksValues: true)
      self.inspector = inspector
      findings = inspector.ending.finding.map { [$0] } ?? []
      if case .damaged = inspector.ending { findings += try Self.gaps(in: file) }
      findings += inspector.findings
    } catch {
      guard error.code != .inputOutput else { throw error }
      findings = [error]
    }
  }

  /// Which commits are missing that others stand behind.
  private static func gaps(in file: any LogFile) throws(LogError) -> [LogError] {
    var log = try StoreLog(file, isSalvaged: true)
    while try log.next() != nil {}
    return log.missing.prefix(StoreInspector.maximumFindingCount).map {
      let numbers = $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound - 1)"
      return LogError(.damaged, "missing before later commits: \(numbers)")
    }
  }
}

extension LogEnding {
  /// What is wrong with a log that ends so; nil for a complete one.
  public var finding: LogError? {
    switch self {
    case .complete: nil
    case .torn(let byteOffset, let byteCount):
      LogError(
        .tornTail, "\(byteCount.counted("byte")) of a commit that was not acknowledged",
        byteOffset: byteOffset)
    case .damaged(let byteOffset):
      LogError(
        .damaged, "a commit that was durable is not whole any more", byteOffset: byteOffset)
    }
  }
}

extension LogError.Code {
  /// A finding of ``StoreVerification``: behind the last commit stands what a crash left, or what is being written.
  public static let tornTail = LogError.Code(rawValue: "tornTail")
}
