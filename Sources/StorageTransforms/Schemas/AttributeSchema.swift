/// A description of an attribute that a store needs, without knowing its type in the program. A value: it can be stored and
/// compared, and is part of an ``EntitySchema``.
public struct AttributeSchema: Hashable, Sendable, Codable {
  /// The present name.
  public var name: String
  /// The id, which stays the same when the attribute is renamed: the name that it had first, unless it was given another id.
  public var id: String
  /// The type of a column of its values.
  public var type: StoredType
  /// The form in which its values are stored.
  public var form: TransformForm
  /// True if its bytes begin with a stamp that tells the form; false for archives, which tell it themselves, and for what
  /// is no bytes.
  public var isStamped: Bool
  /// True if null is refused.
  public var isRequired: Bool
  /// True if no two records may have the same value. Any number of them may have null.
  public var isUnique: Bool
  /// True if records are found by its values.
  public var isIndexed: Bool

  /// An attribute.
  public init(
    _ subject: TransformContext.Subject, type: StoredType, form: TransformForm,
    isStamped: Bool = false, isRequired: Bool = false, isUnique: Bool = false,
    isIndexed: Bool = false
  ) {
    name = subject.name
    id = subject.id
    self.type = type
    self.form = form
    self.isStamped = isStamped
    self.isRequired = isRequired
    self.isUnique = isUnique
    self.isIndexed = isIndexed
  }

  /// Name and id, as transforms learn them.
  public var subject: TransformContext.Subject { TransformContext.Subject(name, id: id) }

  /// Whether archives of values are written against the shapes of their store. Values that are encrypted would tell theirs, and those that
  /// are compared would differ with the rows that were there.
  package var sharesShapes: Bool { form == Self.archive && !isUnique && !isIndexed }

  private static let archive = TransformForm("archive")

  /// Whether values stay as they are when this becomes another schema.
  func keepsValues(of other: AttributeSchema) -> Bool {
    hasColumn(of: other) && (!sharesShapes || other.sharesShapes)
  }

  /// Whether values are stored just as those of another schema.
  func hasColumn(of other: AttributeSchema) -> Bool {
    hasForm(of: other) && type.widens(to: other.type)
  }

  /// Whether values are stored in the same form as those of another schema.
  func hasForm(of other: AttributeSchema) -> Bool {
    form == other.form && isStamped == other.isStamped
  }
}
