import Foundation

/// This program once more, as a process of its own, which may die.
struct ChildProcess {
  let output: String
  /// How it ended.
  let ending: String
  let isFine: Bool

  static func run(_ arguments: [String]) throws -> ChildProcess {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = arguments
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let status = process.terminationStatus
    let isSignal = process.terminationReason == .uncaughtSignal
    return ChildProcess(
      output: String(decoding: output, as: UTF8.self),
      ending: isSignal ? "by signal \(status)" : "with \(status)",
      isFine: !isSignal && status == 0)
  }
}
