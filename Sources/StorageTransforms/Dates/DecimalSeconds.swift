#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A date as whole seconds since 2001 and the decimal digits of the fraction behind them.
///
/// The digits are the shortest that give the same `Double` again, so nothing is lost in either direction.
struct DecimalSeconds {
  /// The whole seconds at or before the date.
  let seconds: Int64
  /// Digits of the fraction, without zeros at the end.
  let fraction: [UInt8]

  init(seconds: Int64, fraction: [UInt8]) {
    self.seconds = seconds
    self.fraction = fraction
  }

  /// The seconds of a date; nil for one that is not finite, or over 10 digits of seconds away.
  init?(_ date: Date) {
    let interval = date.timeIntervalSinceReferenceDate
    guard interval.magnitude < 1e12 else { return nil }
    // "1234.5", "1e-05" or "1.5e-05": the shortest digits that give the number again.
    let parts = interval.magnitude.description.split(separator: "e")
    let mantissa = parts[0].split(separator: ".").map { $0.utf8.map { $0 - 0x30 } }
    var fraction = mantissa.count > 1 ? mantissa[1] : []
    var whole = mantissa[0]
    if parts.count > 1, let exponent = Int(parts[1]), exponent < 0 {
      fraction = [UInt8](repeating: 0, count: -exponent - whole.count) + whole + fraction
      whole = []
    }
    while fraction.last == 0 { fraction.removeLast() }
    let seconds = whole.reduce(0) { $0 * 10 + Int64($1) }
    if interval < 0 {
      self.seconds = fraction.isEmpty ? -seconds : -seconds - 1
      self.fraction = Self.complement(fraction)
    } else {
      self.seconds = seconds
      self.fraction = fraction
    }
  }

  /// The date.
  var date: Date? {
    let isNegative = seconds < 0
    let whole = isNegative ? -(fraction.isEmpty ? seconds : seconds + 1) : seconds
    let digits = isNegative ? Self.complement(fraction) : fraction
    let text = "\(isNegative ? "-" : "")\(whole).\(Self.text(digits.isEmpty ? [0] : digits))"
    return Double(text).map { Date(timeIntervalSinceReferenceDate: $0) }
  }

  /// The same with a number of digits at most, half a digit up.
  func rounded(to count: Int) -> DecimalSeconds {
    guard fraction.count > count else { return self }
    var digits = Array(fraction.prefix(count))
    guard fraction[count] >= 5 else {
      while digits.last == 0 { digits.removeLast() }
      return DecimalSeconds(seconds: seconds, fraction: digits)
    }
    // The nines at the end become zeros, which are not written.
    while digits.last == 9 { digits.removeLast() }
    guard let last = digits.popLast() else {
      return DecimalSeconds(seconds: seconds + 1, fraction: [])
    }
    return DecimalSeconds(seconds: seconds, fraction: digits + [last + 1])
  }

  /// The digits as text.
  static func text(_ digits: [UInt8]) -> String {
    String(decoding: digits.map { $0 + 0x30 }, as: UTF8.self)
  }

  /// 1 minus the fraction; of none, none. The last digit is not 0.
  private static func complement(_ fraction: [UInt8]) -> [UInt8] {
    guard let last = fraction.last else { return [] }
    return fraction.dropLast().map { 9 - $0 } + [10 - last]
  }
}
