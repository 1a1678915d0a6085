public import ArchiveFormat

extension ArchiveError.Code {
  /// The first bytes are those of no property list.
  public static let notPropertyList = ArchiveError.Code(rawValue: "notPropertyList")
  /// The bytes break a rule of their form of property list.
  public static let malformedPropertyList = ArchiveError.Code(rawValue: "malformedPropertyList")
}

extension ArchiveError {
  static func malformedList(_ message: String, at byteOffset: Int?) -> ArchiveError {
    ArchiveError(.malformedPropertyList, message, byteOffset: byteOffset)
  }
}
