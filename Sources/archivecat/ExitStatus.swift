import ArchiveInspection
import RecordLog

import PlatformC

/// How the command ends; the numbers from 64 on are those of BSD's `sysexits`.
enum ExitStatus: Int32, Comparable {
  case good = 0
  /// A well-formed file with findings, or without what was asked for.
  case findings = 1
  case usage = 64
  case malformed = 65
  case cannotOpen = 66
  /// Refused by a limit, or for a missing feature or dictionary.
  case refused = 69
  case inputOutput = 74

  static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.rawValue < right.rawValue }

  init(_ code: ArchiveError.Code) {
    switch code {
    case .limitExceeded, .needsFeature, .needsDictionary: self = .refused
    case _ where code.isNote: self = .findings
    case .keyNotFound: self = .findings
    case .inputOutput: self = .inputOutput
    default: self = .malformed
    }
  }

  init(_ code: LogError.Code) {
    switch code {
    case .unsupportedVersion, .limitExceeded: self = .refused
    case .tornTail: self = .findings
    case .inputOutput: self = .inputOutput
    default: self = .malformed
    }
  }

  func exit() -> Never {
    PlatformC.exit(rawValue)
  }
}

/// A failure that ends the work on one file: what to say and how to end.
struct Failure: Error {
  var status: ExitStatus
  var message: String

  init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }

  /// A failed system call.
  init(_ status: ExitStatus, errno code: Int32) {
    self.init(status, systemErrorText(code))
  }

  /// The failure that an error of the libraries is.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as ArchiveError: self.init(ExitStatus(error.code), error.sentence)
    case let error as LogError:
      self.init(ExitStatus(error.code), TerminalText.escaped(sentence: error.description))
    case let error as JSONError:
      self.init(
        ExitStatus(error.code), "not JSON: \(TerminalText.escaped(sentence: error.description))")
    default: self.init(.inputOutput, TerminalText.escaped(sentence: "\(error)"))
    }
  }
}
