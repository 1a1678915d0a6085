/// The present status of a name in a folder, and of the file that was opened by that name.
public struct LogFileStatus: Hashable, Sendable {
  /// True if the name still leads to the file.
  public var isNamed: Bool
  /// The size of the file in bytes.
  public var byteCount: Int
  /// The number of hard links to the file.
  public var nameCount: Int

  /// The status of a file.
  public init(isNamed: Bool, byteCount: Int, nameCount: Int = 1) {
    self.isNamed = isNamed
    self.byteCount = byteCount
    self.nameCount = nameCount
  }
}
