import Foundation

/// The files of the checkout that this test was compiled in.
enum Checkout {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The names of the folders in Sources, sorted.
  static func targets() throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      at: root.appending(path: "Sources"), includingPropertiesForKeys: [.isDirectoryKey]
    )
    .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
    .map(\.lastPathComponent).sorted()
  }

  /// The text of each source file of a target by its path in the checkout, folders included.
  static func sources(of target: String) throws -> [(path: String, text: String)] {
    try sources(in: "Sources/\(target)")
  }

  static func sources(in folder: String) throws -> [(path: String, text: String)] {
    let path = root.appending(path: folder).path(percentEncoded: false)
    let paths = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return try paths.filter { $0.hasSuffix(".swift") || $0.hasSuffix(".c") || $0.hasSuffix(".h") }
      .sorted().map { ("\(folder)/\($0)", try text("\(folder)/\($0)")) }
  }
}
