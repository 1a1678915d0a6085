internal import ArchiveFormat

/// The value that a JSON number becomes, chosen so that no digit is lost.
///
/// | literal | becomes |
/// |---|---|
/// | no point, no exponent | int, else uint, int128, uint128 by what holds it; `-0` is a Double |
/// | a Double whose shortest form has the same decimal value, and that is no other integer | that Double |
/// | mantissa of up to 128 bits, exponent of 16 | decimal |
/// | any other | its text |
enum JSONNumber: Equatable {
  case int(Int64)
  case uint(UInt64)
  case int128(Int128)
  case uint128(UInt128)
  case double(Double)
  case decimal(DecimalParts)
  case text(String)

  /// The value of a literal that is a `number` of RFC 8259. O(digits).
  init(_ literal: ArraySlice<UInt8>) {
    if let short = Self.shortNumber(literal) {
      self = short
      return
    }
    let text = String(decoding: literal, as: UTF8.self)
    let isInteger = literal.allSatisfy { $0 == UInt8(ascii: "-") || $0 & 0xF0 == 0x30 }
    if isInteger, let value = Self.integer(text) {
      self = value
      return
    }
    let digits = DecimalDigits(literal)
    if let value = Double(text), value.isFinite, DecimalDigits(value.description.utf8) == digits,
      !Self.isOtherInteger(value, digits)
    {
      self = .double(value)
    } else if let parts = digits.parts {
      self = .decimal(parts)
    } else {
      self = .text(text)
    }
  }

  private static func integer(_ text: String) -> JSONNumber? {
    if let value = Int64(text) { return .int(value) }
    if let value = UInt64(text) { return .uint(value) }
    if let value = Int128(text) { return .int128(value) }
    return UInt128(text).map { .uint128($0) }
  }

  /// Whether a literal is an integer of at most 128 bits, as in `66284287726533e4`, and the Double of it another one. Who asks for an integer gets
  /// what the Double is, and not what its shortest form says.
  private static func isOtherInteger(_ value: Double, _ digits: DecimalDigits) -> Bool {
    guard value.magnitude > 0x1p53, value.magnitude < 0x1p128, let exponent = digits.exponent,
      (0...38).contains(exponent)
    else { return false }
    let text = String(decoding: digits.digits, as: UTF8.self)
    return UInt128(value.magnitude)
      != UInt128(text + String(repeating: "0", count: Int(exponent)))
  }

  /// Powers of ten that are exact as a Double.
  private static let exactPowers: [Double] = (0...22).map { power in
    (0..<power).reduce(1.0) { value, _ in value * 10 }
  }

  /// A literal of at most 15 digits, by machine arithmetic.
  ///
  /// Digits and power of ten are exact then, so one operation rounds correctly (Clinger 1990). And
  /// no two decimals of 15 digits share a Double, so that the shortest form of the Double is the
  /// literal's own value.
  private static func shortNumber(_ literal: ArraySlice<UInt8>) -> JSONNumber? {
    guard literal.count <= 17 else { return nil }
    let isNegative = literal.first == UInt8(ascii: "-")
    var value: Int64 = 0
    var digitCount = 0
    var fractionCount = 0
    var hasPoint = false
    for byte in literal.dropFirst(isNegative ? 1 : 0) {
      if byte == UInt8(ascii: ".") {
        hasPoint = true
        continue
      }
      guard byte <= UInt8(ascii: "9"), digitCount < 15 else { return nil }
      value = value &* 10 &+ Int64(byte & 0x0F)
      digitCount += 1
      if hasPoint { fractionCount += 1 }
    }
    if !hasPoint, value != 0 || !isNegative { return .int(isNegative ? -value : value) }
    let magnitude = Double(value) / exactPowers[fractionCount]
    return .double(isNegative ? -magnitude : magnitude)
  }
}

extension ArchivedValueBuilder {
  mutating func number(_ number: JSONNumber) {
    switch number {
    case .int(let value): int(value)
    case .uint(let value): uint(value)
    case .int128(let value): int128(value)
    case .uint128(let value): uint128(value)
    case .double(let value): double(value)
    case .decimal(let parts):
      decimal(
        isNegative: parts.isNegative, mantissa: parts.mantissa, exponent: parts.exponent)
    case .text(let text): self.number(text)
    }
  }
}
