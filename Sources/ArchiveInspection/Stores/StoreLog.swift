public import RecordLog

/// Takes the commits of a record log one by one, also of one that is being written or that is damaged.
public struct StoreLog: Sendable {
  /// Whether it goes on behind a place where there is no whole frame (Spec/record-log.md, rule T4).
  public let isSalvaged: Bool
  /// What stands behind the last commit, or at the first place without a whole frame; nil until it was reached.
  public private(set) var ending: LogEnding?
  /// The sequences of commits that are not there and that others stand behind; empty unless ``isSalvaged``.
  public private(set) var missing: [Range<UInt64>] = []
  private var reader: LogReader

  /// The commits of a file.
  ///
  /// - Throws: `LogError` for a header that is none, as `LogHeader` does.
  public init(_ file: any LogFile, isSalvaged: Bool = false) throws(LogError) {
    reader = try LogReader(file)
    self.isSalvaged = isSalvaged
  }

  /// The header of the file.
  public var header: LogHeader { reader.header }
  /// The file.
  public var file: any LogFile { reader.file }
  /// Bytes from the start of the file to behind the last commit that was taken.
  public var byteOffset: Int { reader.byteOffset }

  /// The next commit; nil behind the last one.
  ///
  /// - Throws: `LogError.Code.inputOutput`, `LogError.Code.limitExceeded`.
  public mutating func next() throws(LogError) -> LogReader.Commit? {
    if let commit = try reader.next() { return commit }
    if ending == nil {
      let found = try reader.ending()
      // Frames of a later group may have come while this was looking; then the missing one is there by now.
      if found != .complete, let commit = try reader.next() { return commit }
      ending = found
    }
    guard isSalvaged, let range = try reader.skip() else { return nil }
    if !range.isEmpty { missing.append(range) }
    return try reader.next()
  }
}
