internal import RecordLog

extension StorageError {
  /// The error of a record log.
  init(_ error: LogError) {
    let code: Code =
      switch error.code {
      case .locked: .locked
      case .readOnly: .readOnly
      case .unsupportedVersion: .unsupported
      case .inputOutput: .inputOutput
      case .noSpace: .noSpace
      case .poisoned: .poisoned
      case .outcomeUnknown: .outcomeUnknown
      case .limitExceeded: .limitExceeded
      case .forked: .forked
      default: .damaged
      }
    self.init(
      code, error.message, byteOffset: error.byteOffset, underlying: error)
  }

  /// Calls a function that throws errors of record logs.
  static func log<Result>(_ body: () throws(LogError) -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw StorageError(error)
    }
  }
}
