#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A folder of the system's.
public struct FolderFileSystem: LogFileSystem {
  /// The path of the folder.
  public let path: String

  /// The folder at a path, which has to be there.
  public init(path: String) { self.path = path }

  /// Opens a file; it is closed when nobody holds it any more.
  public func open(_ name: String, _ mode: LogFileMode) throws(LogError) -> (any LogFile)? {
    let flags: Int32 =
      switch mode {
      case .read: O_RDONLY
      case .write: O_RDWR
      case .create: O_RDWR | O_CREAT
      }
    let descriptor = Self.descriptor(full(name), flags)
    if descriptor >= 0 { return DescriptorFile(descriptor, name: name) }
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
    guard systemRename(full(name), full(other)) == 0 else {
      throw SystemFailure.error("renamed", name, errno)
    }
  }

  /// Removes a file.
  public func remove(_ name: String) throws(LogError) {
    guard systemUnlink(full(name)) == 0 || errno == ENOENT else {
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
    guard systemStatus(full(name), &status) == 0 else {
      if errno == ENOENT { return false }
      throw SystemFailure.error("found", name, errno)
    }
    return FileIdentity(status) == file.identity
  }

  private func full(_ name: String) -> String {
    path.hasSuffix("/") ? path + name : "\(path)/\(name)"
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
  unsafe path.withCString { unsafe stat($0, &status) }
}
