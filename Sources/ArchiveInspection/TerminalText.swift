internal import ArchiveFormat

/// Text from a file, made safe to print: what is in an archive must not command the terminal.
public enum TerminalText {
  /// `text` with control, format and other characters that nobody sees written as `\n`, `\t` or `\u{…}`, and backslashes
  /// doubled. O(bytes).
  public static func escaped(_ text: String) -> String { VisibleText.escaped(text, marks: ["\\"]) }

  /// As ``escaped(_:)`` for a sentence that may quote a file: backslashes stay as they are.
  public static func escaped(sentence: String) -> String { VisibleText.escaped(sentence) }

  /// `text` in quotes, escaped, and cut to `maximumLength` characters with its size after it.
  package static func quoted(_ text: String, _ maximumLength: Int) -> String {
    guard text.count > maximumLength else { return VisibleText.quoted(text) }
    let beginning = VisibleText.quoted(String(text.prefix(maximumLength))).dropLast()
    return "\(beginning)…\"  \(text.utf8.count.counted("byte"))"
  }

  /// A key or name as it stands in an ``ArchiveFormat/ArchivePath``: in quotes and escaped unless it is plain.
  package static func quotedIfNeeded(_ text: String) -> String {
    ArchivePath.isPlain(text) ? text : VisibleText.quoted(text)
  }

  /// At most `maximumLength` characters, the last an ellipsis where something was cut.
  static func shortened(_ text: String, to maximumLength: Int) -> String {
    text.count > maximumLength ? text.prefix(maximumLength - 1) + "…" : text
  }
}
