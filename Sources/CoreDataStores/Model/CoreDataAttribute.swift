/// An attribute of an entity of Core Data's.
public struct CoreDataAttribute: Hashable, Sendable {
  /// The type of an attribute, by the number that Core Data gives it.
  ///
  /// The numbers are those of `NSAttributeType` in `NSAttributeDescription.h` of the framework CoreData.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    /// The number of `NSAttributeType`.
    public let rawValue: Int

    /// A type by its number.
    ///
    /// - Parameter rawValue: The number of `NSAttributeType`.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// An integer of 16 bits.
    public static let integer16 = Kind(rawValue: 100)
    /// An integer of 32 bits.
    public static let integer32 = Kind(rawValue: 200)
    /// An integer of 64 bits.
    public static let integer64 = Kind(rawValue: 300)
    /// A decimal number.
    public static let decimal = Kind(rawValue: 400)
    /// A floating-point number of 64 bits.
    public static let double = Kind(rawValue: 500)
    /// A floating-point number of 32 bits.
    public static let float = Kind(rawValue: 600)
    /// Text.
    public static let string = Kind(rawValue: 700)
    /// True or false, stored as 1 or 0.
    public static let boolean = Kind(rawValue: 800)
    /// A point in time, stored as seconds since 2001-01-01T00:00:00Z.
    public static let date = Kind(rawValue: 900)
    /// Bytes. They may come of a transformer too.
    public static let binary = Kind(rawValue: 1000)
    /// A UUID, stored as its 16 bytes.
    public static let uuid = Kind(rawValue: 1100)
    /// A URI, stored as text.
    public static let uri = Kind(rawValue: 1200)
    /// Bytes that a value transformer made.
    public static let transformable = Kind(rawValue: 1800)
    /// The identifier of an object.
    public static let objectID = Kind(rawValue: 2000)
    /// Several attributes under one name.
    public static let composite = Kind(rawValue: 2100)

    private static let names: [Kind: String] = [
      integer16: "integer 16", integer32: "integer 32", integer64: "integer 64",
      decimal: "decimal", double: "double", float: "float", string: "string",
      boolean: "boolean", date: "date", binary: "binary", uuid: "UUID", uri: "URI",
      transformable: "transformable", objectID: "object ID", composite: "composite",
    ]

    /// The name of the type; `type 1234` for a number that is not known.
    public var name: String { Self.names[self] ?? "type \(rawValue)" }
  }

  /// The name.
  public let name: String
  /// The type.
  public let kind: Kind
  /// The class of its values, such as `NSString`; nil where the model has none.
  public let valueClassName: String?
  /// The name of the value transformer; nil where the model names none, and Core Data takes the one for keyed archives.
  public let transformerName: String?
  /// True if it may be null.
  public let isOptional: Bool
  /// True if Core Data does not store it.
  public let isTransient: Bool
  /// The columns that may hold it: one, if that is certain; none, if the table has none of its name.
  public internal(set) var columns: [String] = []
  /// True if entities that share the table have attributes of one name. Core Data numbers their columns then, and which is whose stands
  /// neither in the model nor in the store.
  public internal(set) var isAmbiguous = false
}

/// A relationship of an entity of Core Data's.
public struct CoreDataRelationship: Hashable, Sendable {
  /// The name.
  public let name: String
  /// The name of the entity that declares it.
  public let entity: String
  /// The name of the entity that it leads to; nil where the model does not say.
  public let destination: String?
  /// The name of the relationship back; nil where there is none.
  public let inverse: String?
  /// True if it leads to any number of objects. Core Data stores nothing in the row then: see ``link``.
  public let isToMany: Bool
  /// True if it may lead nowhere.
  public let isOptional: Bool
  /// The columns that may hold the key of the object it leads to, as ``CoreDataAttribute/columns``.
  public internal(set) var columns: [String] = []
  /// True if it shares its name with another property in the table, as ``CoreDataAttribute/isAmbiguous``.
  public internal(set) var isAmbiguous = false
  /// The columns with the keys of the objects it leads to, if those are in another table; nil if they are in ``columns``, and where
  /// nothing says for certain which they are.
  public internal(set) var link: CoreDataLink?
}
