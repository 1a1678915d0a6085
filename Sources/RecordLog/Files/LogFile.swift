/// An open file of a record log. Safe from any number of threads.
public protocol LogFile: AnyObject, Sendable {
  /// How many bytes the file has now.
  ///
  /// - Throws: ``LogError/Code/inputOutput``.
  func byteCount() throws(LogError) -> Int

  /// The bytes of a range, fewer where the file ends before it does.
  ///
  /// - Throws: ``LogError/Code/inputOutput``.
  func read(_ range: Range<Int>) throws(LogError) -> [UInt8]

  /// Finds the next bytes from an offset on that may not be zero; nil if there are none. The bytes before them are zero, and need
  /// not be read.
  ///
  /// - Throws: ``LogError/Code/inputOutput``.
  func dataOffset(from byteOffset: Int) throws(LogError) -> Int?

  /// Writes bytes at an offset, all of them.
  ///
  /// - Throws: ``LogError/Code/noSpace``, ``LogError/Code/inputOutput``. Some of the bytes may be there then.
  func write(_ bytes: [UInt8], at byteOffset: Int) throws(LogError)

  /// Cuts off what is behind an offset.
  ///
  /// - Throws: ``LogError/Code/inputOutput``.
  func truncate(to byteCount: Int) throws(LogError)

  /// Makes durable what was written: when it has returned, it is there after the power went.
  ///
  /// - Throws: ``LogError/Code/inputOutput``: then nobody knows what is there.
  func synchronize() throws(LogError)

  /// Whether this open file is now the one that has the lock of the file: until it is closed, no other gets it, in whatever process.
  ///
  /// - Throws: ``LogError/Code/inputOutput``.
  func takeLock() throws(LogError) -> Bool

  /// Gives the lock back, if this open file has it.
  func releaseLock()
}

extension LogFile {
  /// Files that do not know their holes may have data anywhere.
  public func dataOffset(from byteOffset: Int) throws(LogError) -> Int? { byteOffset }
}

/// A folder with record logs and what belongs to them. Names are those of files in it.
public protocol LogFileSystem: Sendable {
  /// Opens a file.
  ///
  /// - Returns: The file; nil if there is none and none is to be made.
  /// - Throws: ``LogError/Code/inputOutput``, ``LogError/Code/noSpace``.
  func open(_ name: String, _ mode: LogFileMode) throws(LogError) -> (any LogFile)?

  /// Gives a file another name, in the place of the file that had it.
  ///
  /// - Throws: ``LogError/Code/inputOutput``.
  func rename(_ name: String, to other: String) throws(LogError)

  /// Removes a file, if it is there.
  ///
  /// - Throws: ``LogError/Code/inputOutput``.
  func remove(_ name: String) throws(LogError)

  /// Makes names durable that were given or removed.
  ///
  /// - Throws: ``LogError/Code/inputOutput``.
  func synchronizeFolder() throws(LogError)

  /// Whether a name is still that of a file which was opened by it. Readers ask before each read: it should not cost more than a call
  /// of the system.
  ///
  /// - Throws: ``LogError/Code/inputOutput``.
  func isName(_ name: String, of file: any LogFile) throws(LogError) -> Bool

  /// Returns the present status of a file that was opened by a name. Writers ask before they write a group of commits and before they acknowledge it, so it should not cost
  /// more than a call of the system.
  ///
  /// - Throws: ``LogError/Code/inputOutput``.
  func status(of name: String, _ file: any LogFile) throws(LogError) -> LogFileStatus

  /// Makes sure that a lock file has no other name, and belongs to the user of the process, or to the owner of the log. Another user
  /// could hold the lock.
  ///
  /// - Throws: ``LogError/Code/inputOutput``.
  func checkOwner(ofLock file: any LogFile, of name: String) throws(LogError)

  /// Lets a file be read and written by those who may read and write another one, if there is one of the name.
  ///
  /// - Throws: ``LogError/Code/inputOutput``.
  func copyPermissions(of name: String, to file: any LogFile) throws(LogError)
}

extension LogFileSystem {
  /// Files that nobody can take away keep their one name.
  public func status(of name: String, _ file: any LogFile) throws(LogError) -> LogFileStatus {
    LogFileStatus(isNamed: true, byteCount: try file.byteCount())
  }

  /// Folders that know of no users have no file of another one.
  public func checkOwner(ofLock file: any LogFile, of name: String) throws(LogError) {}

  /// Folders that know of no permissions have none to copy.
  public func copyPermissions(of name: String, to file: any LogFile) throws(LogError) {}

  /// Whether the file that has the name begins with the same header. Those of two logs differ.
  ///
  /// - Throws: ``LogError/Code/inputOutput``.
  public func isName(_ name: String, of file: any LogFile) throws(LogError) -> Bool {
    guard let named = try open(name, .read) else { return false }
    let range = 0..<LogHeader.byteCount
    return try named.read(range) == file.read(range)
  }
}

/// What a file is opened for.
public enum LogFileMode: Sendable {
  /// For reading.
  case read
  /// For reading and writing, if it is there.
  case write
  /// For reading and writing; it is made if it is not there.
  case create
  /// For reading and writing; it is made, and must not be there.
  case createNew
}
