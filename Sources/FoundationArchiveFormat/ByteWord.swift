/// Up to eight bytes in a word, which an array takes at once.
struct ByteWord: Sequence, IteratorProtocol {
  /// The bytes, the first one in the lowest bits.
  private var word: UInt64 = 0
  private(set) var underestimatedCount = 0

  /// The bytes of a text of eight bytes at most.
  init(_ text: String) {
    for byte in text.utf8.reversed() { prepend(byte) }
  }

  /// The digits of a number below 10^8.
  init(_ number: UInt32) {
    var rest = number
    repeat {
      prepend(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
  }

  private mutating func prepend(_ byte: UInt8) {
    word = word << 8 | UInt64(byte)
    underestimatedCount += 1
  }

  mutating func next() -> UInt8? {
    guard underestimatedCount > 0 else { return nil }
    underestimatedCount -= 1
    defer { word >>= 8 }
    return UInt8(truncatingIfNeeded: word)
  }
}
