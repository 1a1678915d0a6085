import Foundation

/// This program once more, as a process of its own, with a memory of its own.
enum OwnProcess {
  /// Where this program stands.
  static var program: URL { URL(filePath: "/proc/self/exe").resolvingSymlinksInPath() }

  /// The command under which a process may run on all processors though this one was given a few; none where only that command could
  /// have done so.
  static var onAllProcessors: [String] {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    let isThere = folders.contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/taskset")
    }
    return isThere ? ["taskset", "ffffffffffffffff"] : []
  }

  /// What the program prints when it is called with arguments.
  ///
  /// - Parameter wrapper: A command that is called with the program and its arguments behind its own.
  /// - Throws: ``Failure`` if it does not end well.
  static func output(_ arguments: [String], under wrapper: [String] = []) throws -> Data {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = wrapper.isEmpty ? program : URL(filePath: "/usr/bin/env")
    process.arguments = (wrapper.isEmpty ? [] : wrapper + [program.path]) + arguments
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(command: arguments, status: process.terminationStatus)
    }
    return output
  }

  /// What the program prints when it is called with arguments, read as JSON.
  static func value<Value: Decodable>(_ arguments: [String], under wrapper: [String] = []) throws
    -> Value
  {
    try JSONDecoder().decode(Value.self, from: output(arguments, under: wrapper))
  }

  /// A process that did not end well.
  struct Failure: Error, CustomStringConvertible {
    let command: [String]
    let status: Int32

    var description: String {
      "archivebench \(command.joined(separator: " ")) ended with \(status)"
    }
  }
}
