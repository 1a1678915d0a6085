public import ArchiveCompression
internal import ArchiveFormat
#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What an archive needs to be decoded, found without decoding anything.
public struct ArchiveRequirements: Sendable {
  /// The types that the archive names, with versions, counts and bytes; those that cost most come first. A
  /// decode meets no other name.
  public var types: [TypeUsage]
  /// Of these, the classes that the list of the unarchiver does not name. Each of them has to be the class that
  /// is asked for where it stands, or decoding is refused.
  public var unlistedClasses: [TypeUsage]
  /// Class instances.
  public var objectCount: Int
  /// Bytes of definitions and values, after inflating.
  public var rawByteCount: Int
}

extension KeyedUnarchiver {
  /// What decoding an archive will ask of the types at hand.
  ///
  /// All bytes are checked, within ``limits``, and no code of any type runs. Values are counted while they are read, and none
  /// is kept. O(values).
  ///
  /// - Parameters:
  ///   - archive: The archive.
  ///   - dictionary: What the archive was written against, if it is not self-contained.
  /// - Throws: ``ArchiveError`` for what is no archive, for damage and for limits, and
  ///   ``TypeAllowList/conflict``.
  public func requirements(
    of archive: Data, dictionary: ShapeDictionary? = nil
  ) throws -> ArchiveRequirements {
    let allowed = try allowedTypes.resolved()
    let limits = limits.forInput(byteCount: archive.count)
    var opener = ArchiveOpener(
      [UInt8](archive), limits: limits, dictionary: dictionary, verifiesChecksums: verifiesChecksums
    )
    let opened = try opener.open()
    let (census, usages) = try ArchiveCensus.types(
      of: opened, limits.after(byteCount: opener.inflatedByteCount))
    let types = usages.filter { $0.name != nil }
    let unlisted = types.filter { $0.isClass && allowed[($0.name ?? "").utf8.digest] == nil }
    return ArchiveRequirements(
      types: types, unlistedClasses: unlisted, objectCount: census.objectCount,
      rawByteCount: opened.rawByteCount)
  }
}
