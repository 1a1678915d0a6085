/// Well-formedness of UTF-8 (Unicode 16, table 3-7) without making a string.
enum UTF8Validation {
  /// The index of the first byte of the first ill-formed sequence, or nil. O(bytes).
  static func firstFault(in bytes: [UInt8], _ range: Range<Int>) -> Int? {
    var index = range.lowerBound
    let end = range.upperBound
    while index < end {
      let lead = bytes[index]
      if lead < 0x80 {
        index += 1
        continue
      }
      let length: Int
      var low: UInt8 = 0x80
      var high: UInt8 = 0xBF
      switch lead {
      case 0xC2...0xDF: length = 2
      case 0xE0: (length, low) = (3, 0xA0)
      case 0xED: (length, high) = (3, 0x9F)
      case 0xE1...0xEF: length = 3
      case 0xF0: (length, low) = (4, 0x90)
      case 0xF1...0xF3: length = 4
      case 0xF4: (length, high) = (4, 0x8F)
      default: return index
      }
      guard index + length <= end, (low...high).contains(bytes[index + 1]) else { return index }
      for next in 2..<max(length, 2) where bytes[index + next] & 0xC0 != 0x80 { return index }
      index += length
    }
    return nil
  }
}
