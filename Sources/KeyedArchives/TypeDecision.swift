public import ArchiveFormat

/// What was decided when an archive named a class where one is asked for.
public struct TypeDecision: Sendable {
  /// The name in the archive.
  public var name: String
  /// The version of the class's archived form, 0 for none.
  public var version: UInt64
  /// The archive name of the class that is asked for.
  public var requestedName: String
  /// The place in the archive. O(steps).
  public var path: ArchivePath {
    var path = ArchivePath(codingPath: place.keys)
    if !rootName.isEmpty { path.steps.insert(.root(rootName), at: 0) }
    return path
  }
  /// Whether an instance of it may be made or handed out there.
  public var isAllowed: Bool

  /// The way there, which is made when somebody asks for it.
  var place: LazyPath
  /// The name of the root, which no coding key tells.
  var rootName: String
}

extension TypeDecision: CustomReflectable {
  /// The public properties, which printing shows.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "name": name, "version": version, "requestedName": requestedName, "path": path,
        "isAllowed": isAllowed,
      ], displayStyle: .struct)
  }
}
