import PlatformC

/// A file to write as a whole: its name leads to the old bytes or to all of the new ones.
struct OutputFile {
  let path: String

  /// Writes to a temporary file beside the target and renames it. Pipes and devices are written to
  /// as they are.
  func write(_ bytes: [UInt8]) throws(Failure) {
    var status = stat()
    let exists = fstatat(AT_FDCWD, path, &status, 0) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG { return try overwrite(bytes) }
    // A symbolic link stays: what it leads to is replaced.
    let target = exists ? resolved : path
    let temporary = "\(target).archivecat-\(getpid())"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Failure(.inputOutput, errno: errno) }
    var code = Descriptor.write(bytes, to: descriptor)
    if code == 0, exists, fchmod(descriptor, status.st_mode & 0o7777) != 0 { code = errno }
    if code == 0, fsync(descriptor) != 0 { code = errno }
    if close(descriptor) != 0, code == 0 { code = errno }
    if code == 0, rename(temporary, target) != 0 { code = errno }
    guard code == 0 else {
      unlink(temporary)
      throw Failure(.inputOutput, errno: code)
    }
  }

  private var resolved: String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  private func overwrite(_ bytes: [UInt8]) throws(Failure) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(.inputOutput, errno: errno) }
    let code = Descriptor.write(bytes, to: descriptor)
    close(descriptor)
    guard code == 0 else { throw Failure(.inputOutput, errno: code) }
  }
}

extension OutputFile {
  /// As ``write(_:)``; a failure names this file, not the input.
  func writeNaming(_ bytes: [UInt8]) throws(Failure) {
    do {
      try write(bytes)
    } catch {
      throw Failure(error.status, "\(path): \(error.message)")
    }
  }
}
