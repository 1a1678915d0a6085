internal import ArchiveFormat

/// An error of storing or restoring a value: what failed, where in the bytes and in the value, and for which attribute.
public struct TransformError: Error, Sendable {
  /// The kind of a failure. More codes may be added: always have a default case.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the code, stable across versions.
    public let rawValue: String

    /// A code by its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The value has no stored form.
    public static let notStorable = Code(rawValue: "notStorable")
    /// The stored form is not one of a value of the type.
    public static let unreadable = Code(rawValue: "unreadable")
    /// The value or what is stored is of another type or kind.
    public static let typeMismatch = Code(rawValue: "typeMismatch")
    /// The bytes were written by other transforms than those that are to read them.
    public static let wrongForm = Code(rawValue: "wrongForm")
    /// The bytes are not those that were written.
    public static let checksumMismatch = Code(rawValue: "checksumMismatch")
    /// The bytes end too early.
    public static let truncated = Code(rawValue: "truncated")
    /// A limit was reached.
    public static let limitExceeded = Code(rawValue: "limitExceeded")
    /// The context lacks what the transform needs.
    public static let missingContext = Code(rawValue: "missingContext")
    /// No transform has the name.
    public static let missingTransform = Code(rawValue: "missingTransform")
    /// Another transform has the name already.
    public static let duplicateTransform = Code(rawValue: "duplicateTransform")
    /// A value cannot be brought back by a one-way transform.
    public static let oneWay = Code(rawValue: "oneWay")
    /// Nothing is stored, or is to be stored, where there has to be a value.
    public static let missingValue = Code(rawValue: "missingValue")
    /// A value breaks a rule of its field.
    public static let invalid = Code(rawValue: "invalid")
    /// None of the keys at hand has the id that bytes were sealed with.
    public static let unknownKey = Code(rawValue: "unknownKey")
    /// A record may be read and not be written, because a newer program stored it.
    public static let readOnly = Code(rawValue: "readOnly")

    /// Whether the program lacks something, so that the same bytes can be read when it has it.
    var isOfProgram: Bool {
      [.missingContext, .missingTransform, .oneWay, .unknownKey, .unknownShapes].contains(self)
    }
  }

  /// The kind of the failure.
  public var code: Code
  /// A sentence for a person, in one line. Characters that nobody would see, as a key may have them, are escapes.
  public var message: String {
    didSet { message = VisibleText.escaped(message) }
  }
  /// Bytes from the start of what is stored; nil where the failure has no place in bytes.
  public var byteOffset: Int?
  /// The place in the value.
  public var path: ArchivePath
  /// The entity, the attribute and the record that the value belongs to, as far as they were known.
  public var context: TransformContext?
  /// The error that it comes from; nil if it is the first.
  public var underlying: (any Error)?

  /// An error with all its parts.
  public init(
    _ code: Code, _ message: String, byteOffset: Int? = nil, path: ArchivePath = ArchivePath(),
    context: TransformContext? = nil, underlying: (any Error)? = nil
  ) {
    self.code = code
    self.message = VisibleText.escaped(message)
    self.byteOffset = byteOffset
    self.path = path
    self.context = context
    self.underlying = underlying
  }
}

extension TransformError {
  /// Any error as one of these: itself, with the context if it has none, or what carries it.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - code: What kind of failure it is, if the error does not tell.
  ///   - context: Where it happened, for an error that does not say so.
  public init(_ error: any Error, _ code: Code, in context: TransformContext? = nil) {
    switch Self.cause(error) {
    case let error as TransformError: self = error
    case let error as ArchiveError:
      self.init(
        Self.codes[error.code] ?? code, error.message, byteOffset: error.byteOffset,
        path: error.path, underlying: error)
    case let error as DecodingError:
      self.init(code, Self.sentence(error), path: Self.path(error), underlying: error)
    case EncodingError.invalidValue(let value, let place):
      self.init(
        code, "\(type(of: value)) cannot be encoded: \(place.debugDescription)",
        path: Self.path(place.codingPath), underlying: error)
    default: self.init(code, "\(error)", underlying: error)
    }
    if self.context == nil { self.context = context }
  }

  /// What a coder's error comes from: a property with `@Stored` inside of the value says more than the coder.
  private static func cause(_ error: any Error) -> any Error {
    var cause: any Error = error
    // Coders may wrap the errors of coders.
    for _ in 0..<4 {
      switch cause {
      case let error as TransformError: return error
      case EncodingError.invalidValue(_, let place): cause = place.underlyingError ?? error
      case DecodingError.dataCorrupted(let place): cause = place.underlyingError ?? error
      default: return error
      }
    }
    return error
  }

  private static let codes: [ArchiveError.Code: Code] = [
    .checksumMismatch: .checksumMismatch, .truncated: .truncated, .limitExceeded: .limitExceeded,
    .typeMismatch: .typeMismatch, .notAnArchive: .wrongForm,
  ]

  private static func sentence(_ error: DecodingError) -> String {
    switch error {
    // Coders name the type in their own words.
    case .typeMismatch(_, let place) where !place.debugDescription.isEmpty:
      place.debugDescription
    case .valueNotFound(_, let place) where !place.debugDescription.isEmpty:
      place.debugDescription
    case .typeMismatch(let type, _):
      "\(TypePhrase.one(type)) is asked for, another value is there"
    case .valueNotFound(let type, _): "\(TypePhrase.one(type)) is needed, null is there"
    case .keyNotFound(let key, _): "there is no key “\(key.stringValue)”"
    case .dataCorrupted(let place): place.debugDescription
    @unknown default: "\(error)"
    }
  }

  private static func path(_ codingPath: [any CodingKey]) -> ArchivePath {
    ArchivePath(codingPath.map { $0.intValue.map { .index($0) } ?? .key($0.stringValue) })
  }

  private static func path(_ error: DecodingError) -> ArchivePath {
    switch error {
    case .typeMismatch(_, let place), .valueNotFound(_, let place), .keyNotFound(_, let place),
      .dataCorrupted(let place):
      path(place.codingPath)
    @unknown default: ArchivePath()
    }
  }
}

extension TransformError: CustomStringConvertible {
  /// Code, sentence, places, and what it belongs to, in one line.
  public var description: String {
    var text = "\(code.rawValue): \(message)"
    if !path.isEmpty { text += " at \(path)" }
    if let byteOffset { text += ", byte \(byteOffset)" }
    if let place = context?.place { text += ", \(VisibleText.escaped(place))" }
    return text
  }
}
