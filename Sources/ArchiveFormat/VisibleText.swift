/// Text from a file or a caller, made safe to show: every character that a terminal obeys or that nobody sees becomes an escape.
///
/// Every place that shows text asks ``isHidden(_:)``: the lines of `archivecat`, the texts of errors, and paths.
package enum VisibleText {
  /// Returns whether a terminal obeys a scalar or hides it.
  ///
  /// These are control and format characters (bidirectional ones are among them), line and paragraph separators, all scalars
  /// with `Default_Ignorable_Code_Point` (Unicode, section 5.21), and the blank Braille pattern.
  package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    // The properties of a scalar are looked up in tables: 0x7F to 0x9F are control characters, and those before them ASCII.
    if scalar.value < 0xA0 { return scalar.value < 0x20 || scalar.value >= 0x7F }
    if scalar.value == 0x2800 || scalar.properties.isDefaultIgnorableCodePoint { return true }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }

  /// `text` with hidden scalars written as `\n`, `\t` or `\u{…}`. O(bytes).
  ///
  /// - Parameter marks: Further characters that get a backslash. Without any, escaping twice changes nothing.
  package static func escaped(_ text: String, marks: [Unicode.Scalar] = []) -> String {
    // Most texts are visible ASCII: bytes are looked through in less time than scalars.
    if marks.isEmpty, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
    guard text.unicodeScalars.contains(where: { isHidden($0) || marks.contains($0) }) else {
      return text
    }
    // Not a view of scalars: appending several to one makes room for just these, each time anew.
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": escaped += "\\n"
      case "\t": escaped += "\\t"
      case _ where isHidden(scalar):
        escaped += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default:
        if marks.contains(scalar) { escaped += "\\" }
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// `text` in quotes, escaped so that the text can be read back.
  package static func quoted(_ text: String) -> String {
    "\"\(escaped(text, marks: ["\\", "\""]))\""
  }
}
