internal import ArchiveFormat

/// How a value begins (Spec/record-log.md, section 4): its kind in the upper three bits, what follows in the others.
private enum Lead {
  static let integer: UInt8 = 0x20
  static let real: UInt8 = 0x40
  static let text: UInt8 = 0x60
  static let blob: UInt8 = 0x80
  /// Byte counts up to this one stand in the lead; 24 to 27 say that one stands behind it, in 1, 2, 4 or 8 bytes.
  static let shortByteCount = 23
}

extension LogValue {
  /// Appends the value. O(bytes).
  public func append(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(0)
    case .integer(let value): Self.append(value, to: &bytes)
    case .real(let value): Self.append(value, to: &bytes)
    case .text(let value):
      Self.append(Lead.text, value.utf8.count, to: &bytes)
      bytes.append(contentsOf: value.utf8)
    case .blob(let value):
      Self.append(Lead.blob, value.count, to: &bytes)
      bytes.append(contentsOf: value)
    }
  }

  private static func append(_ value: Int64, to bytes: inout [UInt8]) {
    let byteCount = byteCount(of: value)
    bytes.append(Lead.integer + UInt8(byteCount))
    append(UInt64(bitPattern: value), byteCount, to: &bytes)
  }

  /// The bytes of the shortest two's complement form; none for zero.
  fileprivate static func byteCount(of value: Int64) -> Int {
    if value == 0 { return 0 }
    let significant = 65 - (value < 0 ? ~value : value).leadingZeroBitCount
    return (significant + 7) / 8
  }

  private static func append(_ value: Double, to bytes: inout [UInt8]) {
    if value.bitPattern == 0 {
      bytes.append(Lead.real)
    } else if let single = Float(exactly: value) {
      bytes.append(Lead.real + 4)
      append(UInt64(single.bitPattern), 4, to: &bytes)
    } else {
      bytes.append(Lead.real + 8)
      append(value.bitPattern, 8, to: &bytes)
    }
  }

  fileprivate static func append(_ lead: UInt8, _ byteCount: Int, to bytes: inout [UInt8]) {
    if byteCount <= Lead.shortByteCount {
      bytes.append(lead + UInt8(byteCount))
      return
    }
    let count = UInt64(byteCount)
    let exponent = count < 1 << 8 ? 0 : count < 1 << 16 ? 1 : count < UInt64(1) << 32 ? 2 : 3
    bytes.append(lead + 24 + UInt8(exponent))
    append(count, 1 << exponent, to: &bytes)
  }

  private static func append(_ value: UInt64, _ byteCount: Int, to bytes: inout [UInt8]) {
    for index in 0..<byteCount {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index)))
    }
  }
}

extension LogKey {
  /// Appends the key, as the value that it is. O(bytes).
  func append(to bytes: inout [UInt8]) {
    switch self {
    case .integer(let value): LogValue.integer(value).append(to: &bytes)
    case .text(let value):
      LogValue.append(Lead.text, value.count, to: &bytes)
      bytes.append(contentsOf: value)
    case .blob(let value): LogValue.blob(value).append(to: &bytes)
    }
  }
}

extension ByteCursor {
  /// Passes over the next value if it is a key. O(bytes), without memory.
  ///
  /// - Returns: True if the next key is that one.
  mutating func passes(over key: LogKey) throws(ArchiveError) -> Bool {
    let start = position
    switch key {
    case .integer(let expected):
      guard case .integer(expected) = try logValue() else { return false }
      return true
    case .text(let expected), .blob(let expected):
      let isText = if case .text = key { true } else { false }
      let lead = try byte()
      let count = Int(lead & 0x1F)
      guard lead & 0xE0 == (isText ? Lead.text : Lead.blob), count < 28 else { return false }
      let range = try range(ofByteCount: byteCount(count, start))
      return bytes[range] == expected[...]
    }
  }

  /// The next value (rule P1).
  mutating func logValue() throws(ArchiveError) -> LogValue {
    let start = position
    let lead = try byte()
    let count = Int(lead & 0x1F)
    switch lead & 0xE0 {
    case 0 where lead == 0: return .null
    case Lead.integer where count <= 8: return .integer(try integer(count, start))
    case Lead.real where count == 0 || count == 4 || count == 8:
      return .real(try real(count, start))
    case Lead.text where count < 28:
      let range = try range(ofByteCount: byteCount(count, start))
      try validateUTF8(range)
      return .text(String(decoding: bytes[range], as: UTF8.self))
    case Lead.blob where count < 28:
      return .blob(Array(bytes[try range(ofByteCount: byteCount(count, start))]))
    default:
      throw ArchiveError(.malformed, "no value begins with byte \(lead)", byteOffset: start)
    }
  }

  private mutating func little(_ byteCount: Int) throws(ArchiveError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    for index in try range(ofByteCount: byteCount) {
      value |= UInt64(bytes[index]) << shift
      shift += 8
    }
    return value
  }

  private mutating func integer(_ byteCount: Int, _ start: Int) throws(ArchiveError) -> Int64 {
    if byteCount == 0 { return 0 }
    let bits = UInt64(64 - 8 * byteCount)
    let value = Int64(bitPattern: try little(byteCount) << bits) >> Int64(bits)
    guard LogValue.byteCount(of: value) == byteCount else { throw longForm(start) }
    return value
  }

  private mutating func real(_ byteCount: Int, _ start: Int) throws(ArchiveError) -> Double {
    let bits = try little(byteCount)
    let value =
      byteCount == 4
      ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
    let isShortest =
      switch byteCount {
      case 0: true
      case 4: value.bitPattern != 0 && !value.isNaN
      default: value.bitPattern != 0 && Float(exactly: value) == nil
      }
    guard isShortest else { throw longForm(start) }
    return value
  }

  private mutating func byteCount(_ count: Int, _ start: Int) throws(ArchiveError) -> Int {
    if count <= Lead.shortByteCount { return count }
    let exponent = count - 24
    let value = try little(1 << exponent)
    let least: UInt64 =
      exponent == 0 ? UInt64(Lead.shortByteCount) + 1 : 1 << (4 << UInt64(exponent))
    guard value >= least else { throw longForm(start) }
    // What remains is less than any Int: a greater count is too great anyway.
    return Int(clamping: value)
  }

  private func longForm(_ start: Int) -> ArchiveError {
    ArchiveError(.malformed, "a value is not in its shortest form", byteOffset: start)
  }
}
