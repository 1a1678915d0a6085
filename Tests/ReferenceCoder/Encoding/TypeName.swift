/// The archive names of Swift types: those without modules, never mangled ones.
///
/// `MyModule.Outer.Box<Swift.Int>` is `Outer.Box<Int>`.
enum TypeName {
  /// A reflected name without modules and without the places of private and local types.
  static func withoutModules(_ reflected: String) -> String {
    var result = ""
    var path: [Substring] = []
    var rest = reflected[...]
    func flush() {
      result += (path.count > 1 ? path.dropFirst() : path[...]).joined(separator: ".")
      path = []
    }
    while let first = rest.first {
      if first == "(", let end = rest.firstIndex(of: ")"),
        rest.hasPrefix("(unknown context at ") || rest.hasPrefix("(extension in ")
      {
        rest = rest[rest.index(after: end)...]
        if let next = rest.first, next == "." || next == ":" { rest = rest.dropFirst() }
      } else if isPartOfName(first) {
        let name = rest.prefix(while: isPartOfName)
        path.append(name)
        rest = rest[name.endIndex...]
        if rest.first == "." { rest = rest.dropFirst() }
      } else {
        flush()
        result.append(first)
        rest = rest.dropFirst()
        if first == ">", rest.first == "." {
          rest = rest.dropFirst()
          result.append(".")
          path.append("")
        }
      }
    }
    flush()
    return result
  }

  private static func isPartOfName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "`"
  }
}
