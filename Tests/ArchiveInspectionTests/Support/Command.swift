#if Tools && (os(Linux) || os(macOS))
  import Foundation
  import Testing

  /// Runs the built command.
  enum Command {
    struct Outcome {
      var status: Int32
      var output: String
      var complaint: String
    }

    /// The command beside the test bundle.
    private static let command: URL? = {
      let starts =
        [Bundle.main.bundleURL, Bundle.main.executableURL].compactMap { $0 }
        + Bundle.allBundles.map { $0.bundleURL }
        + CommandLine.arguments.map { URL(fileURLWithPath: $0) }
      for start in starts {
        var folder = start
        for _ in 0..<5 {
          let candidate = folder.appendingPathComponent("archivecat")
          var isFolder: ObjCBool = false
          if FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder),
            !isFolder.boolValue, FileManager.default.isExecutableFile(atPath: candidate.path)
          {
            return candidate
          }
          folder.deleteLastPathComponent()
        }
      }
      return nil
    }()

    static func run(_ arguments: String..., input: [UInt8] = []) throws -> Outcome {
      try run(arguments, input: input)
    }

    static func run(_ arguments: [String], input: [UInt8] = []) throws -> Outcome {
      try run(arguments, standardInput: Pipe(with: input))
    }

    /// The command, which does not run yet.
    static func process(_ arguments: [String]) throws -> Process {
      let process = Process()
      let isBuilt = command != nil
      try #require(isBuilt, "archivecat is not built beside the tests")
      process.executableURL = command
      process.arguments = arguments
      return process
    }

    /// - Parameter standardInput: A `Pipe`, or a `FileHandle`.
    static func run(_ arguments: [String], standardInput: Any) throws -> Outcome {
      let process = try process(arguments)
      let (output, complaint) = (Pipe(), Pipe())
      process.standardInput = standardInput
      process.standardOutput = output
      process.standardError = complaint
      try process.run()
      let outputBytes = output.fileHandleForReading.readDataToEndOfFile()
      let complaintBytes = complaint.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return Outcome(
        status: process.terminationStatus, output: String(decoding: outputBytes, as: UTF8.self),
        complaint: String(decoding: complaintBytes, as: UTF8.self))
    }
  }

  extension Pipe {
    /// A pipe that a few bytes wait in.
    fileprivate convenience init(with bytes: [UInt8]) {
      self.init()
      fileHandleForWriting.write(Data(bytes))
      try? fileHandleForWriting.close()
    }
  }
#endif
