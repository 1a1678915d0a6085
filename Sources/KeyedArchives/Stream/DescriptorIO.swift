internal import ArchiveFormat
internal import PlatformC

/// Reads and writes on file descriptors.
enum DescriptorIO {
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(ArchiveError) {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes[done...].withUnsafeBytes {
        unsafe PlatformC.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        done += count
      } else if errno != EINTR {
        throw failure("written", errno)
      }
    }
  }

  /// The next bytes, at most `maximumByteCount`; none at the end.
  static func read(_ descriptor: Int32, _ maximumByteCount: Int) throws(ArchiveError) -> [UInt8] {
    while true {
      var number: Int32 = 0
      var result = 0
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: maximumByteCount) { buffer, count in
        result = unsafe PlatformC.read(descriptor, buffer.baseAddress, buffer.count)
        number = errno
        count = max(result, 0)
      }
      if result >= 0 { return bytes }
      guard number == EINTR else { throw failure("read", number) }
    }
  }

  private static func failure(_ what: String, _ number: Int32) -> ArchiveError {
    ArchiveError(.inputOutput, "the bytes cannot be \(what): \(systemErrorText(number))")
  }
}
