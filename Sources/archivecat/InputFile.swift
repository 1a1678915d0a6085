#if Tools
  import ArchiveInspection
  import RecordLog

  import PlatformC

  /// A file to read, or standard input.
  struct InputFile {
    /// The name as it was given; `-` is standard input.
    let name: String

    /// The name for messages.
    var title: String { name == "-" ? "standard input" : name }

    /// Everything in it, read window by window.
    ///
    /// - Throws: A ``Failure`` of the system, and what ``WindowedInput`` throws for first bytes of another kind, for more bytes than
    ///   are held in memory, and for a file that shrinks meanwhile.
    func bytes(_ kind: InputKind, _ limits: LimitOptions) throws -> [UInt8] {
      let input = try opened()
      defer { input.close() }
      return try input.bytes(kind, limits)
    }

    /// The file as that of a record log, of which as much is read as is asked for. What is no plain file is read as a whole.
    func log(_ limits: LimitOptions) throws -> any LogFile {
      let input = try opened()
      defer { input.close() }
      guard input.isPlain, name != "-" else {
        return StoreInspector.file(of: try input.bytes(.recordLog, limits))
      }
      return try StoreInspector.file(atPath: name)
    }

    private func opened() throws(Failure) -> OpenInput {
      if name == "-" { return try OpenInput(STDIN_FILENO, isOwned: false) }
      let descriptor = open(name, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw Failure(.cannotOpen, errno: errno) }
      return try OpenInput(descriptor, isOwned: true)
    }

    /// Returns whether a path leads to the same file.
    func isSame(as path: String) -> Bool {
      guard name != "-" else { return false }
      var own = stat()
      var other = stat()
      guard fstatat(AT_FDCWD, name, &own, 0) == 0, fstatat(AT_FDCWD, path, &other, 0) == 0
      else { return name == path }
      return own.st_dev == other.st_dev && own.st_ino == other.st_ino
    }
  }
#endif
