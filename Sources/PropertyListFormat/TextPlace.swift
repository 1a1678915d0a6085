/// The place in a file from which the bytes of a text in UTF-8 were read.
struct TextPlace {
  /// The offset of the first character in the file.
  var offset: Int
  /// True if the file is in UTF-16.
  var isUTF16 = false

  /// Returns the offset in the file of a byte of the text. O(1), in UTF-16 O(bytes).
  func fileOffset(of byte: Int, in text: some Sequence<UInt8>) -> Int {
    guard isUTF16 else { return offset + byte }
    // A character has two bytes in UTF-16, or four if it has four in UTF-8.
    return text.prefix(byte).reduce(offset) { sum, byte in
      byte & 0xC0 == 0x80 ? sum : byte < 0xF0 ? sum + 2 : sum + 4
    }
  }
}
