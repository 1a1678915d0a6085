internal import ArchiveFormat

/// Why a record log could not be read or written: what, and where in the file.
public struct LogError: Error, Equatable, Sendable {
  /// What kind of failure it is. More codes may be added: always have a default case.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the code, stable across versions.
    public let rawValue: String

    /// A code by its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The first bytes are those of no record log.
    public static let notARecordLog = Code(rawValue: "notARecordLog")
    /// The log was written by a version that this one cannot read, or not write.
    public static let unsupportedVersion = Code(rawValue: "unsupportedVersion")
    /// The bytes end too early.
    public static let truncated = Code(rawValue: "truncated")
    /// The bytes break a rule of the format.
    public static let malformed = Code(rawValue: "malformed")
    /// The bytes are not those that were written.
    public static let checksumMismatch = Code(rawValue: "checksumMismatch")
    /// Bytes that were durable are not there any more.
    public static let damaged = Code(rawValue: "damaged")
    /// Another process, or another handle of this one, writes the log.
    public static let locked = Code(rawValue: "locked")
    /// The log is open for reading only, or can only be read: it has a second name, by a hard link.
    public static let readOnly = Code(rawValue: "readOnly")
    /// The system could not read or write; nothing of the commit is there.
    public static let inputOutput = Code(rawValue: "inputOutput")
    /// The medium has no room for the commit; nothing of it is there.
    public static let noSpace = Code(rawValue: "noSpace")
    /// Making bytes durable failed before, so that this handle writes no more.
    public static let poisoned = Code(rawValue: "poisoned")
    /// Making bytes durable failed: nobody knows whether the commit is there.
    public static let outcomeUnknown = Code(rawValue: "outcomeUnknown")
    /// The handle was opened by another process, of which `fork` made this one: nothing was read or written.
    public static let forked = Code(rawValue: "forked")
    /// A limit was reached.
    public static let limitExceeded = Code(rawValue: "limitExceeded")
  }

  /// What kind of failure it is.
  public var code: Code
  /// A sentence for a person, in one line. Characters that nobody would see, as the name of a file may have them, are escapes.
  public var message: String {
    didSet { message = VisibleText.escaped(message) }
  }
  /// Bytes from the start of the file; nil where the failure has no place in it.
  public var byteOffset: Int?

  /// An error with all its parts.
  public init(_ code: Code, _ message: String, byteOffset: Int? = nil) {
    self.code = code
    self.message = VisibleText.escaped(message)
    self.byteOffset = byteOffset
  }
}

extension LogError: CustomStringConvertible {
  /// Code, sentence and place, in one line.
  public var description: String {
    "\(code.rawValue): \(message)\(byteOffset.map { ", byte \($0)" } ?? "")"
  }
}
