internal import PlatformC

/// What the system says of a call that failed.
enum SystemFailure {
  static func error(_ what: String, _ path: String, _ number: Int32) -> LogError {
    let isFull = number == ENOSPC || number == EDQUOT || number == EFBIG
    return LogError(
      isFull ? .noSpace : .inputOutput,
      "'\(path)' cannot be \(what): \(systemErrorText(number))")
  }
}
