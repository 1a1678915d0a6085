import PlatformC

/// Whole reads and writes on file descriptors.
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

  /// Reads to the end.
  static func read(_ descriptor: Int32) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = chunk.withUnsafeMutableBytes {
        PlatformC.read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw Failure(.inputOutput, errno: errno)
      }
      if count == 0 { return bytes }
      bytes.append(contentsOf: chunk[..<count])
    }
  }
}
