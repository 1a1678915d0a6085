/// Bytes in words, which a ``WordBuffer`` takes eight at a time.
struct WordText {
  /// The bytes, the first one in the lowest bits of the first word; zeros behind the last one.
  private(set) var words: [UInt64] = []
  private(set) var byteCount = 0

  init() {}

  init(_ text: String) { append(contentsOf: text.utf8) }

  /// Begins a word, and appends bytes. Returns the index of the word.
  @discardableResult
  mutating func append(contentsOf bytes: some Sequence<UInt8>) -> Int {
    let first = words.count
    var shift: UInt64 = 0
    for byte in bytes {
      if shift == 0 { words.append(0) }
      words[words.count - 1] |= UInt64(byte) << shift
      shift = (shift + 8) & 63
      byteCount += 1
    }
    return first
  }
}
