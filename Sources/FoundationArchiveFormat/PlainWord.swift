/// Eight bytes of UTF-8 that a JSON string holds as they are.
enum PlainWord {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Returns eight bytes of a text, the first one in the lowest bits; nil if there are fewer, or one that may need an escape: a control
  /// character, `"`, `\`, or 0xED, with which a surrogate begins.
  @inline(__always)
  static func load(_ text: ArraySlice<UInt8>, _ index: Int) -> UInt64? {
    guard text.endIndex &- index >= 8 else { return nil }
    // The place is checked.
    let word = UInt64(
      littleEndian: unsafe text.span.bytes.unsafeLoadUnaligned(
        fromByteOffset: index &- text.startIndex, as: UInt64.self))
    // The highest bit of a byte is set where the byte is below 32, or is the one that is sought. Borrows make bytes above such a one
    // stand out too, which is no harm. (Anderson, Bit Twiddling Hacks, "Determine if a word has a byte less than n".)
    var found = (word &- 0x20 &* ones) & ~word
    for byte: UInt64 in [0x22, 0x5C, 0x7F, 0xED] {
      let other = word ^ byte &* ones
      found |= (other &- ones) & ~other
    }
    return found & highBits == 0 ? word : nil
  }
}
