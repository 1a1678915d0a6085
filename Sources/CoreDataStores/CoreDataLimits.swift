public import ArchiveFormat
public import PropertyListFormat

/// Limits of reading a store of Core Data's. Each limit is inclusive.
public struct CoreDataLimits: Hashable, Sendable {
  /// Limits of the archives and property lists in a store, each by itself.
  public var propertyLists = PropertyListLimits()
  /// Limits of inflating the model.
  public var inflation = ArchiveLimits.untrusted
  /// Entities of a store, and of the model that it carries.
  public var maximumEntityCount = 65_536
  /// Properties of all entities, inherited ones counted with each.
  public var maximumPropertyCount = 1_000_000
  /// Keys of the relationships to many that the rows of an entity have. A file that is larger than 8 bytes for each may have one for each 8 bytes.
  public var maximumLinkedKeyCount = 1_000_000
  /// Bytes of one value of a row. Below 30, which no value needs, 30 is taken.
  public var maximumRowByteCount = 256 << 20
  /// Steps of SQLite for opening a store, and for each part of its rows that is read: a fixed part, and a part for each byte of the file.
  /// SQLite looks at the limit after every 10,000 steps of a statement.
  public var baseStepCount = 20_000_000
  /// Steps of SQLite more for each byte of the file.
  public var stepCountPerByte = 64

  /// The default limits; change what the case needs.
  public init() {}

  /// Limits for stores that the caller wrote: sizes as far as memory goes.
  public static let trusted: CoreDataLimits = {
    var limits = CoreDataLimits()
    limits.propertyLists.maximumByteCount = .max
    limits.propertyLists.maximumObjectCount = Int(Int32.max)
    limits.propertyLists.maximumValueCount = .max
    limits.propertyLists.baseTextByteCount = .max
    limits.inflation = .trusted
    limits.maximumEntityCount = Int(Int32.max)
    limits.maximumPropertyCount = .max
    limits.maximumLinkedKeyCount = .max
    limits.baseStepCount = .max
    limits.maximumRowByteCount = Int(Int32.max)
    return limits
  }()
}
