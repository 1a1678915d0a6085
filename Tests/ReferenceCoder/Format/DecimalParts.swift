internal import struct ArchiveFormat.ArchiveError

/// A decimal number: ± mantissa × 10^exponent (Spec, section 6).
struct DecimalParts: Hashable, Sendable {
  var isNegative: Bool
  var mantissa: UInt128
  var exponent: Int64

  /// The exponents that decimals have in archives (Spec, K4): those of 16 bits.
  static let exponents: ClosedRange<Int64> = -0x8000...0x7FFF

  init(isNegative: Bool, mantissa: UInt128, exponent: Int64) {
    self.isNegative = isNegative
    self.mantissa = mantissa
    self.exponent = exponent
  }

  /// Not-a-number: a zero mantissa with a sign.
  static let notANumber = DecimalParts(isNegative: true, mantissa: 0, exponent: 0)

  var isNotANumber: Bool { isNegative && mantissa == 0 }

  /// The same value with the shortest mantissa.
  var reduced: DecimalParts {
    guard mantissa != 0 else { return DecimalParts(isNegative: false, mantissa: 0, exponent: 0) }
    var parts = self
    while parts.mantissa.isMultiple(of: 10), parts.exponent < .max {
      parts.mantissa /= 10
      parts.exponent += 1
    }
    return parts
  }

  /// The wire form.
  var bytes: [UInt8] {
    var sink = ByteSink()
    sink.zigzag(exponent)
    let byteCount = (128 - mantissa.leadingZeroBitCount + 7) / 8
    sink.varint(byteCount << 1 | (isNegative ? 1 : 0))
    for index in 0..<byteCount {
      sink.byte(UInt8(truncatingIfNeeded: mantissa >> UInt128(8 * index)))
    }
    return sink.bytes
  }

  /// The decimal whose wire form begins at the cursor. Rule K4.
  init(_ cursor: inout ByteCursor) throws(ArchiveError) {
    let start = cursor.position
    exponent = try cursor.zigzag()
    let head = try cursor.count()
    isNegative = head & 1 == 1
    mantissa = 0
    let range = try cursor.range(ofByteCount: head >> 1)
    for (index, byte) in cursor.bytes[range].prefix(16).enumerated() {
      mantissa |= UInt128(byte) << UInt128(8 * index)
    }
    guard Self.exponents.contains(exponent), range.count <= 16, cursor.bytes[range].last != 0,
      !isNotANumber || exponent == 0
    else {
      throw ArchiveError(.malformed, "a decimal is not in its form", byteOffset: start)
    }
  }

  static func range(_ cursor: inout ByteCursor) throws(ArchiveError) -> Range<Int> {
    let start = cursor.position
    _ = try DecimalParts(&cursor)
    return start..<cursor.position
  }
}
