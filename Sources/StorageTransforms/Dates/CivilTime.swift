/// A time of the proleptic Gregorian calendar in UTC, without leap seconds.
///
/// Days are counted as in Howard Hinnant's “chrono-Compatible Low-Level Date Algorithms” (`days_from_civil`,
/// `civil_from_days`), with years that begin in March.
struct CivilTime: Equatable {
  var year: Int
  var month: Int
  var day: Int
  var hour = 0
  var minute = 0
  var second = 0

  /// Years that four digits can name.
  static let years = 0...9999
  static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Days from 1970-01-01 to 2001-01-01, from which `Date` counts.
  private static let referenceDay = 11_323
  /// Days of 400 years, after which the calendar repeats itself.
  private static let eraDayCount = 146_097
  private static let daySecondCount: Int64 = 86_400

  init(year: Int, month: Int, day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// A time in seconds since 2001; nil for one in a year beyond ``years``.
  init?(secondsSinceReferenceDate seconds: Int64) {
    let limit = Int64(1) << 40
    guard (-limit...limit).contains(seconds) else { return nil }
    let (days, rest) = Self.divided(seconds, Self.daySecondCount)
    // From 0000-03-01, which is 719,468 days before 1970.
    let count = Int(days) + Self.referenceDay + 719_468
    let (era, dayOfEra) = Self.divided(count, Self.eraDayCount)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    (hour, minute, second) = (Int(rest / 3_600), Int(rest / 60 % 60), Int(rest % 60))
    guard Self.years.contains(year) else { return nil }
  }

  /// Days since 1970-01-01.
  private var dayNumber: Int {
    let shifted = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = Self.divided(shifted, 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * Self.eraDayCount + dayOfEra - 719_468
  }

  /// Seconds since 2001; nil if there is no such time.
  var secondsSinceReferenceDate: Int64? {
    guard Self.years.contains(year), (1...12).contains(month), (1...31).contains(day),
      (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
    else { return nil }
    let seconds =
      Int64(dayNumber - Self.referenceDay) * Self.daySecondCount
      + Int64(hour * 3_600 + minute * 60 + second)
    // A day that the month does not have comes back as one of the next month.
    guard CivilTime(secondsSinceReferenceDate: seconds)?.day == day else { return nil }
    return seconds
  }

  /// 0 for Sunday.
  var weekday: Int { Self.divided(dayNumber + 4, 7).remainder }

  private static func divided<Number: FixedWidthInteger>(
    _ value: Number, _ divisor: Number
  ) -> (quotient: Number, remainder: Number) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  /// A number with leading zeros.
  static func padded(_ number: Int, _ width: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
