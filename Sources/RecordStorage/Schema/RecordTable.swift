public import StorageTransforms

/// A description of the records of one entity that a back end needs: its schema and its key. A value, which stores keep beside the
/// records.
public struct RecordTable: Hashable, Sendable, Codable {
  /// The attributes, in the order of the values of a record.
  public var entity: EntitySchema
  /// The kind of key that the records have.
  public var keyKind: RecordKey.Kind
  /// The id of the attribute whose value is the key; nil if the key is none of them.
  public var keyAttribute: String?

  /// A table.
  public init(_ entity: EntitySchema, keyKind: RecordKey.Kind, keyAttribute: String? = nil) {
    self.entity = entity
    self.keyKind = keyKind
    self.keyAttribute = keyAttribute
  }

  /// The id that names the table in its store, also when the entity is renamed.
  public var id: String { entity.id }

  /// The position of the attribute whose value is the key; nil if it is none of them. O(attributes).
  public var keyPosition: Int? {
    keyAttribute.flatMap { id in entity.attributes.firstIndex { $0.id == id } }
  }

  /// The positions of the attributes that records are found by: those that are unique or indexed, but for the key.
  /// O(attributes).
  public var indexedPositions: [Int] {
    entity.attributes.indices.filter {
      let attribute = entity.attributes[$0]
      return (attribute.isUnique || attribute.isIndexed) && attribute.id != keyAttribute
    }
  }

  /// The positions of the attributes of which no two records have the same value, but for the key. O(attributes).
  public var uniquePositions: [Int] {
    indexedPositions.filter { entity.attributes[$0].isUnique }
  }
}
