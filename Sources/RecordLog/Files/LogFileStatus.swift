/// What a folder says of a name, and of the file that was opened by it.
public struct LogFileStatus: Hashable, Sendable {
  /// Whether the name is still that of the file.
  public var isNamed: Bool
  /// How many bytes the file has.
  public var byteCount: Int
  /// How many names the file has: more than one if hard links to it were made.
  public var nameCount: Int

  /// The status of a file.
  public init(isNamed: Bool, byteCount: Int, nameCount: Int = 1) {
    self.isNamed = isNamed
    self.byteCount = byteCount
    self.nameCount = nameCount
  }
}
