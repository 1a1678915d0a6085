/// A decimal number: ± mantissa × 10^exponent (Spec, section 6).
package struct DecimalParts: Hashable, Sendable {
  package var isNegative: Bool
  package var mantissa: UInt128
  package var exponent: Int64

  /// The exponents that decimals have in archives (Spec, K4): those of 16 bits.
  package static let exponents: ClosedRange<Int64> = -0x8000...0x7FFF

  package init(isNegative: Bool, mantissa: UInt128, exponent: Int64) {
    self.isNegative = isNegative
    self.mantissa = mantissa
    self.exponent = exponent
  }

  /// Not-a-number: a zero mantissa with a sign.
  package static let notANumber = DecimalParts(isNegative: true, mantissa: 0, exponent: 0)

  package var isNotANumber: Bool { isNegative && mantissa == 0 }

  /// The same value with the shortest mantissa.
  package var reduced: DecimalParts {
    guard mantissa != 0 else { return DecimalParts(isNegative: false, mantissa: 0, exponent: 0) }
    var parts = self
    while parts.mantissa.isMultiple(of: 10), parts.exponent < .max {
      parts.mantissa /= 10
      parts.exponent += 1
    }
    return parts
  }

  /// The wire form.
  package var bytes: [UInt8] {
    var sink = ByteSink()
    sink.zigzag(exponent)
    let byteCount = mantissaByteCount
    sink.varint(byteCount << 1 | (isNegative ? 1 : 0))
    for index in 0..<byteCount {
      sink.byte(UInt8(truncatingIfNeeded: mantissa >> UInt128(8 * index)))
    }
    return sink.bytes
  }

  /// The decimal of a wire form; nil if it breaks rule K4.
  ///
  /// - Parameter byteCount: The bytes in which the mantissa stands.
  package init?(exponent: Int64, isNegative: Bool, mantissa: UInt128, byteCount: Int) {
    self.init(isNegative: isNegative, mantissa: mantissa, exponent: exponent)
    guard Self.exponents.contains(exponent), byteCount == mantissaByteCount,
      !isNotANumber || exponent == 0
    else { return nil }
  }

  /// The fewest bytes that hold the mantissa.
  private var mantissaByteCount: Int { (128 - mantissa.leadingZeroBitCount + 7) / 8 }

  /// The decimal whose wire form begins at the cursor. Rule K4.
  package init(_ cursor: inout ByteCursor) throws(ArchiveError) {
    let start = cursor.position
    let exponent = try cursor.zigzag()
    let head = try cursor.count()
    let range = try cursor.range(ofByteCount: head >> 1)
    var mantissa: UInt128 = 0
    for (index, byte) in cursor.bytes[range].prefix(16).enumerated() {
      mantissa |= UInt128(byte) << UInt128(8 * index)
    }
    guard
      let parts = Self(
        exponent: exponent, isNegative: head & 1 == 1, mantissa: mantissa, byteCount: range.count)
    else {
      throw ArchiveError(.malformed, "a decimal is not in its form", byteOffset: start)
    }
    self = parts
  }

  static func range(_ cursor: inout ByteCursor) throws(ArchiveError) -> Range<Int> {
    let start = cursor.position
    _ = try DecimalParts(&cursor)
    return start..<cursor.position
  }
}
