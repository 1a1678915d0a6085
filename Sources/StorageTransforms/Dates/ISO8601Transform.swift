#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A date as text in ISO 8601's form of RFC 3339: “2026-11-22T04:57:44.125Z”.
///
/// Written in UTC, with as many digits behind the second as the date has, so that every date of the years 0 to 9999
/// comes back as the same one. Other offsets than Z are read too. Without fractions, texts sort as dates do.
public struct ISO8601Transform: ContextFreeTransform {
  /// The transform.
  public init() {}

  /// “iso8601”.
  public var form: TransformForm { TransformForm("iso8601") }

  /// The text of a date. O(1).
  ///
  /// - Throws: ``TransformError/Code/notStorable`` for a date beyond the years 0 to 9999.
  public func store(_ value: Date) throws -> String {
    guard let parts = DecimalSeconds(value),
      let time = CivilTime(secondsSinceReferenceDate: parts.seconds)
    else {
      throw TransformError(.notStorable, "the date is not in the years 0 to 9999")
    }
    let day = [time.year, time.month, time.day].enumerated()
      .map { CivilTime.padded($1, $0 == 0 ? 4 : 2) }.joined(separator: "-")
    let clock = [time.hour, time.minute, time.second]
      .map { CivilTime.padded($0, 2) }.joined(separator: ":")
    let fraction = parts.fraction.isEmpty ? "" : ".\(DecimalSeconds.text(parts.fraction))"
    return "\(day)T\(clock)\(fraction)Z"
  }

  /// The date of a text. O(bytes).
  ///
  /// - Throws: ``TransformError/Code/unreadable`` with the place in the text for another form, a day that the month
  ///   does not have, and leap seconds, which `Date` does not count.
  public func restore(_ stored: String) throws -> Date {
    var scanner = TextScanner(stored)
    guard let (time, fraction) = Self.time(&scanner), let offset = Self.offset(&scanner),
      scanner.isAtEnd
    else {
      throw TransformError(
        .unreadable, "the text is no date like 2026-11-22T04:57:44Z", byteOffset: scanner.offset)
    }
    guard let seconds = time.secondsSinceReferenceDate,
      let date = DecimalSeconds(seconds: seconds - Int64(offset), fraction: fraction).date
    else {
      throw TransformError(.unreadable, "there is no such day or time", byteOffset: 0)
    }
    return date
  }

  private static func time(_ scanner: inout TextScanner) -> (CivilTime, fraction: [UInt8])? {
    guard let year = scanner.number(4...4), scanner.character("-") != nil,
      let month = scanner.number(2...2), scanner.character("-") != nil,
      let day = scanner.number(2...2), scanner.character("Tt") != nil,
      let hour = scanner.number(2...2), scanner.character(":") != nil,
      let minute = scanner.number(2...2), scanner.character(":") != nil,
      let second = scanner.number(2...2)
    else { return nil }
    var time = CivilTime(year: year, month: month, day: day)
    (time.hour, time.minute, time.second) = (hour, minute, second)
    var fraction: [UInt8] = []
    if scanner.character(".,") != nil {
      fraction = scanner.digits()
      if fraction.isEmpty { return nil }
      while fraction.last == 0 { fraction.removeLast() }
    }
    return (time, fraction)
  }

  /// Seconds that the clock is ahead of UTC.
  private static func offset(_ scanner: inout TextScanner) -> Int? {
    if scanner.character("Zz") != nil { return 0 }
    guard let sign = scanner.character("+-"), let hours = scanner.number(2...2), hours < 24
    else { return nil }
    var minutes = 0
    if !scanner.isAtEnd {
      _ = scanner.character(":")
      guard let number = scanner.number(2...2), number < 60 else { return nil }
      minutes = number
    }
    return (hours * 60 + minutes) * (sign == "-" ? -60 : 60)
  }
}
