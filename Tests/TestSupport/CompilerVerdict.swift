import Foundation

/// Type-checks small programs against the modules of this build.
package enum CompilerVerdict {
  private static let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()

  /// Returns the words of the compiler about a program; an empty text if the program compiles.
  ///
  /// - Parameter modules: Modules that the program may import, by name: their source text.
  package static func of(_ source: String, beside modules: [String: String] = [:]) throws -> String
  {
    let place = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    for (name, text) in modules {
      let file = place.appending(path: "\(name).swift")
      try text.write(to: file, atomically: true, encoding: .utf8)
      let module = place.appending(path: "\(name).swiftmodule").path
      let words = try run(["-emit-module", "-module-name", name, "-o", module, file.path])
      if !words.isEmpty { return words }
    }
    let file = place.appending(path: "program.swift")
    try source.write(to: file, atomically: true, encoding: .utf8)
    return try run(["-typecheck", file.path, "-I", place.path] + moduleOptions)
  }

  /// Returns the first error of a program, without its place; nil if the program compiles.
  package static func firstError(
    _ source: String, beside modules: [String: String] = [:]
  ) throws -> String? {
    let words = try of(source, beside: modules)
    if words.isEmpty { return nil }
    return words.firstMatch(of: /error: (.*)/).map { String($0.1) } ?? words
  }

  /// The modules of the libraries, and the macros if they were built.
  private static var moduleOptions: [String] {
    var sources = URL(filePath: #filePath)
    while sources.lastPathComponent != "Tests" { sources.deleteLastPathComponent() }
    sources = sources.deletingLastPathComponent().appending(path: "Sources")
    var options = [
      "-I", folder.appending(path: "Modules").path, "-I", sources.appending(path: "CZlib").path,
    ]
    for name in ["CChecksum", "CThreadStack"] {
      let map = folder.appending(path: "\(name).build/module.modulemap").path
      options += ["-Xcc", "-fmodule-map-file=\(map)"]
    }
    let macros = folder.appending(path: "ArchivableMacros-tool").path
    if FileManager.default.fileExists(atPath: macros) {
      options += ["-load-plugin-executable", "\(macros)#ArchivableMacros"]
    }
    return options
  }

  private static func run(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swiftc", "-swift-version", "6"] + arguments
    let output = Pipe()
    process.standardError = output
    process.standardOutput = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? "" : String(decoding: text, as: UTF8.self)
  }
}
