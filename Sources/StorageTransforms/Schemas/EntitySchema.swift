/// A description of an entity that a store needs, without knowing its type in the program. A value: it can be stored, beside the
/// records, and compared with that of a later program (`Spec/stored-forms.md`, section 6).
public struct EntitySchema: Hashable, Sendable, Codable {
  /// The present name.
  public var name: String
  /// The id, which stays the same when the entity is renamed: the name that it had first, unless it was given another id.
  public var id: String
  /// Distinguishes what is stored from what earlier and later programs store. It grows with each change.
  public var version: Int
  /// The attributes, in the order of the values of a record.
  public var attributes: [AttributeSchema]
  /// The ids of attributes that are no more. They are not used again.
  public var removed: [String]

  /// An entity.
  public init(
    _ subject: TransformContext.Subject, version: Int = 1, attributes: [AttributeSchema],
    removed: [String] = []
  ) {
    name = subject.name
    id = subject.id
    self.version = version
    self.attributes = attributes
    self.removed = removed
  }

  /// Name and id, as transforms learn them.
  public var subject: TransformContext.Subject { TransformContext.Subject(name, id: id) }

  /// The attribute with a name. O(attributes).
  public func attribute(named name: String) -> AttributeSchema? {
    attributes.first { $0.name == name }
  }

  /// The position of the attribute with an id. O(attributes).
  func position(ofID id: String) -> Int? { attributes.firstIndex { $0.id == id } }
}
