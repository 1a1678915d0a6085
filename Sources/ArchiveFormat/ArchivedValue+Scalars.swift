extension ArchivedValue {
  /// The value of a bool.
  public var boolValue: Bool? { cell.kind == .bool ? cell.payload != 0 : nil }

  /// The value of a signed integer of any width, or of an unsigned one that fits.
  public var integerValue: Int128? {
    switch cell.kind {
    case .int, .int8: Int128(Int64(bitPattern: cell.payload))
    case .uint, .uint8: Int128(cell.payload)
    case .int128: Int128(truncatingIfNeeded: word128)
    case .uint128: Int128(exactly: word128)
    default: nil
    }
  }

  /// The value of an unsigned integer of any width, or of a signed one that is not negative.
  public var unsignedIntegerValue: UInt128? {
    if cell.kind == .uint128 { return word128 }
    return integerValue.flatMap { UInt128(exactly: $0) }
  }

  private var word128: UInt128 { document.word128(cell) }

  /// The value of a binary32 number, bit by bit.
  public var floatValue: Float? {
    cell.kind == .float32 ? Float(bitPattern: UInt32(truncatingIfNeeded: cell.payload)) : nil
  }

  /// The value of a binary64 number, or the seconds of a date, bit by bit.
  public var doubleValue: Double? {
    cell.kind == .float64 || cell.kind == .date ? Double(bitPattern: cell.payload) : nil
  }

  /// The text of a string or of a number text.
  public var stringValue: String? {
    cell.kind == .string || cell.kind == .numberText
      ? String(decoding: document.bytes[cell.byteRange], as: UTF8.self) : nil
  }

  /// The bytes of data, or the 16 bytes of a UUID.
  public var bytesValue: [UInt8]? {
    cell.kind == .data || cell.kind == .uuid ? Array(document.bytes[cell.byteRange]) : nil
  }

  /// The parts of a URL: its relative string, then that of its base, and so on.
  public var urlParts: [String]? {
    guard cell.kind == .url else { return nil }
    var cursor = ByteCursor(document.bytes, from: Int(truncatingIfNeeded: cell.payload))
    var parts: [String] = []
    let count = (try? cursor.count()) ?? 0
    for _ in 0..<count {
      if let part = try? cursor.string() { parts.append(part) }
    }
    return parts
  }

  package var decimalParts: DecimalParts? {
    guard cell.kind == .decimal else { return nil }
    var cursor = ByteCursor(document.bytes, from: Int(truncatingIfNeeded: cell.payload))
    return try? DecimalParts(&cursor)
  }

  /// A decimal as `[-]mantissa` and exponent of ten; nil for not-a-number.
  public var decimalValue: (mantissa: String, exponent: Int64)? {
    guard let parts = decimalParts, !parts.isNotANumber else { return nil }
    return ((parts.isNegative ? "-" : "") + String(parts.mantissa), parts.exponent)
  }
}
