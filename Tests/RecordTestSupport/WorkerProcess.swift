internal import Foundation
internal import Synchronization

/// A process of `storeworker`, which is told what to do in lines, and answers each with one or more.
package final class WorkerProcess {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// How a process ended.
  package enum Ending: Equatable {
    case exited(Int32)
    case killed(by: Int32)
  }

  private let process = Process()
  private let commands = Pipe()
  private let answers = Pipe()
  private var rest: [UInt8] = []
  private var listener: Listener?

  /// Starts a process that works on a store.
  ///
  /// - Parameters:
  ///   - store: The path of its file, or what else ``OpenStore`` takes.
  ///   - wrapper: A command that runs the process, in front of it; none for the process alone.
  package init(_ store: String, under wrapper: [String] = []) throws {
    guard let program = Self.program else {
      throw Failure(description: "storeworker is not built beside the tests")
    }
    let words = wrapper + [program.path, store]
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.standardInput = commands
    process.standardOutput = answers
    try process.run()
  }

  deinit {
    if process.isRunning { kill() }
  }

  /// Beside the tests, or in one of the folders above them; or the program that runs.
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

  /// Hands each line that it answers over, on a thread of its own, until it ends.
  package func listen(_ take: @escaping @Sendable (String) -> Void) {
    listener = Listener(answers.fileHandleForReading, take)
  }

  /// Ends the process as nothing else does: at whatever it is. What it answered before was handed over then.
  package func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    listener?.wait()
  }

  /// Has no more commands, and waits until the process ends by itself.
  ///
  /// - Returns: All that it answered and was not received, and how it ended.
  package func finish() throws -> (lines: [String], ending: Ending) {
    try commands.fileHandleForWriting.close()
    rest += try answers.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let lines = rest.split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
    let status = process.terminationStatus
    return (lines, process.terminationReason == .exit ? .exited(status) : .killed(by: status))
  }

  /// Reads lines until there are no more.
  private final class Listener: Sendable {
    private let isDone = DispatchSemaphore(value: 0)

    init(_ handle: FileHandle, _ take: @escaping @Sendable (String) -> Void) {
      let isDone = isDone
      Thread.detachNewThread {
        var rest: [UInt8] = []
        while true {
          let more = handle.availableData
          if more.isEmpty { break }
          rest += more
          guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { continue }
          for line in rest[..<end].split(separator: UInt8(ascii: "\n")) {
            take(String(decoding: line, as: UTF8.self))
          }
          rest.removeFirst(end + 1)
        }
        isDone.signal()
      }
    }

    /// Waits until all lines were handed over.
    func wait() {
      isDone.wait()
      isDone.signal()
    }
  }
}
