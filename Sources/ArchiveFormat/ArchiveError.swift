/// Why an archive could not be written or read: what, where in the file, and where in the value.
///
/// Every failure of this package is one of these, or a `DecodingError`/`EncodingError` that carries
/// one underneath where user code sees it.
public struct ArchiveError: Error, Equatable, Sendable {
  /// What kind of failure it is. More codes may be added: always have a default case.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the code, stable across versions.
    public let rawValue: String

    /// A code by its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The first bytes are those of no archive.
    public static let notAnArchive = Code(rawValue: "notAnArchive")
    /// The line endings of the first bytes were converted, as by a transfer in text mode.
    public static let textDamage = Code(rawValue: "textDamage")
    /// The bytes end before the archive does.
    public static let truncated = Code(rawValue: "truncated")
    /// The bytes break a rule of the format.
    public static let malformed = Code(rawValue: "malformed")
    /// A checksum does not match: the bytes were changed.
    public static let checksumMismatch = Code(rawValue: "checksumMismatch")
    /// The archive needs a feature this version does not have.
    public static let needsFeature = Code(rawValue: "needsFeature")
    /// The record was written against a shape dictionary, and none is at hand.
    public static let needsDictionary = Code(rawValue: "needsDictionary")
    /// The record was written against rows that the shape dictionary lacks, or it was changed.
    public static let wrongDictionary = Code(rawValue: "wrongDictionary")
    /// Additions to a shape dictionary do not go on from its last row.
    public static let conflictingAdditions = Code(rawValue: "conflictingAdditions")
    /// A limit of ``ArchiveLimits`` was reached.
    public static let limitExceeded = Code(rawValue: "limitExceeded")
    /// The type in the archive is not one that the caller allowed here.
    public static let typeNotAllowed = Code(rawValue: "typeNotAllowed")
    /// The value in the archive is of another kind than the one asked for.
    public static let typeMismatch = Code(rawValue: "typeMismatch")
    /// A key that is needed is not there.
    public static let keyNotFound = Code(rawValue: "keyNotFound")
    /// A value that is needed is null or not there.
    public static let valueNotFound = Code(rawValue: "valueNotFound")
    /// The value read from the archive is none that the type allows.
    public static let dataCorrupted = Code(rawValue: "dataCorrupted")
    /// The value cannot be archived.
    public static let invalidValue = Code(rawValue: "invalidValue")
    /// One key was encoded twice in one record.
    public static let duplicateKey = Code(rawValue: "duplicateKey")
    /// An object holds itself through edges that are not declared as back references.
    public static let undeclaredCycle = Code(rawValue: "undeclaredCycle")
    /// A back, weak or conditional reference was read while its graph was being decoded.
    public static let pendingReference = Code(rawValue: "pendingReference")
    /// Two types have the same archive name.
    public static let ambiguousTypeName = Code(rawValue: "ambiguousTypeName")
    /// A type has a newer version in the archive than the one that is known.
    public static let newerVersion = Code(rawValue: "newerVersion")
    /// A reference leads to an object outside of the part of the archive that is read.
    public static let objectElsewhere = Code(rawValue: "objectElsewhere")
    /// The system refused to read or write.
    public static let inputOutput = Code(rawValue: "inputOutput")
    /// The stack that is left does not suffice to go deeper.
    public static let stackExhausted = Code(rawValue: "stackExhausted")
  }

  /// What kind of failure it is.
  public var code: Code
  /// Bytes from the start of the file; for packed bytes, where their stored bytes begin. Nil when
  /// the failure has no place in a file.
  public var byteOffset: Int?
  /// Bytes into the inflated content of the packed part at `byteOffset`; nil for plain bytes.
  public var rawOffset: Int?
  /// Where in the value.
  public var path: ArchivePath
  /// A sentence for a person, in one line. Characters that nobody would see, as a key of the archive may have them, are escapes.
  public var message: String {
    didSet { message = VisibleText.escaped(message) }
  }

  /// An error with all its parts.
  public init(
    _ code: Code, _ message: String, byteOffset: Int? = nil, rawOffset: Int? = nil,
    path: ArchivePath = ArchivePath()
  ) {
    self.init(
      code, visible: VisibleText.escaped(message), byteOffset: byteOffset, rawOffset: rawOffset,
      path: path)
  }

  /// An error with a message in which all characters are visible.
  package init(
    _ code: Code, visible message: String, byteOffset: Int? = nil, rawOffset: Int? = nil,
    path: ArchivePath = ArchivePath()
  ) {
    self.code = code
    self.message = message
    self.byteOffset = byteOffset
    self.rawOffset = rawOffset
    self.path = path
  }
}

extension ArchiveError: CustomStringConvertible {
  /// Code, sentence, path and offset in one line.
  public var description: String {
    var text = "\(code.rawValue): \(message)"
    if !path.isEmpty { text += " at \(path)" }
    if let byteOffset {
      text += ", byte \(byteOffset)"
      if let rawOffset { text += " (inflated byte \(rawOffset))" }
    }
    return text
  }
}
