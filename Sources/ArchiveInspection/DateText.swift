/// Points in time as text.
package enum DateText {
  /// Days from 0000-03-01 to 2001-01-01 in the proleptic Gregorian calendar.
  private static let epochDay = 730_791

  /// `2001-01-01T00:00:00Z`, with up to six digits of fractions; nil beyond the years 0–9999.
  ///
  /// Days become dates in eras of 400 years that begin in March, so that the leap day comes last
  /// (Hinnant, "chrono-compatible low-level date algorithms").
  package static func iso8601(secondsSince2001 seconds: Double) -> String? {
    guard abs(seconds) < 1e12 else { return nil }
    let microseconds = Int64((seconds * 1e6).rounded())
    let (days, rest) = dividedDown(microseconds, by: 86_400_000_000)
    let (era, dayOfEra) = dividedDown(days + Int64(epochDay), by: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    guard (0...9_999).contains(year) else { return nil }
    let second = rest / 1_000_000
    var fraction = rest % 1_000_000 == 0 ? "" : "." + digits(rest % 1_000_000, 6)
    while fraction.last == "0" { fraction.removeLast() }
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))T"
      + "\(digits(second / 3_600, 2)):\(digits(second / 60 % 60, 2)):\(digits(second % 60, 2))"
      + "\(fraction)Z"
  }

  private static func dividedDown(_ value: Int64, by divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  private static func digits(_ value: Int64, _ count: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}
