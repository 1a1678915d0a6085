import ArchiveInspection
import RecordLog

import PlatformC

/// A file to read, or standard input.
struct InputFile {
  /// The name as it was given; `-` is standard input.
  let name: String

  /// The name for messages.
  var title: String { name == "-" ? "standard input" : name }

  /// Everything in it.
  func bytes() throws(Failure) -> [UInt8] {
    guard name != "-" else { return try Descriptor.read(STDIN_FILENO) }
    let (descriptor, _) = try opened()
    defer { close(descriptor) }
    return try Descriptor.read(descriptor)
  }

  /// The file as that of a record log, of which as much is read as is asked for. What is no plain file is read as a whole.
  func log() throws -> any LogFile {
    guard name != "-" else { return StoreInspector.file(of: try bytes()) }
    let (descriptor, isPlain) = try opened()
    defer { close(descriptor) }
    guard isPlain else { return StoreInspector.file(of: try Descriptor.read(descriptor)) }
    return try StoreInspector.file(atPath: name)
  }

  /// The open file, and whether it is one whose bytes can be read in any order.
  private func opened() throws(Failure) -> (descriptor: Int32, isPlain: Bool) {
    let descriptor = open(name, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(.cannotOpen, errno: errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      defer { close(descriptor) }
      throw Failure(.inputOutput, errno: errno)
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      close(descriptor)
      throw Failure(.cannotOpen, errno: EISDIR)
    }
    return (descriptor, status.st_mode & S_IFMT == S_IFREG)
  }

  /// Whether a path leads to this very file.
  func isSame(as path: String) -> Bool {
    guard name != "-" else { return false }
    var own = stat()
    var other = stat()
    guard fstatat(AT_FDCWD, name, &own, 0) == 0, fstatat(AT_FDCWD, path, &other, 0) == 0
    else { return name == path }
    return own.st_dev == other.st_dev && own.st_ino == other.st_ino
  }
}
