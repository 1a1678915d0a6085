/// What reading an archive may cost. Reaching a limit is ``ArchiveError/Code/limitExceeded``.
///
/// The limits bound work and memory, not only depth: a few bytes can declare a lot. The defaults and
/// their reasons stand in `Spec/archive-format.md`, section 12.
public struct ArchiveLimits: Hashable, Sendable {
  /// Containers within containers.
  public var maximumDepth = 512
  /// Values of every kind, packed elements not counted.
  public var maximumValueCount = 20_000_000
  /// Values that take no bits in the archive.
  public var maximumZeroWidthCount = 1_000_000
  /// Class instances.
  public var maximumObjectCount = 5_000_000
  /// Values visited while decoding; a shared value that is decoded again is visited again. The keys of coding paths
  /// that are made count as visits too, but for the first 32 of each.
  public var maximumVisitCount = 50_000_000
  /// Bytes of the values built, count × stride.
  public var maximumMaterializedByteCount = 1 << 30
  /// Bytes of all content after inflating.
  public var maximumInflatedByteCount = 1 << 30
  /// Inflated bytes per stored byte, checked for parts that inflate to more than 1 MiB.
  public var maximumInflationRatio = 250
  /// Raw bytes of one block.
  public var maximumBlockByteCount = 16 << 20
  /// Rows of types and shapes.
  public var maximumDefinitionCount = 65_536
  /// Fields of one shape.
  public var maximumFieldCount = 4_096
  /// Fields of all shapes together; a derived shape has those of its base.
  public var maximumTotalFieldCount = 1_000_000
  /// UTF-8 bytes of one key.
  public var maximumKeyByteCount = 65_536

  /// The limits for bytes from anywhere: the default.
  public static let untrusted = ArchiveLimits()

  /// The limits for bytes that the caller wrote: sizes as far as memory goes, depth as by default.
  public static let trusted = {
    var limits = ArchiveLimits()
    limits.maximumValueCount = .max
    limits.maximumZeroWidthCount = .max
    limits.maximumObjectCount = .max
    limits.maximumVisitCount = .max
    limits.maximumMaterializedByteCount = .max
    limits.maximumInflatedByteCount = .max
    limits.maximumInflationRatio = .max
    limits.maximumDefinitionCount = .max
    limits.maximumFieldCount = .max
    limits.maximumTotalFieldCount = .max
    limits.maximumKeyByteCount = .max
    return limits
  }()

  /// The default limits; change what the case needs.
  public init() {}

  static func exceeded(_ what: String, _ limit: Int, at offset: Int) -> ArchiveError {
    ArchiveError(.limitExceeded, "more than \(limit) \(what)", byteOffset: offset)
  }
}
