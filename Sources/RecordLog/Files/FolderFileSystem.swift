internal import PlatformC

/// A folder of the system's.
public struct FolderFileSystem: LogFileSystem {
  /// The path of the folder.
  public let path: String
  /// The permissions of files that are made.
  public let permissions: UInt16
  /// The path with a slash at its end.
  private let prefix: String
  private let hasZero: Bool

  /// The folder at a path, which has to be there.
  ///
  /// - Parameter permissions: Those of files that are made, such as 0o640; by default their owner reads and writes, and nobody else.
  ///   The `umask` of the process does not change them.
  public init(path: String, permissions: UInt16 = Self.ownerOnly) {
    self.path = path
    self.permissions = permissions & 0o777
    prefix = path.hasSuffix("/") ? path : path + "/"
    hasZero = path.holdsZero
  }

  /// The permissions of files that their owner reads and writes, and nobody else: 0o600.
  public static let ownerOnly: UInt16 = 0o600

  /// Opens a file; it is closed when nobody holds it any more. Of what else may have the name, a pipe say, nothing is read, and a link is not
  /// followed where the file may have to be made. Until it has its permissions, a new file is its owner's alone.
  public func open(_ name: String, _ mode: LogFileMode) throws(LogError) -> (any LogFile)? {
    let path = try full(name)
    switch mode {
    case .read: return try opened(name, path, O_RDONLY)
    case .write: return try opened(name, path, O_RDWR)
    case .createNew: return try made(name, path)
    case .create:
      // A file that is removed between the two calls is made.
      for _ in 0..<8 {
        if let file = try made(name, path, isRequired: false) { return file }
        if let file = try opened(name, path, O_RDWR | O_NOFOLLOW) { return file }
      }
      throw SystemFailure.error("made", path, EEXIST)
    }
  }

  /// A new file; nil if there is one of the name already, and that is no error.
  private func made(
    _ name: String, _ path: String, isRequired: Bool = true
  ) throws(LogError) -> DescriptorFile? {
    let descriptor = Self.descriptor(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW)
    guard descriptor >= 0 else {
      if errno == EEXIST, !isRequired { return nil }
      throw SystemFailure.error("made", path, errno)
    }
    let file = DescriptorFile(descriptor, path: path)
    if permissions != Self.ownerOnly { try file.setPermissions(mode_t(permissions)) }
    return file
  }

  /// The file of a name; nil if there is none.
  private func opened(
    _ name: String, _ path: String, _ flags: Int32
  ) throws(LogError) -> DescriptorFile? {
    // Who opens a pipe waits for its other end unless told not to.
    var descriptor = Self.descriptor(path, flags | O_NONBLOCK | O_NOCTTY)
    if descriptor < 0, errno == EWOULDBLOCK, Self.isRegular(path) {
      // Another one gives up its lease on the file meanwhile.
      descriptor = Self.descriptor(path, flags)
    }
    if descriptor >= 0 {
      let file = DescriptorFile(descriptor, path: path)
      guard file.isRegular else { throw LogError(.inputOutput, "'\(path)' is no regular file") }
      return file
    }
    let number = errno
    if number == ENOENT { return nil }
    throw SystemFailure.error("opened", path, number)
  }

  /// A descriptor of a file; negative if the system gives none. Asked again where that was interrupted.
  private static func descriptor(_ path: String, _ flags: Int32) -> Int32 {
    while true {
      let descriptor = systemOpen(path, flags | O_CLOEXEC, mode_t(ownerOnly))
      if descriptor >= 0 || errno != EINTR { return descriptor }
    }
  }

  /// Gives a file another name.
  public func rename(_ name: String, to other: String) throws(LogError) {
    let path = try full(name)
    guard systemRename(path, try full(other)) == 0 else {
      throw SystemFailure.error("renamed", path, errno)
    }
  }

  /// Removes a file.
  public func remove(_ name: String) throws(LogError) {
    let path = try full(name)
    guard systemUnlink(path) == 0 || errno == ENOENT else {
      throw SystemFailure.error("removed", path, errno)
    }
  }

