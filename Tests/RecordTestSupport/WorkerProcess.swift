internal import Foundation

/// A process of `storeworker`, which is told what to do in lines, and answers each with one.
package final class WorkerProcess {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  private let process = Process()
  private let commands = Pipe()
  private let answers = Pipe()
  private var rest: [UInt8] = []

  /// Starts a process that works on the file at a path.
  package init(_ path: String) throws {
    guard let program = Self.program else {
      throw Failure(description: "storeworker is not built beside the tests")
    }
    process.executableURL = program
    process.arguments = [path]
    process.standardInput = commands
    process.standardOutput = answers
    try process.run()
  }

  deinit {
    if process.isRunning { kill() }
  }

  /// Beside the tests, or in one of the folders above them.
  private static let program: URL? = {
    let starts =
      [Bundle.main.bundleURL, Bundle.main.executableURL].compactMap { $0 }
      + Bundle.allBundles.map { $0.bundleURL }
      + ProcessInfo.processInfo.arguments.map { URL(fileURLWithPath: $0) }
    for start in starts {
      var folder = start
      for _ in 0..<5 {
        let candidate = folder.appendingPathComponent("storeworker")
        // A folder of that name holds what the program was built of.
        let values = try? candidate.resourceValues(forKeys: [.isRegularFileKey])
        if values?.isRegularFile == true { return candidate }
        folder.deleteLastPathComponent()
      }
    }
    return nil
  }()

  /// Tells it what to do.
  package func send(_ command: String) throws {
    try commands.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
  }

  /// Waits for its next answer.
  package func receive() throws -> String {
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        defer { rest.removeFirst(end + 1) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      let more = answers.fileHandleForReading.availableData
      guard !more.isEmpty else { throw Failure(description: "storeworker has ended") }
      rest += more
    }
  }

  /// Tells it what to do, and waits for the answer.
  package func ask(_ command: String) throws -> String {
    try send(command)
    return try receive()
  }

  /// Ends the process as nothing else does: at whatever it is.
  package func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
