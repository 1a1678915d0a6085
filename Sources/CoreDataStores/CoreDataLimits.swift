public import ArchiveFormat
public import PropertyListFormat

/// Limits of reading a store of Core Data's. Each limit is inclusive.
public struct CoreDataLimits: Hashable, Sendable {
  /// Limits of the archives and property lists in a store, each by itself.
  public var propertyLists = PropertyListLimits()
  /// Limits of inflating the model.
  public var inflation = ArchiveLimits.untrusted
  /// Entities of a store.
  public var maximumEntityCount = 65_536
  /// Bytes of one value of a row. Below 30, which no value needs, 30 is taken.
  public var maximumRowByteCount = 256 << 20

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
    limits.maximumRowByteCount = Int(Int32.max)
    return limits
  }()
}
