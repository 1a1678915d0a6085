import Foundation

#if Benchmarks
  import SwiftProtobuf
#endif

/// What the figures were measured on.
struct Machine: Encodable {
  var processor: String
  /// The processors that this process may run on, as Linux lists them.
  var allowedProcessors: String
  var system: String
  var swift: String
  /// The version of swift-protobuf; nil if the benchmark was built without it.
  var protobuf: String?

  /// This machine; what cannot be found out is called unknown.
  static var current: Machine {
    let processor = value(of: "model name", in: "/proc/cpuinfo")
    let count = ProcessInfo.processInfo.processorCount
    let name = value(of: "PRETTY_NAME", in: "/etc/os-release") ?? "an unknown system"
    return Machine(
      processor: "\(processor ?? "unknown"), \(count) cores",
      allowedProcessors: value(of: "Cpus_allowed_list", in: "/proc/self/status") ?? "unknown",
      system: "\(name), \(architecture)", swift: swiftVersion() ?? "unknown",
      protobuf: protobufVersion)
  }

  /// A line for each fact.
  var lines: [String] {
    [
      "Processor: \(processor); measured on: \(allowedProcessors)", "System: \(system)",
      "Swift: \(swift)",
    ] + (protobuf.map { ["swift-protobuf: \($0)"] } ?? [])
  }

  /// The compiler and the kind of processor for which counts of instructions hold.
  var toolchain: String { "Swift \(swift), \(Self.architecture)" }

  private static var protobufVersion: String? {
    #if Benchmarks
      Version.versionString
    #else
      nil
    #endif
  }

  private static var architecture: String {
    #if arch(x86_64)
      "x86-64"
    #elseif arch(arm64)
      "arm64"
    #else
      "another architecture"
    #endif
  }

  /// What stands after a name and `:` or `=` in a file, on the first such line.
  private static func value(of name: String, in path: String) -> String? {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    for line in text.split(separator: "\n") {
      let parts = line.split(maxSplits: 1) { $0 == ":" || $0 == "=" }
      guard parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces) == name else {
        continue
      }
      return parts[1].trimmingCharacters(in: CharacterSet(charactersIn: "\" \t"))
    }
    return nil
  }

  /// What the `swift` on the path says of itself, which is the one that `make bench` builds with.
  private static func swiftVersion() -> String? {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swift", "--version"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = (try? output.fileHandleForReading.readToEnd()) ?? Data()
    process.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self)
    return text.firstMatch(of: /Swift version ([0-9.]+)/).map { String($0.1) }
  }
}
