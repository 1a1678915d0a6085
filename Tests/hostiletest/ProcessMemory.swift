import Foundation

/// What this process holds of the memory, in bytes, as the system tells it.
enum ProcessMemory {
  static var resident: Int { status("VmRSS:") }

  /// The most that was resident since ``start()``.
  static var peak: Int { status("VmHWM:") }

  /// Gives back what was freed, begins to count the peak anew, and tells what is resident.
  static func start() throws -> Int {
    typealias Trim = @convention(c) (Int) -> Int32
    if let trim = dlsym(dlopen(nil, RTLD_NOW), "malloc_trim") {
      _ = unsafeBitCast(trim, to: Trim.self)(0)
    }
    guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else {
      throw NoFigures()
    }
    defer { try? file.close() }
    try file.write(contentsOf: Data("5".utf8))
    return resident
  }

  private static func status(_ name: String) -> Int {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) })
    else { return 0 }
    return (line.split { $0 == " " || $0 == "\t" }.compactMap { Int($0) }.first ?? 0) << 10
  }

  struct NoFigures: Error {}
}
