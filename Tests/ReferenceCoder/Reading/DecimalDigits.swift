/// The value of a number literal as normalised digits: 0.digits is never formed, no power computed.
///
/// ```
/// "-12.50e3"   isNegative, digits 125, exponent 2      -125 × 10^2
/// "0.000"      digits empty, exponent 0
/// ```
///
/// Digits begin and end with no zero, so two literals have one value exactly if they are equal here.
struct DecimalDigits: Equatable {
  var isNegative: Bool
  /// ASCII digits; empty for zero.
  var digits: [UInt8]
  /// The power of ten of the last digit; nil beyond Int64.
  var exponent: Int64?

  /// The value of a literal that is a `number` of RFC 8259.
  init(_ literal: some Collection<UInt8>) {
    isNegative = literal.first == UInt8(ascii: "-")
    digits = []
    var fractionCount: Int64 = 0
    var isFraction = false
    var rest = literal.dropFirst(isNegative ? 1 : 0)
    while let byte = rest.first, byte | 0x20 != UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if byte == UInt8(ascii: ".") {
        isFraction = true
        continue
      }
      if isFraction { fractionCount += 1 }
      if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte) }
    }
    let stated = rest.isEmpty ? 0 : Self.integer(rest.dropFirst())
    var shift = -fractionCount
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      shift += 1
    }
    if digits.isEmpty {
      exponent = 0
    } else if let stated {
      let (sum, isTooLarge) = stated.addingReportingOverflow(shift)
      exponent = isTooLarge ? nil : sum
    }
  }

  /// The integer of an exponent part, nil beyond Int64.
  private static func integer(_ text: some Collection<UInt8>) -> Int64? {
    let isNegative = text.first == UInt8(ascii: "-")
    var value: Int64 = 0
    for byte in text where byte >= UInt8(ascii: "0") {
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, isStillTooLarge) = product.addingReportingOverflow(Int64(byte & 0x0F))
      if isTooLarge || isStillTooLarge { return nil }
      value = sum
    }
    return isNegative ? -value : value
  }

  /// The decimal of the value, with the shortest mantissa whose exponent is small enough; nil if none has it, as with −0.
  var parts: DecimalParts? {
    if digits.isEmpty {
      return isNegative ? nil : DecimalParts(isNegative: false, mantissa: 0, exponent: 0)
    }
    guard var exponent, exponent >= DecimalParts.exponents.lowerBound,
      var mantissa = UInt128(String(decoding: digits, as: UTF8.self))
    else { return nil }
    while exponent > DecimalParts.exponents.upperBound {
      let (product, isTooLarge) = mantissa.multipliedReportingOverflow(by: 10)
      if isTooLarge { return nil }
      (mantissa, exponent) = (product, exponent - 1)
    }
    return DecimalParts(isNegative: isNegative, mantissa: mantissa, exponent: exponent)
  }
}
