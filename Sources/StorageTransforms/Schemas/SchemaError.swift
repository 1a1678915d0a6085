internal import ArchiveFormat

/// An error in the declaration of an entity, or in what is stored for it, with the lines to write.
public struct SchemaError: Error, Hashable, Sendable {
  /// The kind of an error. More codes may be added: always have a default case.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the code, stable across versions.
    public let rawValue: String

    /// A code by its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Two attributes have the same name or id, or an attribute that was removed is there again.
    public static let duplicateAttribute = Code(rawValue: "duplicateAttribute")
    /// Two fields have one key path.
    public static let duplicateProperty = Code(rawValue: "duplicateProperty")
    /// A field or a query needs equality or order that the transform of the attribute does not keep: ``StoringTransform/keeps``.
    public static let notComparable = Code(rawValue: "notComparable")
    /// The fields cannot be found out from the type alone.
    public static let undeterminable = Code(rawValue: "undeterminable")
    /// A field is declared that the type does not have, or not with that type.
    public static let wrongField = Code(rawValue: "wrongField")
    /// The stored schema differs from the declared one, and nothing declares how one became the other.
    public static let undeclaredDifference = Code(rawValue: "undeclaredDifference")
    /// A step is declared twice, or for a version that is not below the entity's.
    public static let wrongStep = Code(rawValue: "wrongStep")
    /// A newer program stored the records.
    public static let newerSchema = Code(rawValue: "newerSchema")
    /// The records are those of another entity.
    public static let wrongEntity = Code(rawValue: "wrongEntity")
  }

  /// The kind of the error.
  public var code: Code
  /// A sentence for a person, in one line. Characters that nobody would see, as a name may have them, are escapes.
  public var message: String {
    didSet { message = VisibleText.escaped(message) }
  }
  /// The name of the entity.
  public var entity: String
  /// The lines to write, where something is to be written: a line for each difference.
  public var lines: [String]

  /// An error with all its parts.
  public init(_ code: Code, _ message: String, entity: String, lines: [String] = []) {
    self.code = code
    self.message = VisibleText.escaped(message)
    self.entity = entity
    self.lines = lines
  }
}

extension SchemaError: CustomStringConvertible {
  /// Code, sentence and entity, and under them the lines to write.
  public var description: String {
    let head = "\(code.rawValue): \(message), entity '\(VisibleText.escaped(entity))'"
    return lines.isEmpty
      ? head
      : "\(head). Write:\n" + lines.map { "  \(VisibleText.escaped($0))" }.joined(separator: "\n")
  }
}
