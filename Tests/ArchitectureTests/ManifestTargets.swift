import Foundation

/// The targets of a package manifest and what each depends on, read from its text.
struct ManifestTargets {
  /// Names of targets and products by name of the target that depends on them.
  private(set) var dependencies: [String: [String]] = [:]
  /// The folders of all targets, those of tests included, by their names.
  private(set) var folders: [String: String] = [:]

  /// Reads `.target(…)`, `.executableTarget(…)`, `.testTarget(…)`, `.systemLibrary(…)` and the like.
  init(_ manifest: String) {
    let beginning = manifest.range(of: "targets: [\n    .")?.lowerBound ?? manifest.startIndex
    let text = manifest[beginning...]
    let start = /\.(target|testTarget|executableTarget|systemLibrary|macro|plugin)\(\s*/
    for match in text.matches(of: start) {
      let declaration = Self.balanced(text[match.range.upperBound...])
      guard let name = declaration.prefixMatch(of: /name:\s*"(\w+)"/)?.1 else { continue }
      // A dependency on a target that a trait brings is written like one.
      if declaration.contains("condition:"), !declaration.contains("dependencies:") { continue }
      dependencies[String(name)] = Self.names(in: declaration)
      folders[String(name)] =
        declaration.firstMatch(of: /path:\s*"([^"]+)"/).map { String($0.1) }
        ?? (match.1 == "testTarget" ? "Tests/\(name)" : "Sources/\(name)")
    }
  }

  /// The names in the list after `dependencies:`; of a product, its own and not its package's.
  private static func names(in declaration: Substring) -> [String] {
    guard let list = declaration.firstMatch(of: /dependencies:\s*\[/) else { return [] }
    let items = balanced(declaration[list.range.upperBound...])
    let products = items.matches(of: /name:\s*"(\w+)"/).map { String($0.1) }
    let plain = items.matches(of: /(?:^|[\[,(])\s*"(\w+)"/).map { String($0.1) }
    let byTrait = items.matches(of: /traits:\s*\[([^\]]*)\]/).flatMap { match in
      match.1.matches(of: /"(\w+)"/).map { String($0.1) }
    }
    return products + plain.filter { !byTrait.contains($0) }
  }

  /// Up to the bracket that closes the one just before the text.
  private static func balanced(_ text: Substring) -> Substring {
    var depth = 1
    for index in text.indices {
      switch text[index] {
      case "(", "[": depth += 1
      case ")", "]":
        depth -= 1
        if depth == 0 { return text[..<index] }
      default: break
      }
    }
    return text
  }
}
