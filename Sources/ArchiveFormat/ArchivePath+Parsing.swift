extension ArchivePath {
  /// The path that a text describes, as ``description`` writes it: `$.users[3]["odd key"]`.
  ///
  /// `$` may be left out, also the point after it: `users[3].name`. `$name` is the root of that name, and so is `$"a name"`. A quoted
  /// key may follow a point too: `$."odd key"`. In quotes stand the escapes of JSON, and `\u{1F600}` for any scalar.
  ///
  /// - Throws: ``ArchiveError/Code/malformed`` with the offset in the text.
  public init(parsing text: String) throws(ArchiveError) {
    var parser = PathParser(text: Array(text.unicodeScalars))
    self.init(try parser.steps())
  }
}

private struct PathParser {
  let text: [Unicode.Scalar]
  private var position = 0

  init(text: [Unicode.Scalar]) { self.text = text }

  private var next: Unicode.Scalar? { position < text.count ? text[position] : nil }

  private func malformed(_ message: String) -> ArchiveError {
    ArchiveError(.malformed, "\(message), character \(position + 1) of the path")
  }

  mutating func steps() throws(ArchiveError) -> [ArchivePath.Step] {
    var steps: [ArchivePath.Step] = []
    if next == "$" {
      position += 1
      if next == "\"" {
        steps.append(.root(try quoted()))
        guard next == nil || next == "." || next == "[" else {
          throw malformed("“.” or “[” is expected")
        }
      } else {
        let name = plain()
        if !name.isEmpty { steps.append(.root(name)) }
      }
    } else if let next, next != ".", next != "[" {
      steps.append(.key(plain()))
    }
    while let mark = next {
      position += 1
      if mark == ".", next == "\"" {
        steps.append(.key(try quoted()))
        guard next == nil || next == "." || next == "[" else {
          throw malformed("“.” or “[” is expected")
        }
      } else if mark == "." {
        let key = plain()
        // "." alone is the root.
        guard !key.isEmpty || position == text.count && steps.isEmpty else {
          throw malformed("a key is expected")
        }
        if !key.isEmpty { steps.append(.key(key)) }
      } else {
        steps.append(try bracketed())
        guard next == "]" else { throw malformed("“]” is expected") }
        position += 1
        guard next == nil || next == "." || next == "[" else {
          throw malformed("“.” or “[” is expected")
        }
      }
    }
    return steps
  }

  private mutating func plain() -> String {
    var key = String.UnicodeScalarView()
    while let scalar = next, scalar != ".", scalar != "[" {
      key.append(scalar)
      position += 1
    }
    return String(key)
  }

  private mutating func bracketed() throws(ArchiveError) -> ArchivePath.Step {
    if next == "\"" { return .key(try quoted()) }
    var digits = ""
    while let scalar = next, ("0"..."9").contains(scalar) {
      digits.unicodeScalars.append(scalar)
      position += 1
    }
    guard let index = Int(digits) else { throw malformed("a number or a quoted key is expected") }
    return .index(index)
  }

  private mutating func quoted() throws(ArchiveError) -> String {
    var key = String.UnicodeScalarView()
    position += 1
    while let scalar = next, scalar != "\"" {
      position += 1
      guard scalar == "\\" else {
        key.append(scalar)
        continue
      }
      guard let escaped = next else { break }
      position += 1
      key.append(try unescaped(escaped))
    }
    guard next == "\"" else { throw malformed("a quoted key does not end") }
    position += 1
    return String(key)
  }

  private mutating func unescaped(
    _ escaped: Unicode.Scalar
  ) throws(ArchiveError) -> Unicode.Scalar {
    switch escaped {
    case "\"", "\\", "/": return escaped
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "u": return try next == "{" ? bracedCodePoint() : codePoint()
    default:
      position -= 1
      throw malformed("“\\\(escaped)” is no escape")
    }
  }

  private mutating func bracedCodePoint() throws(ArchiveError) -> Unicode.Scalar {
    var digits = ""
    position += 1
    while let scalar = next, scalar != "}", digits.utf8.count <= 8 {
      digits.unicodeScalars.append(scalar)
      position += 1
    }
    guard next == "}", let scalar = Self.scalar(digits) else {
      throw malformed("hexadecimal digits of a scalar are expected")
    }
    position += 1
    return scalar
  }

  private static func scalar(_ digits: String) -> Unicode.Scalar? {
    // A sign makes a number too, but no digits.
    guard digits.allSatisfy(\.isHexDigit) else { return nil }
    return UInt32(digits, radix: 16).flatMap { Unicode.Scalar($0) }
  }

  private mutating func codePoint() throws(ArchiveError) -> Unicode.Scalar {
    let digits = String(String.UnicodeScalarView(text[position...].prefix(4)))
    guard digits.utf8.count == 4, let scalar = Self.scalar(digits)
    else { throw malformed("four hexadecimal digits of a scalar are expected") }
    position += 4
    return scalar
  }
}
