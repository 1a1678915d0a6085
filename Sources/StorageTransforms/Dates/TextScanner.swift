/// Reads a text of fixed parts, byte by byte.
struct TextScanner {
  private let bytes: [UInt8]
  private(set) var offset = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { offset == bytes.count }
  var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// Goes on behind one of some characters, and gives it.
  mutating func character(_ characters: String) -> Character? {
    guard let next, let found = characters.utf8.first(where: { $0 == next }) else { return nil }
    offset += 1
    return Character(UnicodeScalar(found))
  }

  /// A number of so many digits.
  mutating func number(_ digitCounts: ClosedRange<Int>) -> Int? {
    let digits = digits(atMost: digitCounts.upperBound)
    guard digitCounts.contains(digits.count) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1) }
  }

  /// The digits that come.
  mutating func digits(atMost limit: Int = .max) -> [UInt8] {
    var digits: [UInt8] = []
    while let next, (0x30...0x39).contains(next), digits.count < limit {
      digits.append(next - 0x30)
      offset += 1
    }
    return digits
  }

  /// The letters that come, ASCII's alone.
  mutating func letters() -> String {
    let start = offset
    while let next, (0x41...0x5A).contains(next & 0xDF) { offset += 1 }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// Goes on behind white space and comments in parentheses, which may hold others (RFC 5322, section 3.2.2).
  ///
  /// - Returns: False for a comment that does not end.
  mutating func skipCommentsAndSpace() -> Bool {
    var depth = 0
    while let next {
      switch next {
      case 0x28: depth += 1
      case 0x29 where depth > 0: depth -= 1
      case 0x5C where depth > 0 && offset + 1 < bytes.count: offset += 1
      case 0x20, 0x09, 0x0D, 0x0A: break
      default: if depth == 0 { return true }
      }
      offset += 1
    }
    return depth == 0
  }
}
