/// Polynomials over the integers modulo 2, by the definition: bit i is the coefficient of x^i.
enum Polynomial {
  /// P: x^32 + x^26 + x^23 + x^22 + x^16 + x^12 + x^11 + x^10 + x^8 + x^7 + x^5 + x^4 + x^2 + x + 1.
  static let generator: UInt64 = [
    32, 26, 23, 22, 16, 12, 11, 10, 8, 7, 5, 4, 2, 1, 0,
  ].reduce(0) { $0 | 1 << $1 }

  /// x^`exponent` modulo P, reflected.
  static func remainder(ofPower exponent: UInt32) -> UInt32 {
    var power: UInt64 = 1
    for _ in 0..<exponent { power = reduced(power << 1) }
    return UInt32(power).reflected
  }

  /// x^95 divided by P, reflected: long division, one coefficient at a time.
  static var quotient: UInt64 {
    var quotient: UInt64 = 0
    var rest: UInt64 = 1
    for _ in 0..<95 {
      rest <<= 1
      quotient = quotient << 1 | rest >> 32
      rest = reduced(rest)
    }
    return quotient.reflected
  }

  private static func reduced(_ polynomial: UInt64) -> UInt64 {
    polynomial >> 32 == 0 ? polynomial : polynomial ^ generator
  }
}

extension FixedWidthInteger {
  /// The bits in the opposite order.
  var reflected: Self {
    (0..<Self.bitWidth).reduce(0) { $0 << 1 | (self >> $1 & 1) }
  }
}
