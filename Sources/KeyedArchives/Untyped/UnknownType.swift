public import ArchiveFormat

/// A type that an archive names and the caller's list does not.
public struct UnknownType: Sendable {
  /// The name in the archive.
  public var name: String
  /// The version of the type's form there, 0 for none.
  public var version: UInt64
  /// Whether its values are class instances.
  public var isClass: Bool
  /// The archive name of the class that is asked for, or the name of the protocol.
  public var requestedName: String
  /// Where.
  public var path: ArchivePath
}
