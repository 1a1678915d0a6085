/// Text from a file, made safe to print: what is in an archive must not command the terminal.
public enum TerminalText {
  /// `text` with control characters, line separators, bidirectional overrides and other invisible
  /// format characters written as `\n`, `\t` or `\u{…}`, and backslashes doubled. O(bytes).
  public static func escaped(_ text: String) -> String { escaped(text, marks: ["\\"]) }

  /// As ``escaped(_:)`` for a sentence that may quote a file: backslashes stay as they are.
  public static func escaped(sentence: String) -> String { escaped(sentence, marks: []) }

  /// `marks` are the characters that get a backslash.
  private static func escaped(_ text: String, marks: [Unicode.Scalar]) -> String {
    guard text.unicodeScalars.contains(where: { isUnsafe($0) || marks.contains($0) }) else {
      return text
    }
    // Not a view of scalars: appending several to one makes room for just these, each time anew.
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": escaped += "\\n"
      case "\t": escaped += "\\t"
      case _ where isUnsafe(scalar):
        escaped += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default:
        if marks.contains(scalar) { escaped += "\\" }
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static let quotedMarks: [Unicode.Scalar] = ["\\", "\""]

  /// `text` in quotes, escaped, and cut to `maximumLength` characters with its size after it.
  static func quoted(_ text: String, _ maximumLength: Int) -> String {
    guard text.count > maximumLength else { return "\"\(escaped(text, marks: quotedMarks))\"" }
    let beginning = escaped(String(text.prefix(maximumLength)), marks: quotedMarks)
    return "\"\(beginning)…\"  \(text.utf8.count.counted("byte"))"
  }

  /// A key or name, escaped, in quotes unless it is plain.
  static func quotedIfNeeded(_ text: String) -> String {
    let isPlain =
      !text.isEmpty
      && text.unicodeScalars.allSatisfy {
        $0.properties.isXIDContinue || "-.:/@#$%&*+!?<>=~()".unicodeScalars.contains($0)
      }
    return isPlain ? text : "\"\(escaped(text, marks: quotedMarks))\""
  }

  /// At most `maximumLength` characters, the last an ellipsis where something was cut.
  static func shortened(_ text: String, to maximumLength: Int) -> String {
    text.count > maximumLength ? text.prefix(maximumLength - 1) + "…" : text
  }

  /// Whether a terminal could obey a scalar or hide it. Joiners within words and emoji stay.
  static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7F { return scalar.value < 0x20 }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    case .format: return scalar.value != 0x200C && scalar.value != 0x200D
    default: return false
    }
  }
}
