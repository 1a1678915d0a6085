internal import ArchiveFormat

/// JSON text on its way out.
package struct JSONText {
  /// The text so far, in UTF-8.
  package private(set) var bytes: [UInt8] = []
  /// Whether scalars that a terminal could obey or hide are written as `\uXXXX`.
  let isEscapedForTerminal: Bool

  package init(isEscapedForTerminal: Bool) { self.isEscapedForTerminal = isEscapedForTerminal }

  /// Hands over the text so far, and begins anew.
  mutating func take() -> [UInt8] {
    defer { bytes.removeAll() }
    return bytes
  }

  /// Punctuation, numbers and words.
  package mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// A whole JSON text.
  package mutating func append(_ json: [UInt8]) { bytes.append(contentsOf: json) }

  /// A string in quotes.
  package mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    characters(text)
    bytes.append(UInt8(ascii: "\""))
  }

  /// A string in quotes, of UTF-8 with three bytes for a surrogate that is not paired, which is written as `\uXXXX`.
  package mutating func string(utf8 text: [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var (first, index) = (0, 0)
    while index < text.count {
      guard text[index] == 0xED, index + 2 < text.count, text[index + 1] >= 0xA0 else {
        index += 1
        continue
      }
      characters(String(decoding: text[first..<index], as: UTF8.self))
      codeUnit(0xD000 | UInt16(text[index + 1] & 0x3F) << 6 | UInt16(text[index + 2] & 0x3F))
      index += 3
      first = index
    }
    characters(String(decoding: text[first...], as: UTF8.self))
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func characters(_ text: String) {
    guard isEscapedForTerminal, text.unicodeScalars.contains(where: { VisibleText.isHidden($0) })
    else { return append(text.utf8) }
    for scalar in text.unicodeScalars {
      if scalar.value >= 0x7F, VisibleText.isHidden(scalar) {
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter { codeUnit(unit) }
      } else {
        append(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }

  private mutating func append(_ utf8: some Sequence<UInt8>) {
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "\""): raw("\\\"")
      case UInt8(ascii: "\\"): raw("\\\\")
      case 0x0A: raw("\\n")
      case 0x0D: raw("\\r")
      case 0x09: raw("\\t")
      case 0x00..<0x20: codeUnit(UInt16(byte))
      default: bytes.append(byte)
      }
    }
  }

  private mutating func codeUnit(_ unit: UInt16) {
    raw("\\u")
    for shift in [12, 8, 4, 0] {
      let digit = UInt8(truncatingIfNeeded: unit >> UInt16(shift) & 0xF)
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}
