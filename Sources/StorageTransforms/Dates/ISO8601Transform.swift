#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A date as text in ISO 8601's form of RFC 3339: “2026-11-22T04:57:44.125Z”.
///
/// Written in UTC, with as many digits behind the second as the date has, so that every date of the years 0 to 9999
/// comes back as the same one. Other offsets than Z are read too.
///
/// Such texts are not in the order of the dates: “…:44.5Z” comes before “…:44Z”. ``StorageTransform/sortable(fractionDigits:isRounded:)``
/// writes texts that are, with one number of digits for all.
public struct ISO8601Transform: ContextFreeTransform {
  /// The number of digits behind the second; nil for as many as the date has.
  public let fractionDigits: Int?
  /// True to round a date with more digits. Otherwise storing it is an error.
  public let isRounded: Bool

  /// The transform that stores every date exactly.
  public init() { (fractionDigits, isRounded) = (nil, false) }

  init(fractionDigits: Int, isRounded: Bool) {
    (self.fractionDigits, self.isRounded) = (min(max(fractionDigits, 0), 20), isRounded)
  }

  /// “iso8601”, or “iso8601.sortable.9” with the number of digits.
  public var form: TransformForm {
    TransformForm(fractionDigits.map { "iso8601.sortable.\($0)" } ?? "iso8601")
  }

  /// Equality; order with one number of digits for all.
  public var keeps: KeptRelation { fractionDigits == nil ? .equality : .order }

  /// The text of a date. O(1).
  ///
  /// - Throws: ``TransformError/Code/notStorable`` for a date beyond the years 0 to 9999, and for one with more digits than are
  ///   written, unless it is rounded.
  public func store(_ value: Date) throws -> String {
    guard var parts = DecimalSeconds(value) else { throw Self.isOutOfRange }
    if let fractionDigits, parts.fraction.count > fractionDigits {
      guard isRounded else {
        throw TransformError(
          .notStorable,
          "the date has \(parts.fraction.count) digits behind the second, and \(fractionDigits) are stored: tell the transform to round"
        )
      }
      parts = try Self.stable(parts.rounded(to: fractionDigits))
    }
    guard let time = CivilTime(secondsSinceReferenceDate: parts.seconds) else {
      throw Self.isOutOfRange
    }
    let day = [time.year, time.month, time.day].enumerated()
      .map { CivilTime.padded($1, $0 == 0 ? 4 : 2) }.joined(separator: "-")
    let clock = [time.hour, time.minute, time.second]
      .map { CivilTime.padded($0, 2) }.joined(separator: ":")
    let padding = max(0, (fractionDigits ?? 0) - parts.fraction.count)
    let digits = DecimalSeconds.text(parts.fraction) + String(repeating: "0", count: padding)
    return "\(day)T\(clock)\(digits.isEmpty ? "" : ".\(digits)")Z"
  }

  private static var isOutOfRange: TransformError {
    TransformError(.notStorable, "the date is not in the years 0 to 9999")
  }

  /// The digits of the date that comes back: those that are stored again are the same.
  private static func stable(_ parts: DecimalSeconds) throws(TransformError) -> DecimalSeconds {
    guard let stable = parts.date.flatMap({ DecimalSeconds($0) }) else { throw isOutOfRange }
    return stable
  }

  /// The date of a text. O(bytes).
  ///
  /// - Throws: ``TransformError/Code/unreadable`` with the place in the text for another form, a day that the month
  ///   does not have, and leap seconds, which `Date` does not count. With one number of digits for all also for text that
  ///   ``store(_:)`` does not give, which would be out of order.
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
    if fractionDigits != nil, try !store(date).utf8.elementsEqual(stored.utf8) {
      throw TransformError(
        .unreadable, "the text is a date in another form than “\(form)”", byteOffset: 0)
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

extension StorageTransform where Self == ISO8601Transform {
  /// Dates as text that is in the order of the dates: “2026-11-22T04:57:44.125000000Z”, with one number of digits for all.
  ///
  /// ```swift
  /// Field("taken", \.taken, as: .sortable(fractionDigits: 9)).indexed()
  /// ```
  ///
  /// - Parameters:
  ///   - fractionDigits: Digits behind the second, from 0 to 20: a number beyond is taken for the nearest of these.
  ///   - isRounded: Whether a date with more digits is rounded, half a digit to the later one. If not, storing it is an error.
  public static func sortable(fractionDigits: Int, isRounded: Bool = false) -> ISO8601Transform {
    ISO8601Transform(fractionDigits: fractionDigits, isRounded: isRounded)
  }
}
