/// Bytes in hex with spaces between them, and a place among them marked by `^`.
///
/// A bar stands for nothing: it shows where the definitions end.
struct HexText {
  let bytes: [UInt8]
  /// Bytes before the mark, nil without one.
  let mark: Int?
  /// Bytes before the bar, 0 without one.
  let bar: Int

  init(_ text: String) {
    var bytes: [UInt8] = []
    var mark: Int?
    var bar = 0
    var high: UInt8?
    for character in text {
      switch character {
      case "^": mark = bytes.count
      case "|": bar = bytes.count
      default:
        guard let digit = character.hexDigitValue.map({ UInt8($0) }) else { continue }
        if let first = high {
          bytes.append(first << 4 | digit)
          high = nil
        } else {
          high = digit
        }
      }
    }
    (self.bytes, self.mark, self.bar) = (bytes, mark, bar)
  }
}
