extension LogWriter {
  /// What was found when a log was opened for writing.
  public struct Opening: Sendable {
    /// The writer.
    public let writer: LogWriter
    /// What stood behind the last whole frame. A torn tail was cut off.
    public let ending: LogEnding
  }

  /// The name of the file whose lock the writer of a log has.
  static func lockName(_ name: String) -> String { name + ".lock" }

  /// The name of a log that is not yet in its place.
  static func newName(_ name: String) -> String { name + ".new" }

  /// What the names of files end in that stand beside a log (Spec/record-log.md, rule W9).
  private static let companions = [".lock", ".new", ".hint"]

  /// Takes the lock of a log, which need not be there yet.
  static func takeLock(
    of name: String, in folder: any LogFileSystem
  ) throws(LogError) -> any LogFile {
    if let companion = companions.first(where: { name.lowercased().hasSuffix($0) }) {
      throw LogError(
        .inputOutput,
        "'\(name)' is no name for a log: what ends in '\(companion)' belongs to another")
    }
    for _ in 0..<lockAttemptCount {
      guard let lock = try folder.open(lockName(name), .create) else { break }
      try folder.checkOwner(ofLock: lock, of: name)
      guard try lock.takeLock() else { break }
      // Whoever removed the lock file meanwhile lets others make a new one.
      if try folder.status(of: lockName(name), lock).isNamed { return lock }
    }
    throw locked(name)
  }

  private static var lockAttemptCount: Int { 8 }

  private static func locked(_ name: String) -> LogError {
    LogError(.locked, "'\(name)' is being written by another")
  }

  /// The file with its own lock, which holds also where the lock file was removed, or another name leads to the same file (rule W1); nil if there is
  /// nothing in it.
  private static func takeExisting(
    _ name: String, in folder: some LogFileSystem, _ hint: LogHint?
  ) throws(LogError) -> (any LogFile)? {
    for _ in 0..<lockAttemptCount {
      guard let file = try existing(name, in: folder, hint) else { return nil }
      guard try file.takeLock() else { break }
      let status = try folder.status(of: name, file)
      guard status.isNamed else { continue }
      guard status.nameCount == 1 else {
        throw LogError(
          .readOnly,
          "'\(name)' has \(status.nameCount) names, by hard links, and is only read: remove the others, or write to a copy"
        )
      }
      return file
    }
    throw locked(name)
  }

  /// Makes the file that gets the name of a log later, with the permissions of the log that has the name, and takes its lock.
  static func makeNew(
    _ name: String, in folder: any LogFileSystem
  ) throws(LogError) -> any LogFile {
    try folder.remove(newName(name))
    guard let file = try folder.open(newName(name), .createNew) else {
      throw LogError(.inputOutput, "'\(newName(name))' cannot be made")
    }
    try folder.copyPermissions(of: name, to: file)
    guard try file.takeLock() else { throw locked(newName(name)) }
    return file
  }

  /// The file, unless there is nothing in it.
  ///
  /// - Throws: ``LogError/Code/damaged`` for an empty one beside a hint, which tells of commits that were there.
  private static func existing(
    _ name: String, in folder: some LogFileSystem, _ hint: LogHint?
  ) throws(LogError) -> (any LogFile)? {
    guard let file = try folder.open(name, .write) else { return nil }
    if try file.byteCount() > 0 { return file }
    guard hint == nil else {
      throw LogError(
        .damaged,
        "the file is empty, and its hint tells of commits; without the hint it is taken for new",
        byteOffset: 0)
    }
    return nil
  }

  /// Makes a log without frames. It gets its name when it is durable (rule C1).
  private static func create(
    _ name: String, _ header: LogHeader, in folder: some LogFileSystem
  ) throws(LogError) -> any LogFile {
    let file = try makeNew(name, in: folder)
    try file.write(header.bytes, at: 0)
    try file.synchronize()
    try folder.rename(newName(name), to: name)
    try folder.synchronizeFolder()
    return file
  }

  /// Opens a log for writing; makes it if it is not there.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - folder: Where it is.
  ///   - hint: What a hint says of the log; nil without one.
  ///   - begin: Is called first, with the file, and whether the commits begin behind those that the hint is of.
  ///   - visit: Is called with every commit that is there, in order.
  /// - Throws: ``LogError``: ``LogError/Code/locked``, ``LogError/Code/damaged``, those of ``LogHeader/init(_:)``, what
  ///   the files throw, and what `visit` throws.
  public static func open(
    _ name: String, in folder: some LogFileSystem, hint: LogHint? = nil,
    begin: (_ file: any LogFile, _ isResumed: Bool) -> Void = { _, _ in },
    visit: (LogReader.Commit) throws(LogError) -> Void
  ) throws(LogError) -> Opening {
    let lock = try takeLock(of: name, in: folder)
    try folder.remove(newName(name))
    let found = try takeExisting(name, in: folder, hint)
    let file = if let found { found } else { try create(name, LogHeader(), in: folder) }
    try folder.copyPermissions(of: name, to: lock)
    var reader = try LogReader(file)
    guard reader.header.isWritable else {
      throw LogError(
        .readOnly, "the log is read, and written by newer versions alone", byteOffset: 9)
    }
    var resumed: LogReader?
    if let hint { resumed = try reader.resumed(at: hint) }
    if let resumed { reader = resumed }
    begin(file, resumed != nil)
    while let commit = try reader.next() { try visit(commit) }
    let ending = try reader.ending(durable: reader.durableSequence(of: hint))
    if case .damaged = ending { throw reader.damage(hint) }
    // A torn tail, or zeros that a file system left.
    if try file.byteCount() > reader.byteOffset { try file.truncate(to: reader.byteOffset) }
    // What the process before wrote need not be durable, its name neither; the next group says that it is (rule W7).
    if let start = reader.groupOffset { try rewrite(file, start..<reader.byteOffset) }
    try file.synchronize()
    try folder.synchronizeFolder()
    let files = LogFiles(name: name, folder: folder, log: file, lock: lock)
    let tail = try reader.tail()
    try files.checkAll(end: reader.byteOffset, tail: tail)
    return Opening(writer: LogWriter(reader, files, tail), ending: ending)
  }

  /// Writes what stands in a file once more, so that it is made durable with what follows.
  private static func rewrite(_ file: any LogFile, _ range: Range<Int>) throws(LogError) {
    for start in stride(from: range.lowerBound, to: range.upperBound, by: rewrittenByteCount) {
      try file.write(
        file.read(start..<min(start + rewrittenByteCount, range.upperBound)), at: start)
    }
  }

  private static var rewrittenByteCount: Int { 1 << 20 }
}
