internal import ArchiveFormat

/// The bytes of text that may be made of values: as many as the input that they were read from pays for. A few bytes can hold very many values.
struct TextBudget: Sendable {
  private let limits: ArchiveLimits
  /// Bytes that may be there at once.
  private let maximum: Int
  private var rest: Int

  /// - Parameter limits: The reader's, less what reading took.
  init(_ limits: ArchiveLimits) {
    self.limits = limits
    // A text that grows is copied into twice its room.
    maximum = limits.maximumMaterializedByteCount / 2
    rest = maximum
  }

  /// The memory for a value that is listed before its text is made.
  static let childByteCount = 64
  /// The memory for an entry of a map or a field that is listed before: key, value, label, the text of the key among those that were met, and
  /// key and value once more.
  static let entryByteCount = 256

  /// Any amount.
  static let unlimited = TextBudget(.trusted)

  /// Takes so many bytes.
  ///
  /// - Throws: ``ArchiveError/Code/limitExceeded``.
  mutating func take(_ byteCount: Int) throws(ArchiveError) {
    try check(byteCount)
    rest -= byteCount
  }

  /// - Throws: ``ArchiveError/Code/limitExceeded`` if so many bytes are not left.
  func check(_ byteCount: Int) throws(ArchiveError) {
    guard byteCount <= rest else {
      throw limits.exceeded(.memory, "bytes of text", maximum, at: 0)
    }
  }
}
