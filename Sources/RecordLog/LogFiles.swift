/// The files of a writer, and the names by which others find them.
struct LogFiles: Sendable {
  let name: String
  let folder: any LogFileSystem
  let log: any LogFile
  let lock: any LogFile
  let process = OwningProcess()
  private let lockName: String

  init(name: String, folder: any LogFileSystem, log: any LogFile, lock: any LogFile) {
    (self.name, self.folder, self.log, self.lock) = (name, folder, log, lock)
    lockName = LogWriter.lockName(name)
  }

  /// Makes sure, before bytes are appended, that they go to the file that others open, behind what this writer wrote (rule W8). One call of the
  /// system.
  ///
  /// - Parameter end: How many bytes the file has to have.
  /// - Throws: ``LogError/Code/forked``, ``LogError/Code/damaged``, ``LogError/Code/inputOutput``.
  func checkLog(end: Int) throws(LogError) {
    try process.check()
    let status = try folder.status(of: name, log)
    guard status.isNamed else {
      throw LogError(
        .damaged, "the file of the log was removed or renamed, or another one took its name")
    }
    guard status.nameCount == 1 else {
      throw LogError(
        .damaged, "the file of the log has \(status.nameCount) names, by hard links, and not one")
    }
    guard status.byteCount == end else {
      throw LogError(
        .damaged,
        "another program changed the file of the log: \(status.byteCount) bytes, not \(end)")
    }
  }

  /// Makes sure, before commits are acknowledged, that the next writer finds them, and that nobody else wrote meanwhile (rule W8). Two
  /// `stat`, and one `read` of a byte.
  ///
  /// - Parameter tail: What the file ended with before the commits.
  /// - Throws: As ``checkLog(end:)``.
  func checkAll(end: Int, tail: LogTail) throws(LogError) {
    try checkLog(end: end)
    guard try log.read(tail.byteOffset..<tail.byteOffset + 1) == [tail.byte] else {
      throw LogError(.damaged, "another program cut the file of the log")
    }
    guard try folder.status(of: lockName, lock).isNamed else {
      throw LogError(
        .damaged, "the lock file of the log was removed or renamed: others may write the log")
    }
  }

  /// Lets others write the log. In a child that `fork` made nothing happens: the locks are those of its parent.
  func releaseLocks() {
    guard process.isCurrent else { return }
    log.releaseLock()
    lock.releaseLock()
  }
}
