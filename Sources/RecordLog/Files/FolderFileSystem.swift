internal import PlatformC

/// A folder of the system's.
public struct FolderFileSystem: LogFileSystem {
  /// The path of the folder.
  public let path: String

  /// The folder at a path, which has to be there.
  public init(path: String) { self.path = path }

  /// Opens a file; it is closed when nobody holds it any more. Of what else may have the name, a pipe say, nothing is read, and a link is not
  /// followed where the file may have to be made.
  public func open(_ name: String, _ mode: LogFileMode) throws(LogError) -> (any LogFile)? {
    let flags: Int32 =
      switch mode {
      case .read: O_RDONLY
      case .write: O_RDWR
      case .create: O_RDWR | O_CREAT | O_NOFOLLOW
      }
    // Who opens a pipe waits for its other end unless told not to.
    let path = try full(name)
    var descriptor = Self.descriptor(path, flags | O_NONBLOCK | O_NOCTTY)
    if descriptor < 0, errno == EWOULDBLOCK, Self.isRegular(path) {
      // Another one gives up its lease on the file meanwhile.
      descriptor = Self.descriptor(path, flags)
    }
    if descriptor >= 0 {
      let file = DescriptorFile(descriptor, name: name)
      guard file.isRegular else { throw LogError(.inputOutput, "'\(name)' is no regular file") }
      return file
    }
    let number = errno
    if number == ENOENT, mode != .create { return nil }
    throw SystemFailure.error("opened", name, number)
  }

  /// A descriptor of a file; negative if the system gives none. Asked again where that was interrupted.
  private static func descriptor(_ path: String, _ flags: Int32) -> Int32 {
    while true {
      let descriptor = systemOpen(path, flags | O_CLOEXEC, 0o644)
      if descriptor >= 0 || errno != EINTR { return descriptor }
    }
  }

  /// Gives a file another name.
  public func rename(_ name: String, to other: String) throws(LogError) {
    guard systemRename(try full(name), try full(other)) == 0 else {
      throw SystemFailure.error("renamed", name, errno)
    }
  }

  /// Removes a file.
  public func remove(_ name: String) throws(LogError) {
    guard systemUnlink(try full(name)) == 0 || errno == ENOENT else {
      throw SystemFailure.error("removed", name, errno)
    }
  }

  /// Makes names durable.
  public func synchronizeFolder() throws(LogError) {
    let descriptor = Self.descriptor(path, O_RDONLY)
    guard descriptor >= 0 else { throw SystemFailure.error("opened", path, errno) }
    try DescriptorFile(descriptor, name: path).synchronize()
  }

  /// Whether a name is still that of a file of this folder. One call of the system.
  public func isName(_ name: String, of file: any LogFile) throws(LogError) -> Bool {
    guard let file = file as? DescriptorFile else { return false }
    var status = stat()
    guard systemStatus(try full(name), &status) == 0 else {
      if errno == ENOENT { return false }
      throw SystemFailure.error("found", name, errno)
    }
    return FileIdentity(status) == file.identity
  }

  /// Lets a file be read and written by those who may read and write another one, and no others.
  public func copyPermissions(of name: String, to file: any LogFile) throws(LogError) {
    guard let file = file as? DescriptorFile else { return }
    var status = stat()
    guard systemStatus(try full(name), &status) == 0 else {
      if errno == ENOENT { return }
      throw SystemFailure.error("found", name, errno)
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
    let full = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
    guard !full.utf8.contains(0) else {
      throw LogError(.inputOutput, "the name of a file has no U+0000")
    }
    return full
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
