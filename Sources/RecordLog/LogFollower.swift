/// Reads a log that others write, and again and again what came since (Spec/record-log.md, section 9).
///
/// It takes no lock and writes nothing. What it was handed over is whole commits, in their order; a compaction, and a log that was
/// put in the place of another one, begin anew.
public struct LogFollower: Sendable {
  private let name: String
  private let folder: any LogFileSystem
  /// What was read so far; nil before the first time.
  private var reader: LogReader?
  /// Where reading ended, and the end of the file, when what stands between the two was looked at.
  private var looked = (byteOffset: 0, byteCount: 0)

  /// A follower that has read nothing.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - folder: Where it is.
  public init(_ name: String, in folder: any LogFileSystem) {
    self.name = name
    self.folder = folder
  }

  /// Takes the commits that came since the last time. O(1) if there are none: three calls of the system in a folder of its. O(bytes) that are new;
  /// of all bytes where the log is another one, or begins behind a hint.
  ///
  /// - Parameters:
  ///   - hint: Is called where a log is read from its beginning: what a hint says of it.
  ///   - begin: Is called then, with the file, and whether the commits begin behind those that the hint is of.
  ///   - visit: Is called with each commit, in order.
  /// - Returns: Whether there was anything new.
  /// - Throws: ``LogError``: ``LogError/Code/inputOutput``, also if there is no file of the name; ``LogError/Code/damaged``; those
  ///   of ``LogHeader/init(_:)``, and what `visit` throws. Then this follower is where it was, and the same commits come the next time.
  public mutating func refresh(
    hint: () -> LogHint? = { nil }, begin: (_ file: any LogFile, _ isResumed: Bool) -> Void,
    visit: (LogReader.Commit) throws(LogError) -> Void
  ) throws(LogError) -> Bool {
    if let reader, try folder.isName(name, of: reader.file), try reader.isUpToDate() {
      return try take(reader, nil, visit)
    }
    // The hint first: what it says of this log was there before.
    let hint = hint()
    guard let file = try folder.open(name, .read) else {
      throw LogError(.inputOutput, "there is no file '\(name)'")
    }
    let start = try LogReader(file)
    let resumed: LogReader? = if let hint { try start.resumed(at: hint) } else { nil }
    begin(file, resumed != nil)
    looked = (0, 0)
    _ = try take(resumed ?? start, hint, visit)
    return true
  }

  /// - Returns: Whether there was any commit.
  private mutating func take(
    _ start: LogReader, _ hint: LogHint?, _ visit: (LogReader.Commit) throws(LogError) -> Void
  ) throws(LogError) -> Bool {
    var reader = start
    var byteCount = try reader.file.byteCount()
    while byteCount > reader.byteOffset || reader.durableSequence(of: hint) >= reader.nextSequence {
      if let commit = try reader.next() {
        try visit(commit)
        continue
      }
      byteCount = try reader.file.byteCount()
      guard looked != (reader.byteOffset, byteCount),
        case .damaged = try reader.ending(durable: reader.durableSequence(of: hint))
      else { break }
      // What was missing may have come while this was looking.
      guard let commit = try reader.next() else {
        // A writer may have cut off what was read of a commit that failed, and gone on: the next time begins anew.
        guard try reader.isUpToDate() else { break }
        throw reader.damage(hint)
      }
      try visit(commit)
    }
    self.reader = reader
    looked = (reader.byteOffset, byteCount)
    return reader.nextSequence != start.nextSequence
  }
}
