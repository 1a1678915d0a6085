extension ArchiveCell {
  /// The value of an integer leaf of any width, exactly; nil for other kinds and for what is too large.
  func integer<Value: FixedWidthInteger>(
    _: Value.Type, _ document: ArchivedDocument
  ) -> Value? {
    switch kind {
    case .int, .int8: Value(exactly: Int64(bitPattern: payload))
    case .uint, .uint8: Value(exactly: payload)
    case .int128: Value(exactly: Int128(truncatingIfNeeded: word128(document)))
    case .uint128: Value(exactly: word128(document))
    case .float64: Value(exactly: Double(bitPattern: payload))
    case .float32:
      Value(exactly: Float(bitPattern: UInt32(truncatingIfNeeded: payload)))
    case .decimal, .numberText: literal(document).flatMap { Self.integer(Value.self, $0) }
    default: nil
    }
  }

  /// The integer that a literal is; its digits end with no zero.
  private static func integer<Value: FixedWidthInteger>(
    _: Value.Type, _ literal: String
  ) -> Value? {
    let digits = DecimalDigits(literal.utf8)
    if digits.digits.isEmpty { return 0 }
    guard let exponent = digits.exponent, (0...39).contains(exponent) else { return nil }
    let text = String(decoding: digits.digits, as: UTF8.self)
    return Value(
      (digits.isNegative ? "-" : "") + text + String(repeating: "0", count: Int(exponent)))
  }

  /// The digits of a number, as JSON writes it, or those of a text; nil for a number that is not finite, and for what is none.
  func literal(_ document: ArchivedDocument) -> String? {
    switch kind {
    case .int, .int8, .uint, .uint8, .int128, .uint128:
      return integer(Int128.self, document).map(String.init)
        ?? integer(UInt128.self, document).map(String.init)
    case .float64:
      let number = Double(bitPattern: payload)
      return number.isFinite ? number.description : nil
    case .float32:
      let number = Float(bitPattern: UInt32(truncatingIfNeeded: payload))
      return number.isFinite ? number.description : nil
    case .decimal:
      var cursor = ByteCursor(document.bytes, from: Int(truncatingIfNeeded: payload))
      guard let parts = try? DecimalParts(&cursor), !parts.isNotANumber else { return nil }
      return "\(parts.isNegative ? "-" : "")\(parts.mantissa)e\(parts.exponent)"
    case .numberText, .string: return String(decoding: document.bytes[byteRange], as: UTF8.self)
    default: return nil
    }
  }

  /// Whether it is a number that is none.
  func isNaN(_ document: ArchivedDocument) -> Bool {
    switch kind {
    case .float64: return Double(bitPattern: payload).isNaN
    case .float32: return Float(bitPattern: UInt32(truncatingIfNeeded: payload)).isNaN
    case .decimal:
      var cursor = ByteCursor(document.bytes, from: Int(truncatingIfNeeded: payload))
      return (try? DecimalParts(&cursor))?.isNotANumber ?? false
    default: return false
    }
  }

  private func word128(_ document: ArchivedDocument) -> UInt128 {
    document.bytes[byteRange].reversed().reduce(0) { $0 << 8 | UInt128($1) }
  }
}

/// Integers over 8 and up to 64 bits with a sign.
protocol SignedArchiveLeaf: ArchiveLeaf, FixedWidthInteger, SignedInteger {}

extension SignedArchiveLeaf {
  func cell(_ tape: inout ArchiveTape) -> ArchiveCell {
    ArchiveCell(.int, payload: UInt64(bitPattern: Int64(self)))
  }

  static func value(_ cell: ArchiveCell, _ document: ArchivedDocument) -> Self? {
    cell.integer(Self.self, document)
  }
}

/// Integers over 8 and up to 64 bits without a sign.
protocol UnsignedArchiveLeaf: ArchiveLeaf, FixedWidthInteger, UnsignedInteger {}

extension UnsignedArchiveLeaf {
  func cell(_ tape: inout ArchiveTape) -> ArchiveCell {
    ArchiveCell(.uint, payload: UInt64(self))
  }

  static func value(_ cell: ArchiveCell, _ document: ArchivedDocument) -> Self? {
    cell.integer(Self.self, document)
  }
}

extension Int: SignedArchiveLeaf {}
extension Int16: SignedArchiveLeaf {}
extension Int32: SignedArchiveLeaf {}
extension Int64: SignedArchiveLeaf {}
extension UInt: UnsignedArchiveLeaf {}
extension UInt16: UnsignedArchiveLeaf {}
extension UInt32: UnsignedArchiveLeaf {}
extension UInt64: UnsignedArchiveLeaf {}

extension Int8: ArchiveLeaf {
  func cell(_ tape: inout ArchiveTape) -> ArchiveCell {
    ArchiveCell(.int8, payload: UInt64(bitPattern: Int64(self)))
  }
  static func value(_ cell: ArchiveCell, _ document: ArchivedDocument) -> Int8? {
    cell.integer(Int8.self, document)
  }
}

extension UInt8: ArchiveLeaf {
  func cell(_ tape: inout ArchiveTape) -> ArchiveCell {
    ArchiveCell(.uint8, payload: UInt64(self))
  }
  static func value(_ cell: ArchiveCell, _ document: ArchivedDocument) -> UInt8? {
    cell.integer(UInt8.self, document)
  }
}

extension Int128: ArchiveLeaf {
  func cell(_ tape: inout ArchiveTape) -> ArchiveCell {
    var sink = ByteSink()
    sink.fixed(UInt128(truncatingIfNeeded: self))
    return ArchiveCell(.int128, bytes: sink.bytes, &tape)
  }
  static func value(_ cell: ArchiveCell, _ document: ArchivedDocument) -> Int128? {
    cell.integer(Int128.self, document)
  }
}

extension UInt128: ArchiveLeaf {
  func cell(_ tape: inout ArchiveTape) -> ArchiveCell {
    var sink = ByteSink()
    sink.fixed(self)
    return ArchiveCell(.uint128, bytes: sink.bytes, &tape)
  }
  static func value(_ cell: ArchiveCell, _ document: ArchivedDocument) -> UInt128? {
    cell.integer(UInt128.self, document)
  }
}
