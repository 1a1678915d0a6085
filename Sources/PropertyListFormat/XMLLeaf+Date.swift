extension XMLLeaf {
  /// The text of a date, like `2026-11-22T04:57:44Z`; nil for one that has no such text.
  ///
  /// - Parameter bits: Those of the seconds since 2001-01-01T00:00:00Z as a `Double`.
  static func date(_ bits: UInt64) -> String? {
    let seconds = Double(bitPattern: bits)
    guard let whole = Int(exactly: seconds), abs(seconds) < 4e16,
      seconds.bitPattern == Double(whole).bitPattern
    else { return nil }
    let days = (whole >= 0 ? whole : whole - 86_399) / 86_400
    let second = whole - days * 86_400
    // 2001-01-01 is day 730,791 from 0000-03-01, where years begin in March.
    let shifted = days + 730_791
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    guard abs(year) <= 999_999_999 else { return nil }
    func padded(_ number: Int, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let sign = year < 0 ? "-" : ""
    return sign + padded(abs(year), 4) + "-" + padded(month, 2) + "-" + padded(day, 2) + "T"
      + padded(second / 3_600, 2) + ":" + padded(second / 60 % 60, 2) + ":"
      + padded(second % 60, 2) + "Z"
  }
}
