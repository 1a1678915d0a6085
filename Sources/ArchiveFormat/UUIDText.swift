/// The text of UUIDs.
package enum UUIDText {
  /// Bytes in the form of RFC 9562, section 4, in upper case as Foundation writes them. O(bytes).
  ///
  /// - Parameter bytes: The 16 bytes of a UUID.
  package static func text(of bytes: some Sequence<UInt8>) -> String {
    var text = ""
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { text += "-" }
      text += (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return text
  }
}