  /// Makes names durable.
  public func synchronizeFolder() throws(LogError) {
    let descriptor = Self.descriptor(path, O_RDONLY)
    guard descriptor >= 0 else { throw SystemFailure.error("opened", path, errno) }
    try DescriptorFile(descriptor, path: path).synchronize()
  }

  /// Whether a name is still that of a file of this folder. One call of the system.
  public func isName(_ name: String, of file: any LogFile) throws(LogError) -> Bool {
    guard let file = file as? DescriptorFile else { return false }
    let path = try full(name)
    var status = stat()
    guard systemStatus(path, &status) == 0 else {
      if errno == ENOENT { return false }
      throw SystemFailure.error("found", path, errno)
    }
    return FileIdentity(status) == file.identity
  }

  /// Returns the present status of a file that was opened by a name. One system call.
  public func status(of name: String, _ file: any LogFile) throws(LogError) -> LogFileStatus {
    let missing = LogFileStatus(isNamed: false, byteCount: 0, nameCount: 0)
    guard let file = file as? DescriptorFile else { return missing }
    let path = try full(name)
    var status = stat()
    guard systemStatus(path, &status) == 0 else {
      if errno == ENOENT { return missing }
      throw SystemFailure.error("found", path, errno)
    }
    return LogFileStatus(
      isNamed: FileIdentity(status) == file.identity, byteCount: Int(status.st_size),
      nameCount: Int(status.st_nlink))
  }

  /// Makes sure that a lock file has no other name, and is that of the user of the process, of the owner of the log, or of another user who may
  /// write the log.
  public func checkOwner(ofLock file: any LogFile, of name: String) throws(LogError) {
    guard let file = file as? DescriptorFile else { return }
    let own = try file.status()
    guard own.st_nlink <= 1 else {
      throw LogError(
        .inputOutput, "the lock file of '\(name)' has a second name, by a hard link: remove it")
    }
    var log = stat()
    let hasLog = systemStatus(try full(name), &log) == 0
    // Members of a group share a log: each of them makes files of their own when they compact it.
    let isShared =
      log.st_mode & S_IWGRP != 0 && own.st_gid == log.st_gid || log.st_mode & S_IWOTH != 0
    guard own.st_uid == geteuid() || hasLog && (log.st_uid == own.st_uid || isShared) else {
      throw LogError(
        .inputOutput,
        "the lock file of '\(name)' belongs to another user, who could hold the lock: remove it")
    }
  }

  /// Lets a file be read and written by those who may read and write another one, and no others.
  public func copyPermissions(of name: String, to file: any LogFile) throws(LogError) {
    guard let file = file as? DescriptorFile else { return }
    let path = try full(name)
    var status = stat()
    guard systemStatus(path, &status) == 0 else {
      if errno == ENOENT { return }
      throw SystemFailure.error("found", path, errno)
    }
    try file.setPermissions(like: status)
  }

  private static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return systemStatus(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The path of a file.
  ///
  /// - Throws: ``LogError/Code/inputOutput`` for names with U+0000: what stands behind it is not seen by the system, which would take the file for
  ///   another one.
  private func full(_ name: String) throws(LogError) -> String {
    guard !hasZero, !name.holdsZero else {
      throw LogError(.inputOutput, "the name of a file has no U+0000")
    }
    return prefix + name
  }
}

private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  unsafe path.withCString { unsafe open($0, flags, mode) }
}

private func systemRename(_ from: String, _ to: String) -> Int32 {
  unsafe from.withCString { from in unsafe to.withCString { unsafe rename(from, $0) } }
}

private func systemUnlink(_ path: String) -> Int32 {
  unsafe path.withCString { unsafe unlink($0) }
}

private func systemStatus(_ path: String, _ status: inout stat) -> Int32 {
  unsafe path.withCString { unsafe fstatat(AT_FDCWD, $0, &status, 0) }
}
