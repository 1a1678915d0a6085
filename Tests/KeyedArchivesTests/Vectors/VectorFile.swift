import Foundation

/// A vector as it stands in a file: bytes in hex, and what its comments say.
struct VectorFile {
  let name: String
  let bytes: [UInt8]
  let isRecord: Bool

  init(_ file: URL) throws {
    name = file.deletingPathExtension().lastPathComponent
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    bytes = lines.flatMap { line in
      line.prefix { $0 != "#" }.split(separator: " ").compactMap { UInt8($0, radix: 16) }
    }
    isRecord = lines.contains { $0.hasPrefix("# dictionary: ") }
  }

  /// All files of a folder that are no records against a dictionary.
  static func all(in folder: URL) throws -> [VectorFile] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "hex" }.sorted { $0.path < $1.path }.map(VectorFile.init)
      .filter { !$0.isRecord }
  }
}
