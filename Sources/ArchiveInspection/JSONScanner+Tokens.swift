internal import ArchiveFormat

extension JSONScanner {
  /// The byte at the position, 0 at the end; a NUL byte in the text is no token either.
  @inline(__always)
  var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

  mutating func skipWhitespace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  func malformed(_ message: String) -> JSONError {
    JSONError(.malformed, message, at: position, in: bytes)
  }

  /// What stands at the position, for an error.
  var found: String {
    guard position < bytes.count else { return "the end of the text" }
    let character = String(decoding: bytes[position...].prefix(4), as: UTF8.self).unicodeScalars
    guard let scalar = character.first, scalar.properties.generalCategory != .control else {
      return "the control character \(bytes[position])"
    }
    return "“\(scalar)”"
  }

  // MARK: Numbers

  /// The literal at the position: `-`? int frac? exp?
  mutating func scanNumber() throws(JSONError) -> ArraySlice<UInt8> {
    let start = position
    if next == UInt8(ascii: "-") { position += 1 }
    if next == UInt8(ascii: "0") {
      position += 1
      if isDigit { throw malformed("a digit follows a leading zero") }
    } else {
      try skipDigits()
    }
    if next == UInt8(ascii: ".") {
      position += 1
      try skipDigits()
    }
    if next | 0x20 == UInt8(ascii: "e") {
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      try skipDigits()
    }
    return bytes[start..<position]
  }

  private var isDigit: Bool { next >= UInt8(ascii: "0") && next <= UInt8(ascii: "9") }

  private mutating func skipDigits() throws(JSONError) {
    guard isDigit else { throw malformed("a digit is expected, not \(found)") }
    repeat { position += 1 } while isDigit
  }

  // MARK: Strings

  /// The text of the string at the position, without quotes and escapes.
  mutating func scanString() throws(JSONError) -> ArraySlice<UInt8> {
    position += 1
    let start = position
    try skipPlain()
    if next == UInt8(ascii: "\"") {
      position += 1
      return bytes[start..<position - 1]
    }
    var text = Array(bytes[start..<position])
    while next == UInt8(ascii: "\\") {
      try scanEscape(&text)
      let start = position
      try skipPlain()
      text.append(contentsOf: bytes[start..<position])
    }
    position += 1
    return text[...]
  }

  /// Passes over characters that stand for themselves, to a quote or backslash.
  private mutating func skipPlain() throws(JSONError) {
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return }
      guard byte >= 0x20 else { throw malformed("\(found) stands in a string unescaped") }
      position += 1
    }
    throw malformed("a string does not end")
  }

  private mutating func scanEscape(_ text: inout [UInt8]) throws(JSONError) {
    position += 1
    switch next {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(next)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): return try scanUnicodeEscape(&text)
    default: throw malformed("\(found) makes no escape")
    }
    position += 1
  }

  /// `uXXXX`, or two of them that are a surrogate pair.
  private mutating func scanUnicodeEscape(_ text: inout [UInt8]) throws(JSONError) {
    let start = position - 1
    var code = try scanCodeUnit()
    if (0xD800...0xDBFF).contains(code), next == UInt8(ascii: "\\") {
      position += 1
      if next == UInt8(ascii: "u") {
        let low = try scanCodeUnit()
        if (0xDC00...0xDFFF).contains(low) {
          code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        }
      }
    }
    guard let scalar = Unicode.Scalar(code) else {
      throw JSONError(
        .malformed, "an escape is half of a surrogate pair, without the other", at: start,
        in: bytes)
    }
    text.append(contentsOf: String(scalar).utf8)
  }

  /// The four hexadecimal digits after the `u` at the position.
  private mutating func scanCodeUnit() throws(JSONError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      position += 1
      let letter = next | 0x20
      switch next {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): code = code << 4 | UInt32(next - 0x30)
      case _ where letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "f"):
        code = code << 4 | UInt32(letter - UInt8(ascii: "a") + 10)
      default: throw malformed("a hexadecimal digit is expected, not \(found)")
      }
    }
    position += 1
    return code
  }
}
