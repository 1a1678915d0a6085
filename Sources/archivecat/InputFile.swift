#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file to read, or standard input.
struct InputFile {
  /// The name as it was given; `-` is standard input.
  let name: String

  /// The name for messages.
  var title: String { name == "-" ? "standard input" : name }

  /// Everything in it.
  func bytes() throws(Failure) -> [UInt8] {
    guard name != "-" else { return try Descriptor.read(STDIN_FILENO) }
    let descriptor = open(name, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(.cannotOpen, errno: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Failure(.inputOutput, errno: errno) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw Failure(.cannotOpen, errno: EISDIR) }
    return try Descriptor.read(descriptor)
  }

  /// Whether a path leads to this very file.
  func isSame(as path: String) -> Bool {
    guard name != "-" else { return false }
    var own = stat()
    var other = stat()
    guard stat(name, &own) == 0, stat(path, &other) == 0 else { return name == path }
    return own.st_dev == other.st_dev && own.st_ino == other.st_ino
  }
}
