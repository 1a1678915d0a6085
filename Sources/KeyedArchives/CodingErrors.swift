internal import ArchiveFormat

/// Errors as user code sees them, and as they leave the outermost call.
extension EncodingError {
  /// An error of ours inside an `EncodingError`, which user code may catch; others as they are.
  static func carrying(_ error: any Error, _ path: [any CodingKey]) -> any Error {
    guard var ours = error as? ArchiveError else { return error }
    if ours.path.isEmpty { ours.path = ArchivePath(codingPath: path) }
    return EncodingError.invalidValue(
      ours.path.description,
      Context(codingPath: path, debugDescription: ours.message, underlyingError: ours))
  }
}

extension DecodingError {
  /// An error of ours inside the `DecodingError` that fits its code. One that has come through a container needs no
  /// path any more.
  static func carrying(
    _ error: any Error, _ type: any Any.Type, _ path: @autoclosure () -> [any CodingKey]
  ) -> any Error {
    guard let ours = error as? ArchiveError else { return error }
    return carrying(ours, type, at: path())
  }

  /// An error of ours inside the `DecodingError` that fits its code.
  static func carrying(
    _ error: consuming ArchiveError, _ type: any Any.Type, at path: [any CodingKey]
  ) -> DecodingError {
    var ours = error
    if ours.path.isEmpty { ours.path = ArchivePath(codingPath: path) }
    let context = Context(
      codingPath: path, debugDescription: ours.message, underlyingError: ours)
    switch ours.code {
    case .typeMismatch: return DecodingError.typeMismatch(type, context)
    case .valueNotFound: return DecodingError.valueNotFound(type, context)
    case .keyNotFound:
      return DecodingError.keyNotFound(
        path.last ?? ArchiveCodingKey(stringValue: ""), context)
    default: return DecodingError.dataCorrupted(context)
    }
  }
}

extension ArchiveError {
  /// What leaves the outermost call: ours if there is one inside or if a coding error is all that
  /// was thrown, else what user code threw, such as a coding error that comes from another one.
  static func outermost(_ error: any Error) -> any Error {
    let code: Code
    let context: (path: [any CodingKey], message: String, underlying: (any Error)?)
    switch error {
    case EncodingError.invalidValue(_, let found):
      (code, context) = (
        .invalidValue, (found.codingPath, found.debugDescription, found.underlyingError)
      )
    case DecodingError.typeMismatch(_, let found):
      (code, context) = (
        .typeMismatch, (found.codingPath, found.debugDescription, found.underlyingError)
      )
    case DecodingError.valueNotFound(_, let found):
      (code, context) = (
        .valueNotFound, (found.codingPath, found.debugDescription, found.underlyingError)
      )
    case DecodingError.keyNotFound(_, let found):
      (code, context) = (
        .keyNotFound, (found.codingPath, found.debugDescription, found.underlyingError)
      )
    case DecodingError.dataCorrupted(let found):
      (code, context) = (
        .dataCorrupted, (found.codingPath, found.debugDescription, found.underlyingError)
      )
    default: return error
    }
    if let ours = context.underlying as? ArchiveError { return ours }
    // What it comes from would be lost.
    if context.underlying != nil { return error }
    return ArchiveError(code, context.message, path: ArchivePath(codingPath: context.path))
  }
}
