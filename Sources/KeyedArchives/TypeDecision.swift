public import ArchiveFormat

/// What was decided when an archive named a class where one is asked for.
public struct TypeDecision: Sendable {
  /// The name in the archive.
  public var name: String
  /// The version of the class's archived form, 0 for none.
  public var version: UInt64
  /// The archive name of the class that is asked for.
  public var requestedName: String
  /// Where.
  public var path: ArchivePath
  /// Whether an instance of it may be made or handed out there.
  public var isAllowed: Bool
}
