public import ArchiveFormat

/// An entity of a store of Core Data's.
public struct CoreDataEntity: Sendable {
  /// A column that belongs to no property for certain.
  public struct Column: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The type that it was declared with, such as `VARCHAR`.
    public let declaredType: String
  }

  /// The name.
  public let name: String
  /// The number that rows of it have in the column `Z_ENT`; nil if the model has the entity, and the store does not.
  public let number: Int64?
  /// The name of the superentity; nil if there is none.
  public let superentity: String?
  /// The name of the outermost superentity, or its own. Rows stand in the table of that entity.
  public let root: String
  /// True if there are no rows of it, only of its subentities; nil without a model.
  public let isAbstract: Bool?
  /// The class of its objects; nil where the model has none.
  public let className: String?
  /// The table; nil if the store has none for it.
  public let table: String?
  /// The attributes, those of superentities among them, ordered by name; none without a model.
  public let attributes: [CoreDataAttribute]
  /// The relationships, likewise.
  public let relationships: [CoreDataRelationship]
  /// The columns of the table that belong to no property of an entity for certain.
  public let otherColumns: [Column]
}

/// The entities of a store of Core Data's.
public struct CoreDataModel: Sendable {
  /// The source of the attributes and relationships.
  public enum Source: Hashable, Sendable {
    /// The model that the store carries in `Z_MODELCACHE`.
    case modelCache
    /// The tables alone: the store carries no model.
    case tables
  }

  /// The source of the attributes and relationships.
  public let source: Source
  /// The entities by their names.
  public let entities: [String: CoreDataEntity]
  /// The names of the entities, in the order of their numbers.
  public let names: [String]
  /// The names of the entities whose rows stand in one table, by the name of the root.
  let members: [String: [String]]
  /// The names of tables that belong to no entity and no relationship, in alphabetical order. They are not read.
  public let otherTables: [String]
  /// The faults of the model and the tables. The rest was read.
  public let findings: [ArchiveError]
}
