#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A date as text in the form of RFC 2822 and RFC 5322, as in mail: “Sun, 22 Nov 2026 04:57:44 +0000”.
///
/// The form has whole seconds, from the year 1900 on. It is read with comments, folded lines, names of zones and
/// years of two digits too, as RFC 5322 asks for in section 4.3; leap seconds and years beyond 9999 are errors.
public struct RFC2822Transform: ContextFreeTransform {
  /// The treatment of a fraction of a second, which the form does not have.
  public enum Fractions: Sendable {
    /// Refuses a fraction: it is an error.
    case refused
    /// Drops the fraction; the date that comes back is up to a second earlier.
    case dropped
  }

  /// The treatment of a fraction of a second.
  public var fractions: Fractions

  /// A transform.
  public init(fractions: Fractions = .refused) { self.fractions = fractions }

  /// “rfc2822”.
  public var form: TransformForm { TransformForm("rfc2822") }

  /// Equality: there is one text for a second. It begins with the weekday, so there is no order.
  public var keeps: KeptRelation { .equality }

  /// The text of a date. O(1).
  ///
  /// - Throws: ``TransformError/Code/notStorable`` for a date beyond the years 1900 to 9999, and for a fraction of a
  ///   second unless ``fractions`` says otherwise.
  public func store(_ value: Date) throws -> String {
    guard let parts = DecimalSeconds(value),
      let time = CivilTime(secondsSinceReferenceDate: parts.seconds), time.year >= 1900
    else {
      throw TransformError(.notStorable, "the date is not in the years 1900 to 9999")
    }
    guard parts.fraction.isEmpty || fractions == .dropped else {
      throw TransformError(.notStorable, "the date has a fraction of a second, which would be lost")
    }
    let clock = [time.hour, time.minute, time.second]
      .map { CivilTime.padded($0, 2) }.joined(separator: ":")
    return "\(CivilTime.weekdays[time.weekday]), \(CivilTime.padded(time.day, 2)) "
      + "\(CivilTime.months[time.month - 1]) \(time.year) \(clock) +0000"
  }

  /// The date of a text. O(bytes).
  ///
  /// - Throws: ``TransformError/Code/unreadable`` with the place in the text for another form, a day that the month
  ///   does not have, and a weekday that is not that of the date.
  public func restore(_ stored: String) throws -> Date {
    var scanner = TextScanner(stored)
    guard let (time, weekday) = Self.time(&scanner), let offset = Self.offset(&scanner),
      scanner.skipCommentsAndSpace(), scanner.isAtEnd
    else {
      throw TransformError(
        .unreadable, "the text is no date like Sun, 22 Nov 2026 04:57:44 +0000",
        byteOffset: scanner.offset)
    }
    guard let seconds = time.secondsSinceReferenceDate else {
      throw TransformError(
        .unreadable, "there is no such day or time, leap seconds left out", byteOffset: 0)
    }
    guard weekday == nil || weekday == time.weekday else {
      throw TransformError(
        .unreadable, "that day is a \(CivilTime.weekdays[time.weekday])", byteOffset: 0)
    }
    return Date(timeIntervalSinceReferenceDate: Double(seconds - Int64(offset)))
  }

  private static func time(_ scanner: inout TextScanner) -> (CivilTime, weekday: Int?)? {
    guard scanner.skipCommentsAndSpace() else { return nil }
    var weekday: Int?
    let name = scanner.letters()
    if !name.isEmpty {
      weekday = index(of: name, in: CivilTime.weekdays)
      guard weekday != nil, scanner.skipCommentsAndSpace(), scanner.character(",") != nil
      else { return nil }
    }
    guard scanner.skipCommentsAndSpace(), let day = scanner.number(1...2),
      scanner.skipCommentsAndSpace(),
      let month = index(of: scanner.letters(), in: CivilTime.months),
      scanner.skipCommentsAndSpace(), let year = year(scanner.digits(atMost: 5)),
      scanner.skipCommentsAndSpace()
    else { return nil }
    var time = CivilTime(year: year, month: month + 1, day: day)
    guard let hour = scanner.number(2...2), scanner.skipCommentsAndSpace(),
      scanner.character(":") != nil, scanner.skipCommentsAndSpace(),
      let minute = scanner.number(2...2), scanner.skipCommentsAndSpace()
    else { return nil }
    (time.hour, time.minute) = (hour, minute)
    if scanner.character(":") != nil {
      guard scanner.skipCommentsAndSpace(), let second = scanner.number(2...2) else { return nil }
      time.second = second
    }
    return (time, weekday)
  }

  /// A year of four digits; of two, one from 1950 to 2049; of three, one after 1900.
  private static func year(_ digits: [UInt8]) -> Int? {
    let number = digits.reduce(0) { $0 * 10 + Int($1) }
    return switch digits.count {
    case 2: number + (number < 50 ? 2000 : 1900)
    case 3: number + 1900
    case 4: number
    default: nil
    }
  }

  /// Seconds that the clock is ahead of UTC. Names that RFC 5322 does not know mean none is known.
  private static func offset(_ scanner: inout TextScanner) -> Int? {
    guard scanner.skipCommentsAndSpace() else { return nil }
    if let sign = scanner.character("+-") {
      guard let number = scanner.number(4...4), number % 100 < 60 else { return nil }
      return (number / 100 * 60 + number % 100) * (sign == "-" ? -60 : 60)
    }
    let name = scanner.letters().uppercased()
    if name.isEmpty { return nil }
    return (zones[name] ?? 0) * 3_600
  }

  private static let zones = [
    "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
  ]

  private static func index(of name: String, in names: [String]) -> Int? {
    names.firstIndex { $0.lowercased() == name.lowercased() }
  }
}
