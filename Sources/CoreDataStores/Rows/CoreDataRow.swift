/// A row of an entity, with its values by the names of its properties.
public struct CoreDataRow: Sendable {
  /// The source of a value.
  public enum Origin: Hashable, Sendable {
    /// The column of an attribute.
    case attribute(CoreDataAttribute)
    /// The column of a relationship to one: the value is the key of a row of the destination.
    case relationship(CoreDataRelationship)
    /// A column that belongs to no property of the entity for certain.
    case column(CoreDataEntity.Column)
  }

  /// A value of a row.
  public struct Field: Sendable {
    /// The name of the property, or that of the column.
    public let name: String
    /// The source of the value.
    public let origin: Origin
    /// The value as SQLite stores it.
    public let value: CoreDataValue
  }

  /// The objects that a relationship leads to, where the row itself does not have their keys.
  public struct Destinations: Sendable {
    /// The relationship, which has a ``CoreDataRelationship/link``.
    public let relationship: CoreDataRelationship
    /// The keys of rows of the destination: in their order if the relationship has one, else ascending.
    public let keys: [Int64]
  }

  /// The name of the entity.
  public let entity: String
  /// The key of the row, which is unique in its table: the value of `Z_PK`.
  public let key: Int64
  /// The values: attributes, then relationships, then columns.
  public let fields: [Field]
  /// The relationships whose keys are in other tables. Rows of an entity share the array.
  let linked: [CoreDataRelationship]
  /// The keys of those that lead to an object, with their places in the array.
  let linkedKeys: [(place: Int, keys: [Int64])]

  /// The objects of relationships to many, and of those to one whose keys are in the table of the destination alone. Relationships whose
  /// keys could not be read are left out. O(relationships).
  public var destinations: [Destinations] {
    var rest = linkedKeys[...]
    return linked.enumerated().map { place, relationship in
      let keys = rest.first?.place == place ? rest.removeFirst().keys : []
      return Destinations(relationship: relationship, keys: keys)
    }
  }

  /// Bytes of memory, about: those of the values, of the fields, and of the keys.
  var byteCount: Int {
    // An array has 32 bytes in front of its elements, and a place and a pointer in the row.
    let keyByteCount = linkedKeys.reduce(0) { $0 + 48 + 8 * $1.keys.count }
    return valueByteCount + fields.count * MemoryLayout<Field>.stride + keyByteCount
  }

  /// Bytes of text and data.
  var valueByteCount: Int { fields.reduce(0) { $0 + $1.value.byteCount } }

  /// Returns the value of an attribute, a relationship or a column; nil if the row has none of the name. O(fields).
  ///
  /// - Parameter name: The name.
  public subscript(_ name: String) -> CoreDataValue? {
    fields.first { $0.name == name }?.value
  }
}
