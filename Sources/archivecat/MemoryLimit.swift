import PlatformC

/// The largest input that is held in memory.
enum MemoryLimit {
  /// Bytes of an input from anywhere.
  static var untrusted: Int { min(1 << 30, available / 4) }
  /// Bytes of an input that the caller trusts.
  static var trusted: Int { available / 2 }

  /// The memory of the machine, or less where the process or its group of processes may use less.
  private static var available: Int {
    var byteCounts = [physicalMemoryByteCount(), largestMemoryByteCount()]
    byteCounts += groupFiles.compactMap { byteCount(in: $0) }
    return byteCounts.filter { $0 > 0 }.min() ?? 1 << 30
  }

  /// Files with the memory limit of a control group on Linux, versions 2 and 1.
  private static let groupFiles = [
    "/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes",
  ]

  private static func byteCount(in path: String) -> Int? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard let bytes = try? Descriptor.read(descriptor, atMost: 32) else { return nil }
    return Int(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }
}
