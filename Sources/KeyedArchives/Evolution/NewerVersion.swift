public import ArchiveFormat

/// A record in a form that is newer than the one that this program knows.
public struct NewerVersion: Sendable {
  /// The archive name of the type.
  public var name: String
  /// The version of its form in the archive.
  public var archivedVersion: UInt64
  /// The version that the type declares here, 0 for none.
  public var knownVersion: UInt64
  /// Where.
  public var path: ArchivePath
}
