/// Bytes as text.
package enum ByteText {
  private static let hexDigits = Array("0123456789abcdef".unicodeScalars)
  private static let base64Digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".unicodeScalars)

  /// Two lower-case digits per byte.
  package static func hex(_ bytes: some Sequence<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    for byte in bytes {
      text.append(hexDigits[Int(byte >> 4)])
      text.append(hexDigits[Int(byte & 0x0F)])
    }
    return String(text)
  }

  /// Base64 with padding (RFC 4648, section 4).
  package static func base64(_ bytes: [UInt8]) -> String {
    var text = String.UnicodeScalarView()
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start...].prefix(3)
      let word = group.reduce(0) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
      for digit in 0..<4 {
        text.append(
          digit <= group.count ? base64Digits[Int(word >> UInt32(18 - 6 * digit) & 63)] : "=")
      }
    }
    return String(text)
  }
}
