public import RecordLog

/// A report of what ``FileBackEnd/salvage(path:to:)`` found, and what it did not.
public struct SalvageReport: Sendable {
  /// Commits that are not there, in front of others that are.
  public struct Gap: Hashable, Sendable {
    /// Their sequences.
    public let sequences: Range<UInt64>
    /// Bytes from the start of the file to where the first of them should stand.
    public let byteOffset: Int

    /// Commits that are missing.
    public init(sequences: Range<UInt64>, byteOffset: Int) {
      self.sequences = sequences
      self.byteOffset = byteOffset
    }
  }

  /// A commit that was read, and means nothing.
  public struct UnreadableCommit: Sendable {
    /// Its sequence.
    public let sequence: UInt64
    /// The error, with the offset in the file.
    public let error: StorageError
  }

  /// A record that was found, and is not in the new file.
  public struct LostRecord: Sendable {
    /// Its key.
    public let key: RecordKey
    /// The error, with the name of the entity and the offset in the file. ``StorageError/Code/notUnique`` says that another record got its value later: so what became of
    /// this one was said in a commit that is missing.
    public let error: StorageError
  }

  /// Records whose schema is missing, so that nobody knows what their values mean.
  public struct UnknownTable: Hashable, Sendable {
    /// The number that the log has of the table.
    public let number: Int
    /// The number of records of it that were found.
    public let recordCount: Int
  }

  /// Records in the new file.
  public internal(set) var recordCount = 0
  /// Commits that are missing, in the order of the file.
  public internal(set) var gaps: [Gap] = []
  /// Bytes from the start of the file to commits that follow others than those in front of them, in the order of the file: of a copy of the file that went on
  /// separately. What they changed is as it was in that copy.
  public internal(set) var otherHistories: [Int] = []
  /// Commits that mean nothing, in the order of the file.
  public internal(set) var unreadableCommits: [UnreadableCommit] = []
  /// Records that were found, and could not be taken; those in front first.
  public internal(set) var lostRecords: [LostRecord] = []
  /// Tables without a schema.
  public internal(set) var unknownTables: [UnknownTable] = []
  /// The ending behind the last commit that was found: a torn tail was never acknowledged, or is all that is left of the very
  /// last commits.
  public internal(set) var ending = LogEnding.complete

  /// True if nothing is known to be missing, but for a torn tail.
  public var isComplete: Bool {
    gaps.isEmpty && otherHistories.isEmpty && unreadableCommits.isEmpty && lostRecords.isEmpty
      && unknownTables.isEmpty
  }
}
