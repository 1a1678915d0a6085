import FuzzCases
import Foundation

/// The inputs that stand in `Fuzz`: those that failed once, and the seeds.
struct FuzzFiles {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fuzz")

  /// Where and how an input stands.
  struct Input {
    var name: String
    var bytes: [UInt8]
  }

  /// All inputs of a target, those that failed once first.
  static func inputs(of target: FuzzTarget) throws -> [Input] {
    try ["FailCases", "Seeds"].flatMap { try inputs(in: "\($0)/\(target.rawValue)") }
  }

  static func inputs(in path: String) throws -> [Input] {
    let place = folder.appending(path: path)
    guard FileManager.default.fileExists(atPath: place.path) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: place.path).sorted().map {
      Input(name: "\(path)/\($0)", bytes: [UInt8](try Data(contentsOf: place.appending(path: $0))))
    }
  }

  /// The names in a folder.
  static func names(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path).sorted()
  }

  /// Hands all inputs of a target to its oracle, each of which is named on standard error first.
  static func replay(_ name: String) throws {
    guard let target = FuzzTarget(rawValue: name) else { throw CocoaError(.fileNoSuchFile) }
    for input in try inputs(of: target) {
      try FileHandle.standardError.write(contentsOf: Data("\(input.name)\n".utf8))
      target.run(input.bytes)
    }
  }
}
