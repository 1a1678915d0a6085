/// Numbers, dates and data in the text of XML elements; nil for what is none.
enum XMLLeaf {
  /// Bytes of the text of a number or a date, without the blanks around it.
  static let maximumNumberByteCount = 4_096

  /// The text without the blanks around it.
  static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text
    while let first = text.first, XMLText.isSpace(first) { text.removeFirst() }
    while let last = text.last, XMLText.isSpace(last) { text.removeLast() }
    return text
  }

  /// Decimal or, with `0x`, hexadecimal digits behind a sign.
  static func integer(_ text: [UInt8]) -> Int128? {
    var digits = trimmed(text[...])
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    var radix: Int128 = 10
    if digits.count > 2, digits.first == UInt8(ascii: "0"),
      digits[digits.startIndex + 1] | 0x20 == UInt8(ascii: "x")
    {
      digits.removeFirst(2)
      radix = 16
    }
    guard !digits.isEmpty else { return nil }
    var number: Int128 = 0
    for byte in digits {
      let digit: Int128
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = Int128(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f") where radix == 16:
        digit = Int128(byte - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F") where radix == 16:
        digit = Int128(byte - UInt8(ascii: "A") + 10)
      default: return nil
      }
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: radix)
      let (sum, overflows) =
        isNegative
        ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      if isTooLarge || overflows { return nil }
      number = sum
    }
    return number
  }

  /// A number as C's `strtod` reads it: `nan` and `inf` are some.
  static func real(_ text: [UInt8]) -> Double? {
    Double(String(decoding: trimmed(text[...]), as: UTF8.self))
  }

  /// The seconds from 2001 to a time like `2026-11-22T04:57:44Z`, in the Gregorian calendar.
  static func seconds(_ text: [UInt8]) -> Double? {
    var text = trimmed(text[...])
    let isNegative = text.first == UInt8(ascii: "-")
    if isNegative { text.removeFirst() }
    func number(_ digitCount: ClosedRange<Int>, before mark: Character) -> Int? {
      let digits = text.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      guard digitCount ~= digits.count else { return nil }
      text = text.dropFirst(digits.count)
      guard text.first == mark.asciiValue else { return nil }
      text.removeFirst()
      return Int(String(decoding: digits, as: UTF8.self))
    }
    guard let year = number(1...9, before: "-"), let month = number(1...2, before: "-"),
      let day = number(1...2, before: "T"), let hour = number(1...2, before: ":"),
      let minute = number(1...2, before: ":"), let second = number(1...2, before: "Z"),
      text.isEmpty, 1...12 ~= month, day >= 1, hour < 24, minute < 60, second < 60
    else { return nil }
    let signed = isNegative ? -year : year
    let isLeap = signed % 4 == 0 && signed % 100 != 0 || signed % 400 == 0
    let dayCounts = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day <= dayCounts[month - 1] else { return nil }
    // Days from 0000-03-01, where years begin in March: the leap day is the last one.
    let shifted = signed - (month <= 2 ? 1 : 0)
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    // 2001-01-01 is day 730,791 of that count.
    return Double((days - 730_791) * 86_400 + hour * 3_600 + minute * 60 + second)
  }

  /// The bytes of Base64 with blanks anywhere, padded to groups of four digits.
  static func data(_ text: [UInt8]) -> [UInt8]? {
    var data: [UInt8] = []
    data.reserveCapacity(text.count / 4 * 3)
    var (bits, digitCount, paddingCount): (UInt32, Int, Int) = (0, 0, 0)
    for byte in text where !XMLText.isSpace(byte) {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit = byte - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = byte - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0") + 52
      case UInt8(ascii: "+"): digit = 62
      case UInt8(ascii: "/"): digit = 63
      case UInt8(ascii: "="):
        paddingCount += 1
        continue
      default: return nil
      }
      guard paddingCount == 0 else { return nil }
      bits = bits << 6 | UInt32(digit)
      digitCount += 1
      if digitCount % 4 == 0 {
        data += [
          UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 8),
          UInt8(truncatingIfNeeded: bits),
        ]
        bits = 0
      }
    }
    switch (digitCount % 4, paddingCount) {
    case (0, 0): break
    case (2, 2): data.append(UInt8(truncatingIfNeeded: bits >> 4))
    case (3, 1):
      data += [UInt8(truncatingIfNeeded: bits >> 10), UInt8(truncatingIfNeeded: bits >> 2)]
    default: return nil
    }
    return data
  }
}
