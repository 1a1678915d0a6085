internal import ArchiveFormat

/// JSON text on its way out.
struct JSONText {
  private(set) var bytes: [UInt8] = []
  /// Whether scalars that a terminal could obey or hide are written as `\uXXXX`.
  let isEscapedForTerminal: Bool

  init(isEscapedForTerminal: Bool) { self.isEscapedForTerminal = isEscapedForTerminal }

  /// Punctuation, numbers and words.
  mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// A whole JSON text.
  mutating func append(_ json: [UInt8]) { bytes.append(contentsOf: json) }

  mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    if isEscapedForTerminal, text.unicodeScalars.contains(where: { VisibleText.isHidden($0) }) {
      for scalar in text.unicodeScalars {
        if scalar.value >= 0x7F, VisibleText.isHidden(scalar) {
          for unit in String(scalar).utf16 { codeUnit(unit) }
        } else {
          append(String(scalar).utf8)
        }
      }
    } else {
      append(text.utf8)
    }
    bytes.append(UInt8(ascii: "\""))
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
    raw("\\u" + String(UInt32(unit) + 0x10000, radix: 16).dropFirst())
  }
}
