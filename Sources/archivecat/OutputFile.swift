import PlatformC

/// A file to write as a whole: its name leads to the old bytes or to all of the new ones.
struct OutputFile {
  let path: String

  /// Writes what `produce` hands over to a temporary file beside the target, and renames it. Pipes and devices are written to
  /// as they are.
  func write(
    _ produce: (_ write: @escaping ([UInt8]) -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    var status = stat()
    let exists = fstatat(AT_FDCWD, path, &status, 0) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG { return try overwrite(produce) }
    // A symbolic link stays: what it leads to is replaced.
    let target = exists ? resolved : path
    let temporary = "\(target).archivecat-\(getpid())"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Failure(.inputOutput, errno: errno) }
    let pieces = Pieces(descriptor)
    do throws(Failure) {
      try produce(pieces.write)
    } catch {
      close(descriptor)
      unlink(temporary)
      throw error
    }
    var code = pieces.code
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

  private func overwrite(
    _ produce: (_ write: @escaping ([UInt8]) -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    // Opened at the first piece: who waits for a reader first may have nothing to write.
    let pieces = Pieces(opening: path)
    defer { pieces.close() }
    try produce(pieces.write)
    guard pieces.code == 0 else { throw Failure(.inputOutput, errno: pieces.code) }
  }

  /// Writes pieces one behind the other, up to the first that fails.
  private final class Pieces {
    private var descriptor: Int32
    private let path: String?
    /// The error number of the piece that failed; 0 for none.
    private(set) var code: Int32 = 0

    init(_ descriptor: Int32) { (self.descriptor, path) = (descriptor, nil) }

    init(opening path: String) { (descriptor, self.path) = (-1, path) }

    func write(_ bytes: [UInt8]) {
      if code == 0, descriptor < 0, let path {
        descriptor = open(path, O_WRONLY | O_CLOEXEC)
        if descriptor < 0 { code = errno }
      }
      if code == 0 { code = Descriptor.write(bytes, to: descriptor) }
    }

    func close() {
      if descriptor >= 0 { _ = PlatformC.close(descriptor) }
    }
  }
}

extension OutputFile {
  /// As ``write(_:)``; a failure to write names this file, not the input. What `produce` throws stays as it is.
  func writeNaming(
    _ produce: (_ write: @escaping ([UInt8]) -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    var own: Failure?
    do throws(Failure) {
      try write { write throws(Failure) in
        do throws(Failure) {
          try produce(write)
        } catch {
          own = error
          throw error
        }
      }
    } catch {
      if let own { throw own }
      throw Failure(error.status, "\(path): \(error.message)")
    }
  }

  /// Writes bytes.
  func writeNaming(_ bytes: [UInt8]) throws(Failure) { try writeNaming { $0(bytes) } }
}
