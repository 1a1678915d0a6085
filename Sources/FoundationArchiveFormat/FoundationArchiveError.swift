public import ArchiveFormat
internal import PropertyListFormat

extension ArchiveError.Code {
  /// A property list that is no keyed archive.
  public static let notKeyedArchive = ArchiveError.Code(rawValue: "notKeyedArchive")
  /// A keyed archive of another version than 100000.
  public static let unsupportedArchiveVersion = ArchiveError.Code(
    rawValue: "unsupportedArchiveVersion")
  /// A reference leads to an object that the archive does not have.
  public static let referenceOutOfRange = ArchiveError.Code(rawValue: "referenceOutOfRange")
  /// The class of an object is no class.
  public static let malformedClass = ArchiveError.Code(rawValue: "malformedClass")
  /// The fields of an object contradict each other.
  public static let contradictoryFields = ArchiveError.Code(rawValue: "contradictoryFields")
  /// No root leads to an object. The archive is well-formed all the same.
  public static let unreachedObject = ArchiveError.Code(rawValue: "unreachedObject")
}

extension ArchiveError {
  /// The error with steps in front of its path, which ends in front of a long key.
  func inside(_ steps: ArchivePath.Step...) -> ArchiveError {
    var error = self
    error.path = PropertyList.shortened(ArchivePath(steps + path.steps))
    return error
  }
}
