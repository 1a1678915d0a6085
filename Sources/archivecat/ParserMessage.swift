import ArchiveInspection

/// A text of the argument parser, which may quote arguments as they were given. Only the parser's own line breaks are kept.
struct ParserMessage {
  let text: String

  init(_ text: String, quoting arguments: [String]) {
    var text = text
    // Longer ones first: one argument may be a part of another. A value may follow an option in one argument.
    let quoted = arguments + arguments.flatMap { $0.split(separator: "=").map(String.init) }
    for argument in Set(quoted).sorted(by: { $0.utf8.count > $1.utf8.count }) {
      let escaped = TerminalText.escaped(sentence: argument)
      if escaped != argument { text = text.replacing(argument, with: escaped) }
    }
    self.text = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { TerminalText.escaped(sentence: String($0)) }.joined(separator: "\n")
  }

  /// Writes the text, if there is any, as one or more lines.
  func print(to descriptor: Int32) {
    if !text.isEmpty { _ = Descriptor.write(Array("\(text)\n".utf8), to: descriptor) }
  }
}
