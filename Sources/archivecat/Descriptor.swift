import PlatformC

/// Reads and writes on file descriptors.
enum Descriptor {
  /// Writes all bytes; returns 0 or the error number.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    bytes.withUnsafeBytes { buffer in
      guard var start = buffer.baseAddress else { return 0 }
      let end = start + buffer.count
      while start < end {
        let count = PlatformC.write(descriptor, start, end - start)
        if count >= 0 {
          start += count
        } else if errno != EINTR {
          return errno
        }
      }
      return 0
    }
  }

  /// Reads the next bytes, some but at most `count`; none at the end.
  static func read(_ descriptor: Int32, atMost count: Int) throws(Failure) -> [UInt8] {
    try filled(count) { PlatformC.read(descriptor, $0.baseAddress, $0.count) }
  }

  /// Reads a range of a file; fewer bytes where the file ends.
  static func read(_ descriptor: Int32, _ range: Range<Int>) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < range.count {
      let start = range.lowerBound + bytes.count
      let more = try filled(range.upperBound - start) {
        pread(descriptor, $0.baseAddress, $0.count, off_t(start))
      }
      if more.isEmpty { break }
      bytes = bytes.isEmpty ? more : bytes + more
    }
    return bytes
  }

  /// Reads by one system call, and repeats the call if a signal interrupted it.
  private static func filled(
    _ count: Int, _ call: (UnsafeMutableRawBufferPointer) -> Int
  ) throws(Failure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    while true {
      let result = bytes.withUnsafeMutableBytes { call($0) }
      if result >= 0 {
        bytes.removeLast(count - result)
        return bytes
      }
      if errno != EINTR { throw Failure(.inputOutput, errno: errno) }
    }
  }
}
