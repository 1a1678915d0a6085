internal import Foundation

/// The examples of the README, which stand in tests, where they are compiled.
package enum ReadmeExample {
  /// Whether the code of the README's example that has a text in it stands in a file, but for indentation.
  ///
  /// - Parameter isInPieces: Whether the parts of the example that empty lines separate may stand in different places.
  package static func stands(
    _ text: String, in file: String, inPieces isInPieces: Bool = false
  ) throws -> Bool {
    let here = URL(filePath: file)
    var root = here
    while !FileManager.default.fileExists(atPath: root.appending(path: "README.md").path) {
      root = root.deletingLastPathComponent()
      if root.path == "/" { return false }
    }
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let examples = readme.components(separatedBy: "```")
    guard let example = examples.first(where: { $0.contains(text) }) else { return false }
    let code = example.drop { $0 != "\n" }
    let source = lines(of: try String(contentsOf: here, encoding: .utf8))
    let pieces = isInPieces ? code.description.components(separatedBy: "\n\n") : [code.description]
    return pieces.allSatisfy { piece in
      let expected = lines(of: piece)
      return source.indices.contains { source[$0...].starts(with: expected) }
    }
  }

  private static func lines(of text: String) -> [String] {
    text.split(separator: "\n").map { $0.drop { $0 == " " }.description }.filter { !$0.isEmpty }
  }
}
