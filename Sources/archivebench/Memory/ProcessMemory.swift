import Foundation

/// What this process holds of the memory, in bytes; 0 where the system does not tell.
enum ProcessMemory {
  static var resident: Int { status("VmRSS:") }

  /// The most that was resident since the start of the process or since ``resetPeak()``.
  static var peak: Int { status("VmHWM:") }

  /// From here on ``peak`` counts anew; false where the system has no such thing.
  static func resetPeak() -> Bool {
    guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return false }
    defer { try? file.close() }
    return (try? file.write(contentsOf: Data("5".utf8))) != nil
  }

  /// Gives back to the system what was freed, so that it is not used again unseen.
  static func trim() {
    // No module declares it.
    typealias Trim = @convention(c) (Int) -> Int32
    guard let trim = dlsym(dlopen(nil, RTLD_NOW), "malloc_trim") else { return }
    _ = unsafeBitCast(trim, to: Trim.self)(0)
  }

  private static func status(_ name: String) -> Int {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) })
    else { return 0 }
    return (line.split { $0 == " " || $0 == "\t" }.compactMap { Int($0) }.first ?? 0) << 10
  }
}
