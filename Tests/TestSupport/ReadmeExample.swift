internal import Foundation

/// The examples of README.md and of the articles in `Sources`. Tests compile each of them and compare the text.
package enum ReadmeExample {
  /// True if each example that contains a text stands in a file, but for indentation, and there is one. Imports are passed over:
  /// `make docs` compiles examples that begin with one.
  ///
  /// - Parameters:
  ///   - text: A text that only the examples in question contain.
  ///   - file: The path of the test.
  ///   - isInPieces: Whether the parts of an example that empty lines separate may stand in different places.
  package static func stands(
    _ text: String, in file: String, inPieces isInPieces: Bool = false
  ) throws -> Bool {
    let examples = try pages(near: file).flatMap(examples).filter { $0.contains(text) }
    let source = body(of: try String(contentsOf: URL(filePath: file), encoding: .utf8))
    return !examples.isEmpty
      && examples.allSatisfy { code in
        let pieces = isInPieces ? code.components(separatedBy: "\n\n") : [code]
        return pieces.map(body).allSatisfy { expected in
          source.indices.contains { source[$0...].starts(with: expected) }
        }
      }
  }

  /// Whether README.md or an article shows a text.
  ///
  /// - Parameter file: The path of the test.
  package static func isShown(_ text: String, near file: String) throws -> Bool {
    try pages(near: file).contains { $0.contains(text) }
  }

  /// The texts of README.md and of all articles of the checkout that a file belongs to.
  private static func pages(near file: String) throws -> [String] {
    var root = URL(filePath: file)
    while !FileManager.default.fileExists(atPath: root.appending(path: "Package.swift").path) {
      root = root.deletingLastPathComponent()
      if root.path == "/" { return [] }
    }
    let sources = try FileManager.default.subpathsOfDirectory(
      atPath: root.appending(path: "Sources").path)
    let articles = sources.filter { $0.contains(".docc/") && $0.hasSuffix(".md") }.sorted()
    return try (["README.md"] + articles.map { "Sources/\($0)" }).map {
      try String(contentsOf: root.appending(path: $0), encoding: .utf8)
    }
  }

  /// The code between the fences of a page.
  private static func examples(of page: String) -> [String] {
    let parts = page.components(separatedBy: "```")
    return parts.indices.filter { $0 % 2 == 1 }.map { parts[$0].drop { $0 != "\n" }.description }
  }

  /// The lines of a piece that are no imports.
  private static func body(of piece: String) -> [String] {
    lines(of: piece).filter { !$0.hasPrefix("import ") }
  }

  private static func lines(of text: String) -> [String] {
    text.split(separator: "\n").map { $0.drop { $0 == " " }.description }.filter { !$0.isEmpty }
  }
}
