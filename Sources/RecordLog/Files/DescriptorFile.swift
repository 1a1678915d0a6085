internal import PlatformC

/// A file by its descriptor, which it closes when it goes.
final class DescriptorFile: LogFile {
  private let descriptor: Int32
  private let path: String
  private let process = OwningProcess()
  /// Which file it is; nil if the system does not say.
  let identity: FileIdentity?
  /// Whether it is a file of bytes, and no folder, pipe or device.
  let isRegular: Bool

  init(_ descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
    var status = stat()
    let isFound = unsafe fstat(descriptor, &status) == 0
    identity = isFound ? FileIdentity(status) : nil
    isRegular = isFound && status.st_mode & S_IFMT == S_IFREG
    OpenDescriptors.insert(descriptor)
  }

  deinit {
    // A child that `fork` made has closed its copy: the number may be another file's.
    guard process.isCurrent else { return }
    OpenDescriptors.remove(descriptor)
    _ = close(descriptor)
  }

  func byteCount() throws(LogError) -> Int {
    try process.check()
    let end = lseek(descriptor, 0, SEEK_END)
    guard end >= 0 else { throw SystemFailure.error("measured", path, errno) }
    return Int(end)
  }

  func read(_ range: Range<Int>) throws(LogError) -> [UInt8] {
    try process.check()
    // What asks for much may have been told so by bytes: there is never more room made than the file has.
    let most =
      range.count <= Self.trustedByteCount
      ? range.count : min(range.count, max(0, try byteCount() - range.lowerBound))
    // Who fills the array that all empty ones share writes to what other threads read.
    guard most > 0 else { return [] }
    var number: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
      count = 0
      while count < most {
        let result = unsafe pread(
          descriptor, buffer.baseAddress?.advanced(by: count), most - count,
          off_t(range.lowerBound + count))
        if result > 0 {
          count += result
        } else if result == 0 {
          return
        } else if errno != EINTR {
          number = errno
          return
        }
      }
    }
    if number != 0 { throw SystemFailure.error("read", path, number) }
    return bytes
  }

  private static let trustedByteCount = 1 << 16

  func dataOffset(from byteOffset: Int) throws(LogError) -> Int? {
    try process.check()
    let offset = lseek(descriptor, off_t(byteOffset), Self.seekData)
    if offset >= 0 { return max(byteOffset, Int(offset)) }
    // Behind the last byte that is no hole. Other numbers are those of file systems that know no holes.
    return errno == ENXIO ? nil : byteOffset
  }

  // Not in what Swift imports on Linux.
  #if canImport(Darwin)
    private static var seekData: Int32 { SEEK_DATA }
  #else
    private static var seekData: Int32 { 3 }
  #endif

  func write(_ bytes: [UInt8], at byteOffset: Int) throws(LogError) {
    try process.check()
    // A write behind the limit of the process would end it by a signal, SIGXFSZ.
    let room = max(0, min(bytes.count, largestFileByteCount() - byteOffset))
    var done = 0
    while done < room {
      let result = unsafe bytes[done..<room].withUnsafeBytes {
        unsafe pwrite(descriptor, $0.baseAddress, $0.count, off_t(byteOffset + done))
      }
      if result > 0 {
        done += result
      } else if result == 0 || errno != EINTR {
        throw SystemFailure.error("written", path, result == 0 ? ENOSPC : errno)
      }
    }
    if room < bytes.count { throw SystemFailure.error("written", path, EFBIG) }
  }

  func truncate(to byteCount: Int) throws(LogError) {
    try process.check()
    while ftruncate(descriptor, off_t(byteCount)) != 0 {
      guard errno == EINTR else { throw SystemFailure.error("cut", path, errno) }
    }
  }

  func synchronize() throws(LogError) {
    try process.check()
    // Not repeated where it was interrupted: what a second call says is not about the first one's bytes.
    guard Self.synchronize(descriptor) == 0 else {
      throw SystemFailure.error("made durable", path, errno)
    }
  }

  #if canImport(Darwin)
    private static func synchronize(_ descriptor: Int32) -> Int32 { fcntl(descriptor, F_FULLFSYNC) }
  #else
    private static func synchronize(_ descriptor: Int32) -> Int32 { fdatasync(descriptor) }
  #endif

  /// Returns the system's status of the file.
  func status() throws(LogError) -> stat {
    try process.check()
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw SystemFailure.error("found", path, errno)
    }
    return status
  }

  /// Gives it the permissions of another file, and its owner and group as far as the process may. The group of another file gets nothing if this file
  /// has another one. Where the file system has no permissions, they are those of all of its files.
  func setPermissions(like other: stat) throws(LogError) {
    let own = try status()
    var group = own.st_gid
    if own.st_uid != other.st_uid || own.st_gid != other.st_gid,
      fchown(descriptor, other.st_uid, other.st_gid) == 0
        || fchown(descriptor, own.st_uid, other.st_gid) == 0
    {
      group = other.st_gid
    }
    try setPermissions(other.st_mode & (group == other.st_gid ? 0o777 : 0o707))
  }

  /// Gives it permissions, where the file system has any.
  func setPermissions(_ mode: mode_t) throws(LogError) {
    guard fchmod(descriptor, mode) == 0 || errno == EPERM || errno == ENOTSUP else {
      throw SystemFailure.error("given its permissions", path, errno)
    }
  }

  func takeLock() throws(LogError) -> Bool {
    try process.check()
    var lock = Self.wholeFile(Int16(F_WRLCK))
    while true {
      if unsafe fcntl(descriptor, Self.setLock, &lock) == 0 { return true }
      switch errno {
      case EINTR: continue
      case EACCES, EAGAIN: return false
      default: throw SystemFailure.error("locked", path, errno)
      }
    }
  }

  func releaseLock() {
    guard process.isCurrent else { return }
    var lock = Self.wholeFile(Int16(F_UNLCK))
    _ = unsafe fcntl(descriptor, Self.setLock, &lock)
  }

  private static func wholeFile(_ type: Int16) -> flock {
    var lock = flock()
    lock.l_type = type
    lock.l_whence = Int16(SEEK_SET)
    return lock
  }

  // Locks of the open file, which closing another descriptor of the process does not drop. Linux's number of them is
  // not in what Swift imports; Darwin's is F_OFD_SETLK too.
  #if canImport(Darwin)
    private static var setLock: Int32 { F_OFD_SETLK }
  #else
    private static var setLock: Int32 { 37 }
  #endif
}
