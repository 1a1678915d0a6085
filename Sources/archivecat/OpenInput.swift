#if Tools
  import ArchiveInspection
  import PlatformC

  /// A file, pipe or device that is open for reading.
  struct OpenInput {
    private let descriptor: Int32
    private let isOwned: Bool
    /// True for a file whose bytes can be read in any order.
    let isPlain: Bool
    /// The offset of the first byte to read, in a file of known size; nil for other inputs.
    private let start: Int?

    /// Takes over a descriptor, which is closed if it is of no use.
    ///
    /// - Parameter isOwned: Whether ``close()`` closes it.
    init(_ descriptor: Int32, isOwned: Bool) throws(Failure) {
      self.descriptor = descriptor
      self.isOwned = isOwned
      var status = stat()
      let code = fstat(descriptor, &status) == 0 ? 0 : errno
      let type = status.st_mode & S_IFMT
      // Files of /proc say that they are empty.
      let isSized = type == S_IFREG && status.st_size > 0
      isPlain = isOwned && isSized
      // Standard input is read from where it stands.
      start = isSized ? max(0, Int(lseek(descriptor, 0, SEEK_CUR))) : nil
      guard code == 0, type != S_IFDIR else {
        close()
        throw code == 0
          ? Failure(.cannotOpen, errno: EISDIR) : Failure(.inputOutput, errno: code)
      }
    }

    func close() {
      if isOwned { _ = PlatformC.close(descriptor) }
    }

    /// All bytes.
    func bytes(_ kind: InputKind, _ limits: LimitOptions) throws -> [UInt8] {
      let input = WindowedInput(
        kind, limits: limits.limits, maximumByteCount: limits.maximumInputByteCount,
        advice: limits.adviceForLargeInput)
      return try input.bytes(byteCount: { try byteCount() }) { range in
        isPlain
          ? try Descriptor.read(descriptor, range)
          : try Descriptor.read(descriptor, atMost: range.count)
      }
    }

    /// The number of bytes to read; nil if unknown.
    private func byteCount() throws(Failure) -> Int? {
      guard let start else { return nil }
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw Failure(.inputOutput, errno: errno) }
      return max(0, Int(status.st_size) - start)
    }
  }
#endif
