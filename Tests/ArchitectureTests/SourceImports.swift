import Foundation

/// The modules that a Swift file imports, read from its text.
struct SourceImports: Equatable {
  struct Import: Hashable, CustomStringConvertible {
    var module: String
    /// The modules of earlier branches of the same `#if canImport(…)`, which this one stands in for.
    var insteadOf: [String] = []

    var description: String { module }
  }

  let imports: [Import]

  /// Finds the import declarations: with access levels, attributes, kinds (`import struct A.B`) and
  /// submodules; not those in comments and in literals of several lines.
  init(_ text: String) {
    var imports: [Import] = []
    var branches: [[String]] = []
    var isInLiteral = false
    var isInComment = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let wasOutside = !isInLiteral && !isInComment
      if !isInComment, line.components(separatedBy: "\"\"\"").count.isMultiple(of: 2) {
        isInLiteral.toggle()
      }
      if !isInLiteral {
        if line.contains("/*") { isInComment = true }
        if line.contains("*/") { isInComment = false }
      }
      guard wasOutside else { continue }
      let line = line.trimmingPrefix { $0.isWhitespace }
      Self.follow(line, &branches)
      guard line.contains("import"), let match = line.prefixMatch(of: Self.declaration) else {
        continue
      }
      imports.append(
        Import(module: String(match.1), insteadOf: branches.flatMap { $0.dropLast() }))
    }
    self.imports = imports
  }

  /// Attributes and access, `import`, perhaps a kind of declaration, and the module.
  private static var declaration: Regex<(Substring, Substring)> {
    /(?:(?:@\w+(?:\(\w+\))?|public|package|internal|fileprivate|private)\s+)*import\s+(?:(?:typealias|struct|class|enum|protocol|let|var|func)\s+)?(\w+)/
  }

  /// Keeps, per open `#if`, the module that each branch so far asked for; empty for other conditions.
  private static func follow(_ line: Substring, _ branches: inout [[String]]) {
    guard line.hasPrefix("#") else { return }
    let asked = line.firstMatch(of: /canImport\((\w+)\)/).map { String($0.1) } ?? ""
    if line.hasPrefix("#if ") {
      branches.append([asked])
    } else if line.hasPrefix("#elseif ") || line.hasPrefix("#else") {
      guard !branches.isEmpty else { return }
      branches[branches.count - 1].append(asked)
    } else if line.hasPrefix("#endif") {
      _ = branches.popLast()
    }
  }
}
