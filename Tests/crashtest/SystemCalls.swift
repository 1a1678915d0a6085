#if os(Linux)
  import PlatformC
  import Synchronization

  /// Calls of the system that read and write files, as this program makes them: in the place of those of the C library.
  ///
  /// While they are hindered, each third is interrupted, and each third does half of what it was asked for.
  enum SystemCalls {
    private static let isHindered = Atomic(false)
    private static let count = Atomic(0)
    private static let hinderedCount = Atomic(0)

    /// How many calls did not do what they were asked for.
    static var hinderedCallCount: Int { hinderedCount.load(ordering: .relaxed) }

    static func hindered<Result>(_ body: () throws -> Result) rethrows -> Result {
      isHindered.store(true, ordering: .sequentiallyConsistent)
      defer { isHindered.store(false, ordering: .sequentiallyConsistent) }
      return try body()
    }

    /// How many bytes a call is to take; nil if it is interrupted.
    static func share(of byteCount: Int) -> Int? {
      guard isHindered.load(ordering: .relaxed) else { return byteCount }
      switch count.add(1, ordering: .relaxed).newValue % 3 {
      case 1:
        hinderedCount.add(1, ordering: .relaxed)
        return nil
      case 2 where byteCount > 1:
        hinderedCount.add(1, ordering: .relaxed)
        return byteCount / 2
      default: return byteCount
      }
    }
  }

  /// Writes to a file at an offset, as the call of that name does.
  @_cdecl("pwrite")
  public func hinderedWrite(
    _ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ byteCount: Int, _ byteOffset: Int
  ) -> Int {
    guard let byteCount = SystemCalls.share(of: byteCount) else {
      errno = EINTR
      return -1
    }
    var part = iovec(iov_base: bytes, iov_len: byteCount)
    return pwritev(file, &part, 1, byteOffset)
  }

  /// Reads from a file at an offset, as the call of that name does.
  @_cdecl("pread")
  public func hinderedRead(
    _ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ byteCount: Int, _ byteOffset: Int
  ) -> Int {
    guard let byteCount = SystemCalls.share(of: byteCount) else {
      errno = EINTR
      return -1
    }
    var part = iovec(iov_base: bytes, iov_len: byteCount)
    return preadv(file, &part, 1, byteOffset)
  }
#endif
