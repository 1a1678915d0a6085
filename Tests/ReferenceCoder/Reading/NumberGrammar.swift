/// RFC 8259's `number`: `-`? int frac? exp?
enum NumberGrammar {
  static func matches(_ text: some Collection<UInt8>) -> Bool {
    var rest = text[...]
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let whole = rest.prefix(while: isDigit)
    guard let leading = whole.first, leading != UInt8(ascii: "0") || whole.count == 1 else {
      return false
    }
    rest = rest[whole.endIndex...]
    if rest.first == UInt8(ascii: ".") {
      guard let after = skipDigits(rest.dropFirst()) else { return false }
      rest = after
    }
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        rest = rest.dropFirst()
      }
      guard let after = skipDigits(rest) else { return false }
      rest = after
    }
    return rest.isEmpty
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// The text that follows one digit or more; nil for a text that does not begin with a digit.
  private static func skipDigits<Text: Collection<UInt8>>(
    _ text: Text
  ) -> Text.SubSequence? where Text.SubSequence == Text {
    let digits = text.prefix(while: isDigit)
    return digits.isEmpty ? nil : text[digits.endIndex...]
  }
}
