import ArchiveFormat
import Foundation

/// What a number is, whatever type holds it.
enum ExactNumber: Equatable, CustomStringConvertible {
  case integer(Int128)
  /// Not-a-number, infinities, and what is no integer of up to 128 bits.
  case real(Double)
  case decimal(mantissa: UInt128, exponent: Int64, isNegative: Bool)
  case notANumber
  case other(String)

  init(_ value: Int128) { self = .integer(value) }

  init(_ value: Double) {
    if value.isNaN {
      self = .notANumber
    } else if let whole = Int128(exactly: value) {
      self = .integer(whole)
    } else {
      self = UInt128(exactly: value).map { .other("\($0)") } ?? .real(value)
    }
  }

  init(_ parts: DecimalParts) {
    if parts.isNotANumber {
      self = .notANumber
      return
    }
    var (mantissa, exponent) = (parts.mantissa, parts.exponent)
    while mantissa > 0, mantissa % 10 == 0 { (mantissa, exponent) = (mantissa / 10, exponent + 1) }
    if mantissa == 0 {
      self = .integer(0)
      return
    }
    var whole: UInt128 = mantissa
    var power = exponent
    while power > 0, power < 60, whole <= UInt128.max / 10 {
      (whole, power) = (whole * 10, power - 1)
    }
    if power == 0, let value = Int128("\(parts.isNegative ? "-" : "")\(whole)") {
      self = .integer(value)
    } else if power == 0, !parts.isNegative {
      self = .other("\(whole)")
    } else {
      self = .decimal(mantissa: mantissa, exponent: exponent, isNegative: parts.isNegative)
    }
  }

  /// What a decoded value is.
  init(decoded value: Any) {
    switch value {
    case let value as Bool: self = .other("\(value)")
    case let value as UInt128:
      self = Int128(exactly: value).map { .integer($0) } ?? .other("\(value)")
    case let value as any FixedWidthInteger: self = .integer(Int128(truncatingIfNeeded: value))
    case let value as Float: self = ExactNumber(Double(value))
    case let value as Double: self = ExactNumber(value)
    case let value as Decimal: self = ExactNumber(decimal: value)
    default: self = .other("string \(value)")
    }
  }

  private init(decimal value: Decimal) {
    guard !value.isNaN else {
      self = .notANumber
      return
    }
    let digits = value.significand.magnitude.description
    self = ExactNumber(
      DecimalParts(
        isNegative: value.sign == .minus && !value.isZero, mantissa: UInt128(digits) ?? 0,
        exponent: Int64(value.exponent)))
  }

  var description: String {
    switch self {
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .decimal(let mantissa, let exponent, let isNegative):
      "\(isNegative ? "-" : "")\(mantissa)e\(exponent)"
    case .notANumber: "nan"
    case .other(let text): text
    }
  }
}
